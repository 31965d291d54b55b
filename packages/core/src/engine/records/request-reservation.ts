import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { Reservation, ReservationResult, StoredRequest } from '../../records/requests.ts';

/**
 * Decides on a reservation.
 *
 * @param stored - The record of the key, if any.
 * @spec ID1, ID2, ID7
 */
export function reservationResult(stored: StoredRequest | undefined, request: Reservation): ReservationResult {
  if (stored === undefined) return { kind: 'reserved' };
  const { completedAt, response = '', leaseUntil, fingerprint } = stored;
  const isHeld = completedAt === undefined ? request.now < leaseUntil : request.now - completedAt < request.replayForMs;
  if (!isHeld) return { kind: 'reserved' };
  if (fingerprint !== request.fingerprint) return { kind: 'reused' };
  return completedAt === undefined ? { kind: 'in_use' } : { kind: 'replay', response };
}

/**
 * The end of the lease of a key in use: no later than if the run had taken the key now, so that callers do not wait
 * longer after the clock was set back.
 *
 * @spec ST122
 */
export function shortenedLease(
  stored: StoredRequest | undefined,
  request: Pick<Reservation, 'leaseUntil'>,
): EpochMs | undefined {
  if (stored === undefined || stored.completedAt !== undefined) return undefined;
  return stored.leaseUntil > request.leaseUntil ? request.leaseUntil : undefined;
}
