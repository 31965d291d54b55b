import type { AccountConnectionReader, AccountConnectionStore } from '@botwright/core/ports';
import { sql } from 'kysely';
import {
  attemptColumns,
  connectionColumns,
  decodeAttempt,
  decodeConnection,
  encodeConnection,
} from './account-rows.ts';
import { table } from './dialect.ts';
import { get, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { requireWritten, type Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

interface ById {
  readonly brand: string;
  readonly id: string;
}

export const findConnection = statement<ById>()(({ builder }, { brand, id }) =>
  builder.selectFrom('account_connections').select(connectionColumns).where('brand', '=', brand).where('id', '=', id),
);

export const findConnectionByLink = statement<{ readonly brand: string; readonly linkHash: string }>()(
  ({ builder }, { brand, linkHash }) =>
    builder
      .selectFrom('account_connections')
      .select(connectionColumns)
      .where('brand', '=', brand)
      .where('link_hash', '=', linkHash),
);

export const findAttempt = statement<{ readonly brand: string; readonly stateHash: string }>()(
  ({ builder }, { brand, stateHash }) =>
    builder
      .selectFrom('authorization_attempts')
      .select(attemptColumns)
      .where('brand', '=', brand)
      .where('state_hash', '=', stateHash),
);

const insertConnection = insertInto('account_connections', ['brand', ...connectionColumns]);

const insertAttempt = insertInto('authorization_attempts', ['brand', ...attemptColumns], {
  where: (_dialect, { brand, connection_id }) =>
    sql`exists (select 1 from ${table('account_connections')} where brand = ${brand} and id = ${connection_id})`,
});

const replaceProgress = statement<ById & { readonly progress: string; readonly expected: number }>()(
  ({ builder }, { brand, id, progress, expected }) =>
    builder
      .updateTable('account_connections')
      .set({ progress, revision: sql`revision + 1` })
      .where('brand', '=', brand)
      .where('id', '=', id)
      .where('revision', '=', expected),
);

const takeAttempt = statement<{ readonly brand: string; readonly stateHash: string }>()(
  ({ builder }, { brand, stateHash }) =>
    builder
      .updateTable('authorization_attempts')
      .set({ is_taken: sql.lit(1) })
      .where('brand', '=', brand)
      .where('state_hash', '=', stateHash)
      .where('is_taken', '=', sql.lit(0)),
);

export function accountConnectionReader(brand: string, run: RunQuery): AccountConnectionReader {
  return {
    find: (id) =>
      run(function* () {
        const row = yield* get(findConnection, { brand, id });
        return row && decodeConnection(row);
      }),
    findByLink: (linkHash) =>
      run(function* () {
        const row = yield* get(findConnectionByLink, { brand, linkHash });
        return row && decodeConnection(row);
      }),
    findAttempt: (stateHash) =>
      run(function* () {
        const row = yield* get(findAttempt, { brand, stateHash });
        return row && decodeAttempt(row);
      }),
  };
}

export function accountConnectionStore({ brand, run }: Transaction): AccountConnectionStore {
  return {
    ...accountConnectionReader(brand, run),

    insert: (record) => {
      const row = { brand, ...encodeConnection(record) };
      return run(function* () {
        requireWritten(yield* write(insertConnection, row), 'The brand has a connection with this id or link.');
      });
    },

    replace: ({ id, progress }, expected) => {
      const params = { brand, id, progress: JSON.stringify(progress), expected };
      return run(function* () {
        if ((yield* write(replaceProgress, params)) > 0) return 'replaced';
        if ((yield* get(findConnection, { brand, id })) === undefined) {
          throw new Error('The brand has no such connection.');
        }
        return 'stale';
      });
    },

    insertAttempt: ({ stateHash, connectionId, person, encryptedVerifier }) =>
      run(function* () {
        const attempt = { state_hash: stateHash, connection_id: connectionId, person };
        const row = { brand, ...attempt, sealed_verifier: encryptedVerifier, is_taken: 0 };
        requireWritten(
          yield* write(insertAttempt, row),
          'The brand has no such connection, or has an attempt with this state.',
        );
      }),

    takeAttempt: (stateHash) =>
      run(function* () {
        return (yield* write(takeAttempt, { brand, stateHash })) === 0 ? 'spent' : 'taken';
      }),
  };
}
