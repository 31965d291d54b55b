import type { Connection } from './connection.ts';
import type { NumberedKind } from './given-numbers.ts';

/**
 * Asks a connection, when and which one is decided by who made this.
 *
 * @param key - Names the answer, for one that may be asked for again and again; it must name no other.
 */
export type Ask = <T>(question: (connection: Connection) => T, key?: string) => Promise<T>;

/** What the stores of one transaction share. */
export interface Transaction {
  readonly brand: string;
  /** Rejects once the transaction is over. */
  readonly ask: Ask;
  /** Bots that this transaction claimed or inserted. */
  readonly held: Set<string>;
  /** Customers, likewise. */
  readonly heldCustomers: Set<number>;
  /** Never given twice, whatever becomes of the transaction. */
  nextNumber(kind: NumberedKind): number;
}
