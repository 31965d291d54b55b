import type {
  DeliveryQueue,
  DeliveryRecord,
  EndedDelivery,
  LeaseRequest,
  NewDelivery,
  Storage,
} from '@botwright/core/ports';
import type { Client } from './client.ts';

/** A delivery before the result of an attempt was stored. */
export interface CompletedDelivery {
  /** The brand of its customer. */
  readonly brand: string;
  /** The record before its end. */
  readonly before: DeliveryRecord;
}

export interface PostgresDeliveryQueue extends DeliveryQueue {
  /** Completes many deliveries. The first of two results of one delivery counts. @returns The stored results. */
  completeAll(worker: string, ended: readonly EndedDelivery[]): Promise<readonly CompletedDelivery[]>;
}

/** A store in PostgreSQL that can also work inside of a transaction of the host. */
export interface PostgresStorage extends Storage {
  /**
   * The same store, within a transaction that the host has begun: the host's COMMIT stores its
   * writes, and its reads see the host's writes. Each batch is a savepoint, which a conflict rolls back, and no batch is
   * retried. An `enqueue` leases nothing, as nobody knows when the host commits. Queues and the rate limiter stay
   * outside.
   *
   * The host's commit wakes the workers of all nodes for queued work.
   *
   * @param client - A client of `pg` after its BEGIN, or a transaction of PGlite, postgres.js or Drizzle.
   * @throws {TypeError} when it is none.
   */
  within(client: object): Storage;
  /**
   * The same store, which calls a listener in each transaction that adds deliveries, before its commit. If the listener
   * rejects, nothing is stored, and the call rejects with its error.
   */
  addingWith(listener: DeliveriesListener): PostgresStorage;
  /**
   * Runs work in one transaction, and again after a serialisation failure or a deadlock. A claim in it does not check
   * whether the clock was set back: call `followClock` first.
   */
  withDeliveryQueue<T>(work: (transaction: QueueTransaction) => Promise<T>): Promise<T>;
  /**
   * Plans waiting deliveries again, in separate transactions, if the clock was set back since the last claim of the
   * worker. The `claim` of `deliveryQueue` does so, too.
   */
  followClock(claim: LeaseRequest): Promise<void>;
}

/** @param client - For statements that commit with the deliveries. */
export type DeliveriesListener = (
  client: Client,
  added: { readonly brand: string; readonly deliveries: readonly NewDelivery[] },
) => Promise<void>;

/** The parts of one transaction on the queue of deliveries. */
export interface QueueTransaction {
  /** The queue of deliveries, whose statements are part of the transaction. */
  readonly queue: PostgresDeliveryQueue;
  /** Its queries take turns with the other queries. If one fails, the transaction rejects. */
  readonly client: Client;
}
