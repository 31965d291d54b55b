import type { Row } from '../ports/record-lists.ts';
import { isAnything, workOf } from './conversation-work.ts';
import { nameOf, type StoredWork, type WorkRow } from './conversation-work-index.ts';
import { frozenCopy } from './frozen-copy.ts';
import { type MemoryState, tableOf } from './memory-state.ts';
import { newRow } from './records/memory-row.ts';
import { keyIn } from './records/record-table.ts';
import { type StoredDelivery, shareBodies } from './stored-delivery.ts';

/** Everything that a memory store has committed, except the counts of its rate limiter, as plain data. */
export interface MemoryContents {
  /** The brand is empty for a record of the store. */
  readonly records: readonly (Row & { readonly kind: string })[];
  /** Customers whose conversations have work, or are leased. */
  readonly conversationWork: readonly (StoredWork & { readonly row: WorkRow })[];
  /** Pending and finished ones of all brands. */
  readonly deliveries: readonly StoredDelivery[];
  /** The last number that was given, by sequence. */
  readonly numbers: Readonly<Record<string, number>>;
}

export function dumpContents({ tables, conversations, deliveries, numbers }: MemoryState): MemoryContents {
  return {
    records: [...tables.values()].flatMap(({ kind, all }) =>
      Array.from(all(), ({ documents: _, ...row }) => ({ ...row, kind: kind.name })),
    ),
    conversationWork: conversations.index.all().map((row) => ({ ...workOf(conversations, row), row })),
    deliveries: [...deliveries.all()],
    numbers: Object.fromEntries(numbers),
  };
}

/** Adds the contents to an empty state. */
export function loadContents(state: MemoryState, contents: MemoryContents): void {
  for (const { kind: name, ...row } of contents.records) {
    if (name === 'request' && row.record['completedAt'] === undefined) continue;
    const table = tableOf(state, name);
    const stored = newRow(table.kind, row, undefined);
    table.set(row.brand, keyIn(table.kind, stored), stored);
  }
  for (const { row, ...work } of frozenCopy(contents.conversationWork)) {
    if (isAnything(work)) state.conversations.works.set(nameOf(row), work);
    state.conversations.index.put(row);
  }
  const bodyOf = shareBodies();
  for (const delivery of frozenCopy(contents.deliveries)) {
    const { record, body } = delivery;
    // Deliveries with equal bodies share one again.
    const shared = body && bodyOf({ customerNumber: record.customerNumber, body: body.text });
    state.deliveries.put(shared === undefined ? delivery : Object.freeze({ ...delivery, body: shared }));
  }
  for (const [sequence, number] of Object.entries(contents.numbers)) state.numbers.set(sequence, number);
}
