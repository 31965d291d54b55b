import type { ClaimedConversation, ConversationClaim } from '@botwright/core';
import type { Connection } from './connection.ts';
import { type DueLine, shareSlots } from './share-slots.ts';

/** Of each brand what is due first, whenever that is. */
export const nextBrandSql =
  'SELECT brand, due_at FROM conversation_work WHERE worker IS NULL AND awaits_effects = ? AND brand > ? ' +
  'ORDER BY brand, due_at LIMIT 1';

export const dueOfBrandSql =
  'SELECT customer_number, deaths FROM conversation_work WHERE worker IS NULL AND awaits_effects = ? AND brand = ? ' +
  'AND due_at <= ? ORDER BY due_at LIMIT ? OFFSET ?';

interface DueRow {
  readonly customer_number: number;
  readonly deaths: number;
}

/** Most brands have little that is due, or are given little of it. */
const pageSize = 8;

/**
 * Chooses what a claim leases, and leases nothing. Looks at every brand that something waits for, and of each at no
 * more than could be given.
 *
 * @spec CQ6, CQ17, CQ18
 */
export function chooseConversations(
  connection: Connection,
  request: ConversationClaim,
): readonly ClaimedConversation[] {
  if (request.limit <= 0) return [];
  return shareSlots(dueLines(connection, request), request);
}

/** At least one of so many lines can be given each slot. */
function dueLines(connection: Connection, request: ConversationClaim): readonly DueLine<ClaimedConversation>[] {
  const most = request.limit + (request.held?.size ?? 0);
  return brandsInTurn(connection, request)
    .take(most)
    .map((brand) => lineOf(connection, request, brand))
    .toArray();
}

/** Brands that something is due for, those behind `after` first. */
function* brandsInTurn(connection: Connection, { work, now, after = '' }: ConversationClaim): Generator<string, void> {
  const awaits = work === 'effects' ? 1 : 0;
  for (const [from, until] of [
    [after, undefined],
    ['', after],
  ] as const) {
    for (let behind = from; ; ) {
      const next = connection.get<{ brand: string; due_at: number }>(nextBrandSql, awaits, behind);
      if (next === undefined || (until !== undefined && next.brand > until)) break;
      if (next.due_at <= now) yield next.brand;
      behind = next.brand;
    }
    if (after === '') return;
  }
}

function lineOf(connection: Connection, { work, now }: ConversationClaim, brand: string): DueLine<ClaimedConversation> {
  const awaits = work === 'effects' ? 1 : 0;
  let page: readonly DueRow[] | undefined;
  let [offset, place] = [0, 0];

  function row(): DueRow | undefined {
    if (page === undefined || (place === page.length && page.length === pageSize)) {
      offset += page?.length ?? 0;
      page = connection.all<DueRow>(dueOfBrandSql, awaits, brand, now, pageSize, offset);
      place = 0;
    }
    return page[place];
  }

  return {
    brand,
    first() {
      const found = row();
      return found && { brand, customerNumber: found.customer_number, deaths: found.deaths };
    },
    takeFirst() {
      place += 1;
    },
  };
}
