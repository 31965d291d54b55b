import type { AccountReader, AccountRecord, AccountStore, NewAccount } from '@botwright/core/ports';
import { sql } from 'kysely';
import { type AccountRow, accountColumns, decodeAccount, encodeAccount } from './account-rows.ts';
import { table } from './dialect.ts';
import { all, get, type Query, type RunQuery, run as write } from './query.ts';
import { statement } from './statement.ts';
import { justWritten, requireWritten, type Transaction } from './transaction.ts';
import { insertInto } from './writing.ts';

interface ById {
  readonly brand: string;
  readonly id: string;
}

/** An account as its provider names it. */
export interface ExternalAccount {
  readonly brand: string;
  readonly kind: NewAccount['kind'];
  readonly externalId: string;
}

export const findAccount = statement<ById>()(({ builder }, { brand, id }) =>
  builder.selectFrom('accounts').select(accountColumns).where('brand', '=', brand).where('id', '=', id),
);

export const listAccounts = statement<{ readonly brand: string; readonly kind: NewAccount['kind'] }>()(
  ({ builder }, { brand, kind }) =>
    builder
      .selectFrom('accounts')
      .select(accountColumns)
      .where('brand', '=', brand)
      .where('kind', '=', kind)
      .orderBy('connected_at', 'desc')
      .orderBy('id', 'desc'),
);

export const findExternalAccount = statement<ExternalAccount>()(({ builder }, { brand, kind, externalId }) =>
  builder
    .selectFrom('accounts')
    .select(accountColumns)
    .where('brand', '=', brand)
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .orderBy('connected_at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(1)),
);

const insertAccount = insertInto('accounts', ['brand', ...accountColumns]);

const deleteAccount = statement<ById>()(({ builder }, { brand, id }) =>
  builder.deleteFrom('accounts').where('brand', '=', brand).where('id', '=', id),
);

const replaceTokens = statement<
  ById & { readonly tokens: string; readonly scopes: string; readonly expected: number }
>()(({ builder }, { brand, id, tokens, scopes, expected }) =>
  builder
    .updateTable('accounts')
    .set({ sealed_tokens: tokens, scopes, standing: 'good', tokens_revision: sql`tokens_revision + 1` })
    .where('brand', '=', brand)
    .where('id', '=', id)
    .where('tokens_revision', '=', expected),
);

const reencryptTokens = statement<ById & { readonly former: string; readonly next: string }>()(
  ({ builder }, { brand, id, former, next }) =>
    builder
      .updateTable('accounts')
      .set({ sealed_tokens: next })
      .where('brand', '=', brand)
      .where('id', '=', id)
      .where('sealed_tokens', '=', former),
);

const delistAccount = statement<ById & { readonly status: AccountRow['standing']; readonly expected: number }>()(
  (_dialect, { brand, id, status, expected }) =>
    sql<never>`update ${table('accounts')} set standing = ${status}, sealed_tokens = null
      where brand = ${brand} and id = ${id} and tokens_revision = ${expected}`,
);

export function accountReader(brand: string, run: RunQuery): AccountReader {
  return {
    find: (id) => run(() => readAccount({ brand, id })),
    list: (kind) =>
      run(function* () {
        return (yield* all(listAccounts, { brand, kind })).map(decodeAccount);
      }),
    findByExternalId: (kind, externalId) => run(() => readExternal({ brand, kind, externalId })),
  };
}

/**
 * @param waitForOthers - Waits until no other transaction connects the same account, on a database with concurrent
 * transactions.
 */
export function accountStore(
  { brand, run }: Transaction,
  waitForOthers: (account: ExternalAccount) => Query<void>,
): AccountStore {
  return {
    ...accountReader(brand, run),

    connect: (account, { returns }) => {
      const row = encodeAccount({ ...account, status: 'good', tokensRevision: 0 });
      const { kind, external_id: externalId } = row;
      return run(function* () {
        if (returns) yield* waitForOthers({ brand, kind, externalId });
        const before = returns ? yield* readExternal({ brand, kind, externalId }) : undefined;
        const id = before?.id ?? row.id;
        if (before !== undefined) yield* write(deleteAccount, { brand, id });
        const connected = { brand, ...row, id, tokens_revision: (before?.tokensRevision ?? 0) + 1 };
        requireWritten(yield* write(insertAccount, connected), 'The brand has an account with this id.');
        return justWritten(yield* readAccount({ brand, id }));
      });
    },

    replaceTokens: (id, { encryptedTokens: tokens, scopes }, expected) => {
      const params = { brand, id, tokens, scopes: JSON.stringify(scopes), expected };
      return run(function* () {
        return (yield* write(replaceTokens, params)) === 0 ? 'stale' : 'replaced';
      });
    },

    reencryptTokens: (id, former, next) =>
      run(function* () {
        return (yield* write(reencryptTokens, { brand, id, former, next })) === 0 ? 'stale' : 'replaced';
      }),

    delist: (id, status, expected) =>
      run(function* () {
        return (yield* write(delistAccount, { brand, id, status, expected })) === 0 ? 'stale' : 'delisted';
      }),
  };
}

function* readAccount(key: ById): Query<AccountRecord | undefined> {
  const row = yield* get(findAccount, key);
  return row && decodeAccount(row);
}

function* readExternal(key: ExternalAccount): Query<AccountRecord | undefined> {
  const row = yield* get(findExternalAccount, key);
  return row && decodeAccount(row);
}
