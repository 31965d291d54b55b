import {
  type RequestKey,
  type RequestRecord,
  type RequestStore,
  reservationResult,
  shortenedLease,
} from '@botwright/core/ports';
import type { Sync, Transaction } from './access.ts';
import type { Connection } from './connection.ts';

const ofRequest = 'brand = ? AND person = ? AND path = ? AND key = ?';

export const findRequestSql = `SELECT fingerprint, lease_until, settled_at, answer FROM requests WHERE ${ofRequest}`;

interface RequestRow {
  readonly fingerprint: string;
  readonly lease_until: number;
  readonly settled_at: number | null;
  readonly answer: string | null;
}

/** Frees the keys of runs that have not ended, because their processes have. @spec ID12 */
export function freeRequests(connection: Connection): void {
  connection.run('DELETE FROM requests WHERE settled_at IS NULL');
}

export function requestStore({ connection, brand }: Transaction): Sync<RequestStore> {
  const keyOf = ({ person, path, key }: RequestKey) => [brand, person, path, key] as const;
  const find = (request: RequestKey): RequestRecord | undefined => {
    const row = connection.get<RequestRow>(findRequestSql, ...keyOf(request));
    return row && decodeRequest(row);
  };

  return {
    lock: find,

    reserve: (request) => {
      const record = find(request);
      const result = reservationResult(record, request);
      const until = result.kind === 'in_use' ? shortenedLease(record, request) : undefined;
      if (until !== undefined) {
        connection.run(`UPDATE requests SET lease_until = ? WHERE ${ofRequest}`, until, ...keyOf(request));
      }
      if (result.kind !== 'reserved') return result;
      connection.run(
        'INSERT OR REPLACE INTO requests (brand, person, path, key, fingerprint, run, lease_until) ' +
          'VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...keyOf(request),
        request.fingerprint,
        request.run,
        request.leaseUntil,
      );
      return result;
    },

    complete: (request, run, response, now) => {
      const sql = `UPDATE requests SET answer = ?, settled_at = ? WHERE ${ofRequest} AND run = ? AND settled_at IS NULL`;
      return connection.run(sql, response, now, ...keyOf(request), run) === 0 ? 'lost' : 'completed';
    },

    free: (request, run) => {
      const sql = `DELETE FROM requests WHERE ${ofRequest} AND run = ? AND settled_at IS NULL`;
      connection.run(sql, ...keyOf(request), run);
    },
  };
}

function decodeRequest({
  fingerprint,
  lease_until: leaseUntil,
  settled_at: at,
  answer: response,
}: RequestRow): RequestRecord {
  return { fingerprint, leaseUntil, ...(at !== null && { completed: { at, response: response ?? '' } }) };
}
