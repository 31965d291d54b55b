import { get } from '../../ports/record-store.ts';
import type { RequestKey } from '../../ports/request-store.ts';
import { requests } from '../../records/requests.ts';
import { Conflict } from '../use-case/run-program.ts';
import { RequestLost } from './lost.ts';
import { reservationResult, shortenedLease, toRequestRecord } from './request-reservation.ts';
import type { Writing } from './writing.ts';

const expectedRequest = (key: RequestKey) => ({ ...get(requests, key), expect: true }) as const;

/** Writes of the keys of idempotent requests. */
export const requestWriting: Writing<'completeRequest' | 'freeRequest' | 'reserveRequest'> = {
  /** @spec ID4, ID7, ST45, ST47 */
  completeRequest: {
    needs: ({ request }) => [expectedRequest(request)],
    write(batch, { request, run, response, at }) {
      const stored = batch.find(requests, request);
      if (stored?.run !== run || stored.completedAt !== undefined) throw new RequestLost();
      batch.put(requests, { ...stored, completedAt: at, response, since: at });
    },
  },
  /** @spec ID5, ST47, ST48 */
  freeRequest: {
    needs: ({ request }) => [expectedRequest(request)],
    write(batch, { request, run }) {
      const stored = batch.find(requests, request);
      if (stored?.run === run && stored.completedAt === undefined) batch.delete(requests, request);
    },
  },
  /** @spec ID1, ID2, ID3, ID7, ID8, ST44, ST45, ST46, ST47, ST50, ST122 */
  reserveRequest: {
    needs: ({ reservation }) => [expectedRequest(reservation)],
    write(batch, { reservation, expected }) {
      const stored = batch.find(requests, reservation);
      const record = toRequestRecord(stored);
      if (reservationResult(record, reservation).kind !== expected) throw new Conflict();
      const { person, path, key, fingerprint, run, leaseUntil } = reservation;
      if (expected === 'reserved') {
        batch.put(requests, { person, path, key, fingerprint, run, leaseUntil, since: leaseUntil });
        return;
      }
      const until = shortenedLease(record, reservation);
      if (stored !== undefined && until !== undefined) {
        batch.put(requests, { ...stored, leaseUntil: until, since: until });
      }
    },
  },
};
