import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** The worker that has a lease, and until when. */
export interface LeaseHolder {
  /** Unique to one run of a worker. */
  readonly worker: string;
  /** From then on another claim may lease the work, unless the worker renews it. */
  readonly leaseUntil: EpochMs;
}

/** A request for a lease: the worker, and the current moment. */
export interface LeaseRequest extends LeaseHolder {
  /** The time of the worker's clock, by which leases end and work is due. */
  readonly now: EpochMs;
}

/**
 * Work of all brands that workers lease.
 *
 * Race rule: one worker at a time has the lease of a piece of work, until it is settled or released, or `now` of a later
 * claim reaches `leaseUntil`.
 */
export interface WorkQueue<TRequest extends LeaseRequest, TLeased, TKey> {
  /** Leases due work. Ends expired leases first. */
  claim(request: TRequest): Promise<readonly TLeased[]>;
  /** Extends the leases of this worker. @spec CQ8, DQ12 */
  renew(holder: LeaseHolder): Promise<void>;
  /**
   * Ends leases of the worker, all of them or only those of the given work: it is due as before. Does nothing for work
   * without a lease of this worker.
   *
   * @spec CQ9, CQ15, DQ14
   */
  release(worker: string, work?: readonly TKey[]): Promise<void>;
  /**
   * Ends the leases of every worker: for a process that knows that no other works on this store.
   *
   * @spec CQ12, CQ15, DQ15
   */
  recover(): Promise<void>;
}
