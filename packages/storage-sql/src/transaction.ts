import type { QueuedWork } from '@botwright/core/ports';
import type { Query, RunQuery } from './query.ts';

/** The kinds of records that are numbered across all brands, each kind separately. */
export type NumberedKind = 'bot' | 'channel' | 'customer' | 'hook';

/** The context of all stores of one transaction. */
export interface Transaction {
  readonly brand: string;
  /** Rejects once the transaction is over. */
  readonly run: RunQuery;
  /** Kinds of work that this transaction added to a queue. */
  readonly queued: Set<keyof QueuedWork>;
  /** Gives each number only once, even after a rollback. */
  nextNumber(kind: NumberedKind): Query<number>;
}

/** @throws When nothing was written. @param fault - The reason. */
export function requireWritten(rows: number, fault: string): void {
  if (rows === 0) throw new Error(fault);
}

/** @throws When the row is missing, which means that the database is damaged. */
export function justWritten<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('A row that was just written is not there.');
  return row;
}
