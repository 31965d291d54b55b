import type { RequestKey, RequestStore } from '@botwright/core/ports';
import type { Transaction } from './access.ts';

const ofRequest = 'brand = ? AND person = ? AND path = ? AND key = ?';

export const findRequestSql = `SELECT fingerprint, lease_until, settled_at, answer FROM requests WHERE ${ofRequest}`;

interface RequestRow {
  readonly fingerprint: string;
  readonly lease_until: number;
  readonly settled_at: number | null;
  readonly answer: string | null;
}

export function requestStore({ brand, ask }: Transaction): RequestStore {
  const keyOf = ({ person, path, key }: RequestKey) => [brand, person, path, key] as const;

  return {
    reserve: (request) =>
      ask((connection) => {
        const row = connection.get<RequestRow>(findRequestSql, ...keyOf(request));
        if (row !== undefined && isHeld(row, request)) {
          if (row.fingerprint !== request.fingerprint) return { kind: 'reused' };
          return row.settled_at === null ? { kind: 'in_use' } : { kind: 'replay', answer: row.answer ?? '' };
        }
        connection.run(
          'INSERT OR REPLACE INTO requests (brand, person, path, key, fingerprint, run, lease_until) ' +
            'VALUES (?, ?, ?, ?, ?, ?, ?)',
          ...keyOf(request),
          request.fingerprint,
          request.run,
          request.leaseUntil,
        );
        return { kind: 'reserved' };
      }),

    settle: (request, run, answer, now) =>
      ask((connection) => {
        const sql = `UPDATE requests SET answer = ?, settled_at = ? WHERE ${ofRequest} AND run = ? AND settled_at IS NULL`;
        return connection.run(sql, answer, now, ...keyOf(request), run) === 0 ? 'lost' : 'settled';
      }),

    free: (request, run) =>
      ask((connection) => {
        const sql = `DELETE FROM requests WHERE ${ofRequest} AND run = ? AND settled_at IS NULL`;
        connection.run(sql, ...keyOf(request), run);
      }),
  };
}

function isHeld(row: RequestRow, ask: { readonly now: number; readonly replayForMs: number }): boolean {
  return row.settled_at === null ? ask.now < row.lease_until : ask.now - row.settled_at < ask.replayForMs;
}
