import type { QueuedWork } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import type { NumberedKind } from './number-sequences.ts';

/**
 * Runs a question on a connection. Whoever made the function decides when, and on which connection.
 *
 * @param key - Allows to keep the answer, under this name, as long as nobody writes. Different questions need different
 * keys.
 */
export type Ask = <T>(question: (connection: Connection) => T, key?: string) => Promise<T>;

/** What all stores of one transaction need. */
export interface Transaction {
  readonly brand: string;
  /** Rejects once the transaction is over. */
  readonly ask: Ask;
  /** Kinds of work that this transaction added to a queue. */
  readonly queued: Set<keyof QueuedWork>;
  /** No number is given twice, even after a rollback. */
  nextNumber(kind: NumberedKind): number;
}
