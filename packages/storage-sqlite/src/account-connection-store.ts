import type { AccountConnectionReader, AccountConnectionStore } from '@botwright/core/ports';
import {
  type AccountConnectionRow,
  type AttemptRow,
  attemptColumns,
  connectionColumns,
  decodeAttempt,
  decodeConnection,
  encodeConnection,
} from '@botwright/storage-sql/rows';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import { columnList, insertionOf } from './insertion.ts';

export const findConnectionSql = `SELECT ${columnList(connectionColumns)} FROM account_connections WHERE brand = ? AND id = ?`;
export const findByLinkSql = `SELECT ${columnList(connectionColumns)} FROM account_connections WHERE brand = ? AND link_hash = ?`;
export const findAttemptSql = `SELECT ${columnList(attemptColumns)} FROM authorization_attempts WHERE brand = ? AND state_hash = ?`;

const insertConnection = insertionOf('account_connections', ['brand', ...connectionColumns]);

export function accountConnectionReader({ connection, brand }: BrandConnection): Sync<AccountConnectionReader> {
  const findConnection = (sql: string, key: string) => {
    const row = connection.get<AccountConnectionRow>(sql, brand, key);
    return row === undefined ? undefined : decodeConnection(row);
  };

  return {
    find: (connectionId) => findConnection(findConnectionSql, connectionId),
    findByLink: (linkHash) => findConnection(findByLinkSql, linkHash),
    findAttempt: (stateHash) => {
      const row = connection.get<AttemptRow>(findAttemptSql, brand, stateHash);
      return row === undefined ? undefined : decodeAttempt(row);
    },
  };
}

export function accountConnectionStore(transaction: Transaction): Sync<AccountConnectionStore> {
  const { connection, brand } = transaction;
  return {
    ...accountConnectionReader(transaction),

    insert: (record) => insertConnection(connection, { brand, ...encodeConnection(record) }),

    replace: (next, expected) => {
      const sql =
        'UPDATE account_connections SET progress = ?, revision = revision + 1 ' +
        'WHERE brand = ? AND id = ? AND revision = ?';
      if (connection.run(sql, JSON.stringify(next.progress), brand, next.id, expected) > 0) return 'replaced';
      if (connection.get(findConnectionSql, brand, next.id) === undefined) {
        throw new Error('The brand has no such connection.');
      }
      return 'stale';
    },

    insertAttempt: (attempt) => {
      connection.run(
        'INSERT INTO authorization_attempts (brand, state_hash, connection_id, person, sealed_verifier, is_taken) ' +
          'VALUES (?, ?, ?, ?, ?, 0)',
        brand,
        attempt.stateHash,
        attempt.connectionId,
        attempt.person,
        attempt.encryptedVerifier,
      );
    },

    takeAttempt: (stateHash) => {
      const sql = 'UPDATE authorization_attempts SET is_taken = 1 WHERE brand = ? AND state_hash = ? AND is_taken = 0';
      return connection.run(sql, brand, stateHash) === 0 ? 'spent' : 'taken';
    },
  };
}
