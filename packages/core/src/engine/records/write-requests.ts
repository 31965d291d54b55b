import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { get } from '../../ports/record-store.ts';
import type { RequestKey, Reservation } from '../../records/requests.ts';
import { requests } from '../../records/requests.ts';
import { Conflict } from '../use-case/run-program.ts';
import { reservationResult, shortenedLease } from './request-reservation.ts';
import { RequestLost, written } from './writing.ts';

const expectedRequest = (key: RequestKey) => ({ ...get(requests, key), expect: true }) as const;

/** Writes of the keys of idempotent requests. */
export const requestWriting = {
  /**
   * Stores the response of an idempotent request, unless another run has taken the key over.
   *
   * @spec ID4, ID7, ST45, ST47
   */
  completeRequest: written<{
    readonly request: RequestKey;
    readonly run: string;
    readonly response: string;
    readonly at: EpochMs;
  }>({
    needs: ({ request }) => [expectedRequest(request)],
    write(batch, { request, run, response, at }) {
      const stored = batch.find(requests, request);
      if (stored?.run !== run || stored.completedAt !== undefined) throw new RequestLost();
      batch.put(requests, { ...stored, completedAt: at, response, since: at });
    },
  }),
  /** Frees the key, unless another run has it or its response is stored. @spec ID5, ST47, ST48 */
  freeRequest: written<{ readonly request: RequestKey; readonly run: string }>({
    needs: ({ request }) => [expectedRequest(request)],
    write(batch, { request, run }) {
      const stored = batch.find(requests, request);
      if (stored?.run === run && stored.completedAt === undefined) batch.delete(requests, request);
    },
  }),
  /**
   * Takes the key of an idempotent request, or shortens its lease. A conflict when the result is not `expected`.
   *
   * @spec ID1, ID2, ID3, ID7, ID8, ST44, ST45, ST46, ST47, ST50, ST122
   */
  reserveRequest: written<{ readonly reservation: Reservation; readonly expected: 'reserved' | 'in_use' }>({
    needs: ({ reservation }) => [expectedRequest(reservation)],
    write(batch, { reservation, expected }) {
      const stored = batch.find(requests, reservation);
      if (reservationResult(stored, reservation).kind !== expected) throw new Conflict();
      const { person, path, key, fingerprint, run, leaseUntil } = reservation;
      if (expected === 'reserved') {
        batch.put(requests, { person, path, key, fingerprint, run, leaseUntil, since: leaseUntil });
        return;
      }
      const until = shortenedLease(stored, reservation);
      if (stored !== undefined && until !== undefined) {
        batch.put(requests, { ...stored, leaseUntil: until, since: until });
      }
    },
  }),
};
