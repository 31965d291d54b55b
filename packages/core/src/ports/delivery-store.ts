import type { DeliveryProgress, DeliveryState } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import type { Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { OffsetRange } from './channel-store.ts';

/** One message on its way to one target. */
export interface DeliveryRecord {
  /** A UUID v7: sorts by creation. */
  readonly id: string;
  readonly target: DeliveryTarget;
  readonly workspace: number;
  readonly customerNumber: number;
  readonly messageUuid: string;
  /** Of the target when it was made; shown in records. */
  readonly origin: string;
  readonly createdAt: EpochMs;
  /** Delivery that this one repeats by hand. */
  readonly replayOf?: string;
  readonly progress: DeliveryProgress;
}

/** A delivery as it is added: the body is frozen here, the same bytes on every attempt. */
export interface NewDelivery extends Omit<DeliveryRecord, 'progress'> {
  /** JSON text. */
  readonly body: string;
  readonly dueAt: EpochMs;
}

export interface DeliveryListQuery extends OffsetRange {
  readonly workspaces: readonly number[];
  readonly state?: DeliveryState;
  readonly target?: DeliveryTarget;
}

export interface DeliveryReader {
  /** @spec DQ1 */
  find(id: string): Promise<DeliveryRecord | undefined>;
  /** Newest first, which is by descending `id`. @spec DQ4 */
  list(query: DeliveryListQuery): Promise<Slice<DeliveryRecord>>;
  /** `undefined`: no such delivery, or its body was erased with the customer. @spec DQ1, DQ6 */
  findBody(id: string): Promise<string | undefined>;
}

export interface DeliveryStore extends DeliveryReader {
  /**
   * The outbox: what is added here becomes due when, and only if, the transaction commits. An id that the brand
   * has is a fault. Deliveries to do with one customer that have equal bodies share one, which is kept once.
   *
   * @spec DQ1, DQ2, DQ3, DQ21
   */
  add(deliveries: readonly NewDelivery[]): Promise<void>;
  /**
   * Ends every pending delivery of the target as `disabled`; an attempt under way settles as `'lost'`. Of very many, a
   * store may take all out of the queue and end them later, so that it holds up no other writer.
   *
   * @spec DQ5
   */
  endPending(target: DeliveryTarget, at: EpochMs): Promise<void>;
  /** The same for the deliveries to do with a customer, whose bodies are erased, finished ones too. @spec DQ6 */
  eraseOfCustomer(customerNumber: number, at: EpochMs): Promise<void>;
  /** The same for every customer on a channel of the bot. Before the bot is destroyed: nobody finds them after. @spec DQ19 */
  eraseOfBot(botId: string, at: EpochMs): Promise<void>;
}

/** Who works on what was claimed: only it can settle. Unique to one worker's run. */
export interface LeaseHolder {
  readonly worker: string;
  readonly leaseUntil: EpochMs;
}

export interface ClaimedDelivery extends DeliveryRecord {
  readonly brand: string;
  readonly body: string;
}

/** How many deliveries may be under lease at a time. */
export interface DeliveryBounds {
  readonly worker: string;
  /**
   * Of this worker. A brand gets another slot only while the worker holds fewer deliveries of it than it has slots
   * free: half of them when no other brand holds any.
   */
  readonly slots: number;
  /** Of one target, whoever holds them. */
  readonly perTarget: number;
}

export interface ClaimRequest extends LeaseHolder, DeliveryBounds {
  readonly now: EpochMs;
  /** Of deliveries in the answer. */
  readonly limit: number;
  /** Of the bodies in the answer, in UTF-8, each that is shared counted once. The first is let through whatever it has. */
  readonly bodyBytes: number;
}

/** Pending deliveries of the whole installation, for those who send them. */
export interface DeliveryQueue {
  /**
   * Leases due deliveries within the bounds. Brands take turns, and of each brand its targets, so that none waits
   * behind the queue of another. Within a target the one due first goes first, then the one added first.
   *
   * Race rule: a delivery is in the hands of one worker at a time, until it settles, is released, or `now` of a
   * later claim reaches `leaseUntil`. What is under lease is counted in the same transaction.
   *
   * Costs the same however many are due, also where they belong to brands and targets at their bounds. A claim that
   * ends for `bodyBytes` leaves the rest due: `nextDueAt` says so.
   *
   * @spec DQ7, DQ8, DQ9, DQ10, DQ11, DQ20, DQ22
   */
  claim(request: ClaimRequest): Promise<readonly ClaimedDelivery[]>;
  /** Moves the leases of this worker on. @spec DQ12 */
  renew(holder: LeaseHolder): Promise<void>;
  /**
   * Writes down how the attempt ended and gives up the lease. `'lost'`: the lease ended, or the delivery did, and
   * nothing is written.
   *
   * @spec DQ13
   */
  settle(
    claimed: { readonly brand: string; readonly id: string; readonly worker: string },
    progress: DeliveryProgress,
  ): Promise<'settled' | 'lost'>;
  /** Gives up leases without an attempt: the deliveries are due as before. @spec DQ14 */
  release(worker: string, ids?: readonly string[]): Promise<void>;
  /** Gives up the leases of everybody: for a process that knows that no other works on this store. @spec DQ15 */
  recover(): Promise<void>;
  /**
   * When the next delivery is due that is not under lease and that the worker could claim within the bounds; a
   * moment that is past when one is due.
   *
   * @spec DQ16
   */
  nextDueAt(bounds: DeliveryBounds): Promise<EpochMs | undefined>;
  /** Removes what finished before, at most `limit` of them; answers how many. @spec DQ17 */
  prune(finishedBefore: EpochMs, limit: number): Promise<number>;
}
