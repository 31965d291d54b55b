import type { AccountReader, AccountRecord, AccountStore, NewAccount } from '@botwright/core/ports';
import { type AccountRow, accountColumns, decodeAccount, encodeAccount } from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { columnList, insertionOf } from './insertion.ts';

export const findAccountSql = `SELECT ${columnList(accountColumns)} FROM accounts WHERE brand = ? AND id = ?`;

export const listAccountsSql = `SELECT ${columnList(accountColumns)} FROM accounts WHERE brand = ? AND kind = ? ORDER BY connected_at DESC, id DESC`;

export const findExternalSql =
  `SELECT ${columnList(accountColumns)} FROM accounts WHERE brand = ? AND kind = ? AND external_id = ? ` +
  'ORDER BY connected_at DESC, id DESC LIMIT 1';

const insertAccount = insertionOf('accounts', ['brand', ...accountColumns]);

export function accountReader({ connection, brand }: BrandConnection): Sync<AccountReader> {
  return {
    find: (accountId) => {
      const row = connection.get<AccountRow>(findAccountSql, brand, accountId);
      return row === undefined ? undefined : decodeAccount(row);
    },
    list: (kind) => connection.all<AccountRow>(listAccountsSql, brand, kind).map(decodeAccount),
    findByExternalId: (kind, externalId) => findExternal(connection, brand, { kind, externalId }),
  };
}

export function accountStore(transaction: Transaction): Sync<AccountStore> {
  const { connection, brand } = transaction;
  return {
    ...accountReader(transaction),

    connect: (account, { returns }) => {
      const before = returns ? findExternal(connection, brand, account) : undefined;
      const id = before?.id ?? account.id;
      if (before !== undefined) connection.run('DELETE FROM accounts WHERE brand = ? AND id = ?', brand, id);
      const tokensRevision = (before?.tokensRevision ?? 0) + 1;
      insertAccount(connection, { brand, ...encodeAccount({ ...account, id, status: 'good', tokensRevision }) });
      const row = connection.get<AccountRow>(findAccountSql, brand, id);
      if (row === undefined) throw new Error('A row that was just written is not there.');
      return decodeAccount(row);
    },

    replaceTokens: (accountId, tokens, expected) => {
      const changes = connection.run(
        "UPDATE accounts SET sealed_tokens = ?, scopes = ?, standing = 'good', " +
          'tokens_revision = tokens_revision + 1 WHERE brand = ? AND id = ? AND tokens_revision = ?',
        tokens.encryptedTokens,
        JSON.stringify(tokens.scopes),
        brand,
        accountId,
        expected,
      );
      return changes === 0 ? 'stale' : 'replaced';
    },

    reencryptTokens: (accountId, former, next) => {
      const sql = 'UPDATE accounts SET sealed_tokens = ? WHERE brand = ? AND id = ? AND sealed_tokens = ?';
      return connection.run(sql, next, brand, accountId, former) === 0 ? 'stale' : 'replaced';
    },

    delist: (accountId, status, expected) => {
      const sql =
        'UPDATE accounts SET standing = ?, sealed_tokens = NULL WHERE brand = ? AND id = ? AND tokens_revision = ?';
      return connection.run(sql, status, brand, accountId, expected) === 0 ? 'stale' : 'delisted';
    },
  };
}

function findExternal(
  connection: Connection,
  brand: string,
  { kind, externalId }: Pick<NewAccount, 'kind' | 'externalId'>,
): AccountRecord | undefined {
  const row = connection.get<AccountRow>(findExternalSql, brand, kind, externalId);
  return row === undefined ? undefined : decodeAccount(row);
}
