import type { ConversationQueue } from './conversation-store.ts';
import type { DeliveryQueue } from './delivery-store.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { RecordStore } from './record-store.ts';

/**
 * Everything that the engine needs from a store: records of declared kinds, two queues and a rate limiter. Test an
 * implementation with the contract suite of `@botwright/testing/contracts`.
 *
 * All comments of these interfaces use two terms. A call *rejects* with any error, and then stores nothing;
 * `StorageUnavailableError` says that a later attempt may succeed. A *race rule* says which results concurrent callers,
 * in any process, can rely on.
 */
export interface Storage extends RecordStore {
  /** Constant while the store is open. */
  readonly capabilities: {
    /** Whether everything that was acknowledged survives the end of the process. @spec ST9 */
    readonly durable: boolean;
    /** Whether the store has the operations `copy`, `splice` and `trim`. Default: the engine writes documents whole. */
    readonly text?: boolean;
  };

  /** The conversations with work; batches with `enqueue` and `settle` fill and empty it. */
  readonly conversationQueue: ConversationQueue;

  /** The pending deliveries; batches with `addDeliveries` fill it. */
  readonly deliveryQueue: DeliveryQueue;

  /** Counts requests of all processes on the store together, if the store is shared. */
  readonly rateLimiter: RateLimiter;

  /**
   * Calls the listener when any process on the same data has queued work, so that workers find it immediately, or has
   * stored records whose kind says `announced`. Absent: the store does not see the work of other processes. Workers,
   * subscribers of events and followers of conversations then find it at their next poll.
   *
   * It may also call without cause, and after a lost connection for work that was queued during the outage. A call can
   * be lost with the process that queued the work, so workers poll in any case. The listener does not throw.
   *
   * @returns Ends the calls.
   * @spec ST102
   */
  onQueuedWork?(listener: (work: QueuedWork) => void): () => void;

  /**
   * The same store in a transaction that the host has begun: what is written through it is stored by the host's COMMIT
   * and undone by its ROLLBACK, and reads see the writes of the transaction. Optional.
   *
   * A batch that is not committed leaves the transaction usable, without its own writes. A conflict is answered, and
   * never tried again. An `enqueue` leases nothing; workers learn of queued work when the host commits. The queues and
   * the rate limiter stay outside. Its `close` leaves the transaction and the client as they are.
   *
   * @param client - The connection with the transaction, in the form of the driver.
   * @throws {TypeError} when it is not such a connection.
   */
  within?(client: unknown): Storage;

  /** Waits for the calls that run. Every later call rejects, except another `close`. @spec ST8 */
  close(): Promise<void>;
}

/** Kinds of work that a batch can add to a queue of the store. */
export interface QueuedWork {
  /** The batch added deliveries. */
  readonly deliveries: boolean;
  /** The batch added to the inbox of a conversation. */
  readonly conversations: boolean;
  /** The batch stored records of a kind with `announced: 'events'`. Absent: no, or the store does not say so. */
  readonly events?: boolean;
  /**
   * The customers whose work or records of a kind with `announced: { customer }` the batch changed; `any`: perhaps
   * every one. Absent: none, or the store does not say so.
   */
  readonly customers?: readonly number[] | 'any';
  /** Brands of which the batch removed customers together with their owners. Absent: none, or the store does not say so. */
  readonly brands?: readonly string[];
}
