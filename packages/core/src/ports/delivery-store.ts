import type { DeliveryProgress, DeliveryState } from '../domain/delivery/delivery-progress.ts';
import type { DeliveryTarget } from '../domain/delivery/delivery-target.ts';
import type { QueueDepth } from '../domain/delivery/queue-depth.ts';
import type { OffsetRange } from '../domain/paging/offset.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { LeaseRequest, WorkQueue } from './work-queue.ts';

/** The delivery of one message to one target. */
export interface DeliveryRecord {
  /** A UUID v7: sorts by creation. */
  readonly id: string;
  /** Still named after the target was deleted. */
  readonly target: DeliveryTarget;
  /** The workspace of the channel. */
  readonly workspace: number;
  /** The customer that the message is about. */
  readonly customerNumber: number;
  /** `uuid` of the message; a replay has the same. */
  readonly messageUuid: string;
  /** Scheme and host of the target when the delivery was made, or `transport:` and a family; shown in records. */
  readonly origin: string;
  /** When the message was stored, or the replay was requested. */
  readonly createdAt: EpochMs;
  /** Id of the delivery that this one replays. */
  readonly replayOf?: string;
  /** Waits for the earlier ordered deliveries of the customer to the target. Default: no. */
  readonly ordered?: true;
  /** Pending, delivered or given up, with the finished attempts. */
  readonly progress: DeliveryProgress;
}

/** A delivery to add. Its body never changes: every attempt sends the same bytes. */
export interface NewDelivery extends Omit<DeliveryRecord, 'progress'> {
  /** JSON text. */
  readonly body: string;
  /** The first attempt takes place from then on. */
  readonly dueAt: EpochMs;
}

/** A page of deliveries in these workspaces; absent filters do not limit. */
export interface DeliveryListQuery extends OffsetRange {
  /** Empty: no delivery matches. */
  readonly workspaces: readonly number[];
  /** `dead`: deliveries that were given up. Absent: all. */
  readonly state?: DeliveryState;
  /** Only deliveries to this hook or channel. Absent: all. */
  readonly target?: DeliveryTarget;
}

/** A due delivery whose lease the caller has; `body` is JSON. */
export interface ClaimedDelivery extends DeliveryRecord {
  /** The brand of the customer. */
  readonly brand: string;
  /** JSON text; the same on every attempt. */
  readonly body: string;
}

/** How many deliveries may be under way at a time. */
export interface DeliveryBounds {
  /**
   * Slots of the claiming worker. A brand gets another slot only while it uses fewer than are free, so at most half of
   * them.
   */
  readonly slots: number;
  /** How many slots each brand uses already, including attempts whose lease is lost. Default: none. */
  readonly held?: ReadonlyMap<string, number>;
  /** Maximum of leased deliveries per target, counted over all workers. */
  readonly perTarget: number;
}

/** How an attempt of a delivery ended. */
export interface EndedDelivery extends Pick<ClaimedDelivery, 'brand' | 'id' | 'progress'> {}

/** A claim of due deliveries, within bounds of number and bytes. */
export interface ClaimRequest extends LeaseRequest, DeliveryBounds {
  /**
   * Attempts of this worker that have ended. Each is stored as `complete` does, in the transaction of the claim and
   * before it, so that one commit does both. Default: none.
   */
  readonly ended?: readonly EndedDelivery[];
  /**
   * Called when the claim is stored, with the number of expired leases that it ended: their workers died, or could not
   * extend them. Not called when there were none.
   *
   * @spec DQ26
   */
  onLeasesEnded?(count: number): void;
  /** How many deliveries are returned at most. */
  readonly limit: number;
  /** Maximum UTF-8 bytes of the returned bodies; a shared body counts once. The first is returned with any size. */
  readonly bodyBytes: number;
}

/**
 * The pending deliveries of all brands, for the workers that send them.
 *
 * A claim leases due deliveries within the bounds. Brands take turns, and targets within a brand, too, so that none
 * waits behind the queue of another. Within a target the one due first goes first, then the one added first. The leases
 * of a target are counted in the same transaction.
 *
 * Of the ordered deliveries of a customer to a target, only the pending one added first can be due; the others are held
 * back. A batch that adds deliveries has a condition on the customer, so that two batches add them one after the other.
 *
 * The cost does not depend on how many are due or held back, even for brands and targets at their bounds. A claim that ends because
 * of `bodyBytes` leaves the rest due, as `nextDueAt` then returns.
 *
 * The first claim of a worker, and a claim that finds that the worker's clock has gone back, makes deliveries due that
 * were planned later than now, and lets leases last no longer than its own: see `createSetBackSweep`.
 *
 * @spec DQ7, DQ8, DQ9, DQ10, DQ11, DQ12, DQ14, DQ15, DQ20, DQ22, DQ23, DQ27, DQ28, DQ29
 */
export interface DeliveryQueue extends WorkQueue<ClaimRequest, ClaimedDelivery, string> {
  /**
   * Stores how the attempt ended, and ends the lease. `'lost'`: the lease or the delivery had ended, or the attempts of
   * the result do not begin with the stored attempts. Then nothing is stored.
   *
   * @spec DQ13, DQ25
   */
  complete(
    claimed: { readonly brand: string; readonly id: string; readonly worker: string },
    progress: DeliveryProgress,
  ): Promise<'completed' | 'lost'>;
  /**
   * When the next waiting delivery is due that a claim could lease within the bounds; a past moment if one is
   * due already.
   *
   * @spec DQ16
   */
  nextDueAt(bounds: DeliveryBounds): Promise<EpochMs | undefined>;
  /**
   * How many deliveries are pending, for the brands with the most of them and for all others together. Its cost depends
   * on the numbers of brands and targets, and hardly on the number of deliveries.
   *
   * @param brands - How many brands are named at most.
   * @spec DQ24
   */
  depth(brands: number): Promise<QueueDepth>;
  /** Removes deliveries that finished before, at most `limit`. @returns How many were removed. @spec DQ17 */
  prune(finishedBefore: EpochMs, limit: number): Promise<number>;
}
