import type { QueuedWork } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import type { NumberedKind } from './number-sequences.ts';

/**
 * Runs a query function on a connection. The creator of the `RunQuery` decides when, and on which connection.
 *
 * @param key - Allows caching the result under this key until somebody writes. Different queries need different keys.
 */
export type RunQuery = <T>(query: (connection: Connection) => T, key?: string) => Promise<T>;

/** A store whose methods return synchronously. */
export type Sync<TStore> = {
  readonly [TName in keyof TStore]: TStore[TName] extends (...given: infer TGiven) => Promise<infer TAnswer>
    ? (...given: TGiven) => TAnswer
    : never;
};

/** The context of all stores that read. */
export interface BrandConnection {
  readonly connection: Connection;
  readonly brand: string;
}

/** The context of all stores of one transaction. */
export interface Transaction extends BrandConnection {
  /** Kinds of work that this transaction added to a queue. */
  readonly queued: Set<keyof QueuedWork>;
  /** Gives each number only once, even after a rollback. */
  nextNumber(kind: NumberedKind): number;
}
