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

/** What is stored of a key. */
export interface RequestRecord {
  readonly fingerprint: string;
  readonly leaseUntil: EpochMs;
  /** Absent: the run has not completed it. */
  readonly completed?: { readonly response: string; readonly at: EpochMs };
}

/**
 * What a reservation leads to. A store asks it in the transaction that reserves, and then writes when it is `'reserved'`.
 *
 * @param record - What is stored of the key, if anything is.
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
 * Until when a run has a key that is asked for: no longer than if it had taken the key now. A store writes it when the
 * key is in use, so that a clock that was set back makes nobody wait longer.
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
   * Finds what is stored of a key and locks it until this transaction ends: a `lock` of another transaction waits. A key
   * of which nothing is stored is not locked.
   *
   * @spec ST44
   */
  lock(request: RequestKey): Promise<RequestRecord | undefined>;
  /**
   * Takes the key for one run.
   *
   * Race rule: of concurrent calls one returns `'reserved'`; the others return `'in_use'` until the run stores its
   * response or `now` reaches its `leaseUntil`, which a call with an earlier one shortens. For a key whose response was stored less than `replayForMs` ago that
   * response is returned. When the fingerprint differs from that of a key in use or completed, the result is `'reused'`.
   * Any other key is free.
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
