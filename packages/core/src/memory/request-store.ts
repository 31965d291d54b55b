import type { RequestKey, RequestStore } from '../ports/request-store.ts';
import type { RequestRow } from './brand-state.ts';
import type { Write } from './working-state.ts';

export function requestStore(write: Write): RequestStore {
  return {
    reserve(request) {
      const given = { ...request };
      return write((state) => {
        const row = state.requests.get(rowKey(given));
        if (row !== undefined && isHeld(row, given)) {
          if (row.fingerprint !== given.fingerprint) return { kind: 'reused' };
          return row.settled === undefined ? { kind: 'in_use' } : { kind: 'replay', answer: row.settled.answer };
        }
        const { fingerprint, run, leaseUntil } = given;
        state.requests.put({ key: rowKey(given), fingerprint, run, leaseUntil });
        return { kind: 'reserved' };
      });
    },

    settle: (request, run, answer, now) =>
      write((state) => {
        const row = state.requests.get(rowKey(request));
        if (row?.run !== run || row.settled !== undefined) return 'lost';
        state.requests.put({ ...row, settled: { answer, at: now } });
        return 'settled';
      }),

    free: (request, run) =>
      write((state) => {
        const row = state.requests.get(rowKey(request));
        if (row?.run === run && row.settled === undefined) state.requests.remove(row.key);
      }),
  };
}

function isHeld(row: RequestRow, ask: { readonly now: number; readonly replayForMs: number }): boolean {
  return row.settled === undefined ? ask.now < row.leaseUntil : ask.now - row.settled.at < ask.replayForMs;
}

function rowKey({ person, path, key }: RequestKey): string {
  return JSON.stringify([person, path, key]);
}
