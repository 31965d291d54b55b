import {
  erasedPlace,
  isPlaceOf,
  type JournaledConversation,
  type JournalRedaction,
  type JournalStart,
  openSteps,
} from '../../domain/conversation/journal.ts';
import { readJournalSteps } from '../../domain/conversation/journal-step.ts';
import { journalOptionsSchema } from '../../domain/inputs/journal.ts';
import { readInput } from '../../domain/inputs/read-input.ts';
import type { Page } from '../../domain/paging/page.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { get, type RecordStore } from '../../ports/record-store.ts';
import type { ConversationRecord } from '../../records/customers.ts';
import { conversations as conversationKind } from '../../records/customers.ts';
import { type JournalEntry, journals } from '../../records/journals.ts';
import { ask, expecting, list, put, read, remove } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';
import { load, type Part } from '../use-case/use-case.ts';

/** The option `journal` of an engine. */
export interface JournalOptions {
  /** The age in milliseconds at which a conversation leaves the journal. */
  readonly forMs: number;
  /** The answers that are not kept. Default: none. */
  readonly redact?: JournalRedaction;
}

/** @throws {TypeError} when the option is invalid. @spec JR27 */
export function requireJournal(given: JournalOptions | undefined): JournalOptions | undefined {
  if (given === undefined) return undefined;
  const read = readInput(journalOptionsSchema, given);
  if (read.ok) return given;
  const { field = '', message = '' } = read.faults[0] ?? {};
  throw new TypeError(`journal${field && `.${field}`}: ${message}`);
}

/** A page of the conversations that began in a bot, newest first. @spec JR8 */
export function* readJournals(query: {
  readonly botId: string;
  readonly customer?: number | undefined;
  readonly page: number;
  readonly pageSize: number;
}): Part<Page<JournaledConversation>> {
  const [{ items, ...rest }] = yield* load({ kind: 'journals', query });
  const parts = yield* load(
    ...items.flatMap(({ customerNumber: customer, begunAt }) => [
      { kind: 'journalSteps', customer, begunAt } as const,
      { kind: 'conversation', customer } as const,
    ]),
  );
  const conversations = items.map(({ customerNumber: customer, begunAt, startJson = '{}' }, index) => ({
    customer,
    begunAt,
    start: JSON.parse(startJson) as JournalStart,
    steps: [
      ...(parts[2 * index] as readonly JournalEntry[]).flatMap(({ stepsJson }) => readJournalSteps(stepsJson)),
      ...openSteps((parts[2 * index + 1] as ConversationRecord | undefined)?.journal, begunAt),
    ],
  }));
  return { ...rest, items: conversations };
}

/** Conversations per commit. */
const erasedAtOnce = 20;

/** Erases the journal of a bot. @spec JR10 */
export async function eraseJournal(storage: RecordStore, brand: string, botId: string): Promise<void> {
  const begun = list(journals, { list: 'begun', order: 'newest', within: [botId], limit: erasedAtOnce });
  for (;;) {
    const [{ items }] = await read(storage, { brand }, begun);
    await eraseConversations(
      storage,
      brand,
      items.map(({ record }) => record),
    );
    if (items.length < erasedAtOnce) return;
  }
}

/** Erases the conversations of all brands that began before a moment. @spec JR9 */
export async function removeJournals(storage: RecordStore, before: EpochMs): Promise<void> {
  const where = { before: before - 1 };
  const old = list(journals, { list: 'old', order: 'oldest', where, limit: erasedAtOnce });
  for (;;) {
    const [{ items }] = await read(storage, 'store', old);
    for (const [brand = '', ofBrand] of Map.groupBy(items, (each) => each.brand)) {
      await eraseConversations(
        storage,
        brand,
        ofBrand.map(({ record }) => record),
      );
    }
    if (items.length < erasedAtOnce) return;
  }
}

async function eraseConversations(
  storage: RecordStore,
  brand: string,
  conversations: readonly JournalEntry[],
): Promise<void> {
  if (conversations.length === 0) return;
  await runPlan(storage, { brand }, function* (writes) {
    const within = conversations.map(({ customerNumber, begunAt }) => [customerNumber, begunAt]);
    const found = yield* ask(...within.map((each) => list(journals, { list: 'steps', order: 'first', within: each })));
    for (const { items } of found) for (const { record } of items) writes.push(remove(journals, record));
    const customers = [...new Set(conversations.map(({ customerNumber }) => customerNumber))];
    const held = yield* ask(...customers.map((customerNumber) => expecting(get(conversationKind, { customerNumber }))));
    for (const stored of held) {
      const { journal, ...record } = stored?.record ?? ({} as ConversationRecord);
      const isErased = conversations.some(
        ({ customerNumber, begunAt }) => customerNumber === record.customerNumber && isPlaceOf(journal, begunAt),
      );
      if (!isErased) continue;
      const left = erasedPlace(journal);
      writes.push(put(conversationKind, { ...(record as ConversationRecord), ...(left && { journal: left }) }));
    }
  });
}
