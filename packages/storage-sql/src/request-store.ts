import {
  type RequestKey,
  type RequestRecord,
  type RequestStore,
  reservationResult,
  shortenedLease,
} from '@botwright/core/ports';
import { sql } from 'kysely';
import { get, type Query, run as write } from './query.ts';
import { statement } from './statement.ts';
import type { Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

interface Key extends RequestKey {
  readonly brand: string;
}

const reservedColumns = ['brand', 'person', 'path', 'key', 'fingerprint', 'run', 'lease_until'] as const;

const insertRequest = insertInto('requests', reservedColumns);

/** Waits for the transaction that has the key. */
export const findRequest = statement<Key>()(({ builder, locked }, { brand, person, path, key }) =>
  locked(
    builder
      .selectFrom('requests')
      .select(['fingerprint', 'lease_until', 'settled_at', 'answer'])
      .where('brand', '=', brand)
      .where('person', '=', person)
      .where('path', '=', path)
      .where('key', '=', key),
  ),
);

const takeRequest = statement<
  Key & { readonly fingerprint: string; readonly run: string; readonly leaseUntil: number }
>()(({ builder }, { brand, person, path, key, fingerprint, run, leaseUntil }) =>
  builder
    .updateTable('requests')
    .set({ fingerprint, run, lease_until: leaseUntil, settled_at: sql.lit(null), answer: sql.lit(null) })
    .where('brand', '=', brand)
    .where('person', '=', person)
    .where('path', '=', path)
    .where('key', '=', key),
);

const shortenLease = statement<Key & { readonly lease_until: number }>()(
  ({ builder }, { brand, person, path, key, lease_until }) =>
    builder
      .updateTable('requests')
      .set({ lease_until })
      .where('brand', '=', brand)
      .where('person', '=', person)
      .where('path', '=', path)
      .where('key', '=', key),
);

const completeRequest = statement<Key & { readonly run: string; readonly response: string; readonly now: number }>()(
  ({ builder }, { brand, person, path, key, run, response, now }) =>
    builder
      .updateTable('requests')
      .set({ answer: response, settled_at: now })
      .where('brand', '=', brand)
      .where('person', '=', person)
      .where('path', '=', path)
      .where('key', '=', key)
      .where('run', '=', run)
      .where('settled_at', 'is', null),
);

const freeRequest = statement<Key & { readonly run: string }>()(({ builder }, { brand, person, path, key, run }) =>
  builder
    .deleteFrom('requests')
    .where('brand', '=', brand)
    .where('person', '=', person)
    .where('path', '=', path)
    .where('key', '=', key)
    .where('run', '=', run)
    .where('settled_at', 'is', null),
);

export function requestStore({ brand, run: runQuery }: Transaction): RequestStore {
  const keyOf = ({ person, path, key }: RequestKey): Key => ({ brand, person, path, key });

  return {
    lock: (request) => runQuery(() => readRequest(keyOf(request)), { overlaps: 'reads' }),

    reserve: (request) => {
      const key = keyOf(request);
      const { fingerprint, run, leaseUntil, now, replayForMs } = request;
      const asked = { ...key, fingerprint, run, leaseUntil, now, replayForMs };
      return runQuery(function* () {
        const first = { ...key, fingerprint, run, lease_until: leaseUntil };
        if ((yield* write(insertRequest, first)) > 0) return { kind: 'reserved' } as const;
        const record = yield* readRequest(key);
        const result = reservationResult(record, asked);
        const until = result.kind === 'in_use' ? shortenedLease(record, asked) : undefined;
        if (until !== undefined) yield* write(shortenLease, { ...key, lease_until: until });
        if (result.kind === 'reserved') yield* write(takeRequest, { ...key, fingerprint, run, leaseUntil });
        return result;
      });
    },

    complete: (request, run, response, now) => {
      const params = { ...keyOf(request), run, response, now };
      return runQuery(function* () {
        return (yield* write(completeRequest, params)) === 0 ? 'lost' : 'completed';
      });
    },

    free: (request, run) => {
      const params = { ...keyOf(request), run };
      return runQuery(function* () {
        yield* write(freeRequest, params);
      });
    },
  };
}

function* readRequest(key: Key): Query<RequestRecord | undefined> {
  const row = yield* get(findRequest, key);
  return row && decodeRequest(row);
}

function decodeRequest(row: {
  readonly fingerprint: string;
  readonly lease_until: number;
  readonly settled_at: number | null;
  readonly answer: string | null;
}): RequestRecord {
  const { fingerprint, lease_until: leaseUntil, settled_at: at, answer } = row;
  return { fingerprint, leaseUntil, ...(at !== null && { completed: { at, response: answer ?? '' } }) };
}
