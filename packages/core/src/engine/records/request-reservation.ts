import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { RequestRecord, Reservation, ReservationResult } from '../../ports/request-store.ts';
import type { StoredRequest } from '../../records/requests.ts';

export function toRequestRecord(stored: StoredRequest | undefined): RequestRecord | undefined {
  if (stored === undefined) return undefined;
  const { fingerprint, leaseUntil, response, completedAt } = stored;
  if (response === undefined || completedAt === undefined) return { fingerprint, leaseUntil };
  return { fingerprint, leaseUntil, completed: { response, at: completedAt } };
}

/**
 * Decides on a reservation.
 *
 * @param record - The stored record of the key, if any.
 * @spec ID1, ID2, ID7
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
 * The end of the lease of a key in use: no later than if the run had taken the key now, so that callers do not wait
 * longer after the clock was set back.
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
