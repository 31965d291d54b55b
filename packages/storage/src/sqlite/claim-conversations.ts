import { type ClaimedConversation, type ConversationClaim, type DueQueue, shareSlots } from '@botwright/core/ports';
import type { Connection } from './connection.ts';

/** The next brand with work, and the moment when its first work is due. */
export const nextBrandSql =
  'SELECT brand, due_at FROM conversation_work WHERE worker IS NULL AND awaits_effects = ? AND brand > ? ' +
  'ORDER BY brand, due_at LIMIT 1';

/** Rows per read: most brands have few due conversations, or few free slots. */
const pageSize = 8;

/** The limit is a literal: SQLite plans a statement again whenever the value of a bound limit changes. */
export const dueOfBrandSql =
  'SELECT number, customer_number, deaths FROM conversation_work WHERE worker IS NULL AND awaits_effects = ? AND brand = ? ' +
  `AND due_at <= ? ORDER BY due_at LIMIT ${pageSize} OFFSET ?`;

interface DueRow {
  readonly number: number;
  readonly customer_number: number;
  readonly deaths: number;
}

/** A conversation and the number of its row. */
export interface ChosenConversation extends ClaimedConversation {
  readonly number: number;
}

/**
 * Chooses the conversations that a claim leases, without leasing them. Reads every brand with waiting work, and per
 * brand at most the number of rows that the claim may lease.
 *
 * @spec CQ6, CQ17, CQ18
 */
export function chooseConversations(connection: Connection, request: ConversationClaim): readonly ChosenConversation[] {
  if (request.limit <= 0) return [];
  return shareSlots(dueQueues(connection, request), request);
}

/** Reads at most one brand for each free slot. */
function dueQueues(connection: Connection, request: ConversationClaim): readonly DueQueue<ChosenConversation>[] {
  const most = request.limit + (request.held?.size ?? 0);
  return brandsInTurn(connection, request)
    .take(most)
    .map((brand) => queueOf(connection, request, brand))
    .toArray();
}

/** Brands with due work, starting with the brands after `after`. */
function* brandsInTurn(connection: Connection, { work, now, after = '' }: ConversationClaim): Generator<string, void> {
  const awaits = work === 'effects' ? 1 : 0;
  for (const [from, until] of [
    [after, undefined],
    ['', after],
  ] as const) {
    for (let last = from; ; ) {
      const next = connection.get<{ brand: string; due_at: number }>(nextBrandSql, awaits, last);
      if (next === undefined || (until !== undefined && next.brand > until)) break;
      if (next.due_at <= now) yield next.brand;
      last = next.brand;
    }
    if (after === '') return;
  }
}

function queueOf(connection: Connection, request: ConversationClaim, brand: string): DueQueue<ChosenConversation> {
  const due = dueOfBrand(connection, request, brand);
  let next = due.next();
  return {
    brand,
    first: () => (next.done === true ? undefined : next.value),
    removeFirst() {
      next = due.next();
    },
  };
}

/** Reads the due work of a brand page by page. */
function* dueOfBrand(
  connection: Connection,
  { work, now }: ConversationClaim,
  brand: string,
): Generator<ChosenConversation, void> {
  const awaits = work === 'effects' ? 1 : 0;
  for (let offset = 0; ; offset += pageSize) {
    const page = connection.all<DueRow>(dueOfBrandSql, awaits, brand, now, offset);
    for (const { number, customer_number, deaths } of page) {
      yield { number, brand, customerNumber: customer_number, deaths };
    }
    if (page.length < pageSize) return;
  }
}
