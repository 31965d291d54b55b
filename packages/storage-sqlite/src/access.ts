import type { QueuedWork } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import type { NumberedKind } from './number-sequences.ts';

/**
 * Runs a query function on a connection. The creator of the `RunQuery` decides when, and on which connection.
 *
 * @param key - Allows caching the result under this key until somebody writes. Different queries need different keys.
 */
export type RunQuery = <T>(query: (connection: Connection) => T, key?: string) => Promise<T>;

/** What all stores of one transaction need. */
export interface Transaction {
  readonly brand: string;
  /** Rejects once the transaction is over. */
  readonly run: RunQuery;
  /** Kinds of work that this transaction added to a queue. */
  readonly queued: Set<keyof QueuedWork>;
  /** No number is given twice, even after a rollback. */
  nextNumber(kind: NumberedKind): number;
}
