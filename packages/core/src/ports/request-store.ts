import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** One use of an `Idempotency-Key`: who, where, which key. @spec ST50 */
export interface RequestKey {
  readonly person: number;
  readonly path: string;
  readonly key: string;
}

export interface Reservation extends RequestKey {
  readonly fingerprint: string;
  /** Names this run; only it can complete or free the key. */
  readonly run: string;
  readonly now: EpochMs;
  readonly leaseUntil: EpochMs;
  readonly replayForMs: number;
}

export type ReservationResult =
  | { readonly kind: 'reserved' | 'in_use' | 'reused' }
  | { readonly kind: 'replay'; readonly response: string };

/** The stored record of a key. */
export interface RequestRecord {
  readonly fingerprint: string;
  readonly leaseUntil: EpochMs;
  /** Absent: the run has not completed it. */
  readonly completed?: { readonly response: string; readonly at: EpochMs };
}

/**
 * Decides on a reservation. A store calls it in the transaction that reserves, and writes when the result is
 * `'reserved'`.
 *
 * @param record - The stored record of the key, if any.
 * @spec ST45, ST46, ST47
 */
export function reservationResult(record: RequestRecord | undefined, request: Reservation): ReservationResult {
  if (record === undefined) return { kind: 'reserved' };
  const { completed, leaseUntil, fingerprint } = record;
  const isHeld = completed === undefined ? request.now < leaseUntil : request.now - completed.at < request.replayForMs;
  if (!isHeld) return { kind: 'reserved' };
  if (fingerprint !== request.fingerprint) return { kind: 'reused' };
  return completed === undefined ? { kind: 'in_use' } : { kind: 'replay', response: completed.response };
}

/**
 * The end of the lease of a requested key: no later than if the run had taken the key now. A store writes it when the
 * key is in use, so that callers do not wait longer after the clock was set back.
 *
 * @spec ST122
 */
export function shortenedLease(
  record: Pick<RequestRecord, 'leaseUntil' | 'completed'> | undefined,
  request: Pick<Reservation, 'leaseUntil'>,
): EpochMs | undefined {
  if (record === undefined || record.completed !== undefined) return undefined;
  return record.leaseUntil > request.leaseUntil ? request.leaseUntil : undefined;
}

export interface RequestStore {
  /**
   * Finds the record of a key and locks it until this transaction ends: a `lock` of another transaction waits. A key
   * without a record is not locked.
   *
   * @spec ST44
   */
  lock(request: RequestKey): Promise<RequestRecord | undefined>;
  /**
   * Takes the key for one run.
   *
   * Race rule: one of several concurrent calls returns `'reserved'`; the others return `'in_use'` until the run stores
   * its response or `now` reaches its `leaseUntil`, which a call with an earlier one shortens. For a key whose response
   * was stored less than `replayForMs` ago the call returns that response. When the fingerprint differs from the
   * fingerprint of a key in use or completed, the result is `'reused'`. Any other key is free.
   *
   * @spec ST44, ST45, ST46, ST47, ST122
   */
  reserve(request: Reservation): Promise<ReservationResult>;
  /**
   * Stores the response in this transaction. `'lost'`: another run has the key now, so the caller must roll back.
   *
   * @spec ST47, ST49
   */
  complete(request: RequestKey, run: string, response: string, now: EpochMs): Promise<'completed' | 'lost'>;
  /** Frees the key of a run that changed nothing; does nothing when the run no longer holds it. @spec ST48 */
  free(request: RequestKey, run: string): Promise<void>;
}
