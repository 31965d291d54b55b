import { type RequestKey, type RequestStore, reservationResult, shortenedLease } from '../ports/request-store.ts';
import type { Write } from './working-state.ts';

export function requestStore(write: Write): RequestStore {
  return {
    lock: (request) => write((state) => state.requests.get(rowKey(request))),

    reserve(request) {
      const given = { ...request };
      return write((state) => {
        const row = state.requests.get(rowKey(given));
        const result = reservationResult(row, given);
        const until = result.kind === 'in_use' ? shortenedLease(row, given) : undefined;
        if (row !== undefined && until !== undefined) state.requests.put({ ...row, leaseUntil: until });
        if (result.kind !== 'reserved') return result;
        const { fingerprint, run, leaseUntil } = given;
        state.requests.put({ key: rowKey(given), fingerprint, run, leaseUntil });
        return result;
      });
    },

    complete: (request, run, response, now) =>
      write((state) => {
        const row = state.requests.get(rowKey(request));
        if (row?.run !== run || row.completed !== undefined) return 'lost';
        state.requests.put({ ...row, completed: { response, at: now } });
        return 'completed';
      }),

    free: (request, run) =>
      write((state) => {
        const row = state.requests.get(rowKey(request));
        if (row?.run === run && row.completed === undefined) state.requests.remove(row.key);
      }),
  };
}

function rowKey({ person, path, key }: RequestKey): string {
  return JSON.stringify([person, path, key]);
}
