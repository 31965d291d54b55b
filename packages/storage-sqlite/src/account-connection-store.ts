import type {
  AccountConnectionReader,
  AccountConnectionRecord,
  AccountConnectionStore,
  AuthorizationAttempt,
} from '@botwright/core/ports';
import type { RunQuery, Transaction } from './access.ts';

const connectionColumns = 'id, kind, link_hash, started_by, created_at, expires_at, progress, revision';

export const findConnectionSql = `SELECT ${connectionColumns} FROM account_connections WHERE brand = ? AND id = ?`;
export const findByLinkSql = `SELECT ${connectionColumns} FROM account_connections WHERE brand = ? AND link_hash = ?`;
export const findAttemptSql =
  'SELECT state_hash, connection_id, person, sealed_verifier, is_taken FROM authorization_attempts ' +
  'WHERE brand = ? AND state_hash = ?';

interface ConnectionRow {
  readonly id: string;
  readonly kind: AccountConnectionRecord['kind'];
  readonly link_hash: string;
  readonly started_by: number;
  readonly created_at: number;
  readonly expires_at: number;
  /** JSON. */
  readonly progress: string;
  readonly revision: number;
}

interface AttemptRow {
  readonly state_hash: string;
  readonly connection_id: string;
  readonly person: number;
  readonly sealed_verifier: string;
  /** 0 or 1. */
  readonly is_taken: number;
}

export function accountConnectionReader(brand: string, run: RunQuery): AccountConnectionReader {
  const findConnection = (sql: string, key: string) =>
    run((connection) => {
      const row = connection.get<ConnectionRow>(sql, brand, key);
      return row === undefined ? undefined : decodeConnection(row);
    });

  return {
    find: (connectionId) => findConnection(findConnectionSql, connectionId),
    findByLink: (linkHash) => findConnection(findByLinkSql, linkHash),
    findAttempt: (stateHash) =>
      run((connection) => {
        const row = connection.get<AttemptRow>(findAttemptSql, brand, stateHash);
        return row === undefined ? undefined : decodeAttempt(row);
      }),
  };
}

export function accountConnectionStore({ brand, run }: Transaction): AccountConnectionStore {
  return {
    ...accountConnectionReader(brand, run),

    insert: (record) =>
      run((connection) => {
        connection.run(
          `INSERT INTO account_connections (brand, ${connectionColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)`,
          brand,
          record.id,
          record.kind,
          record.linkHash,
          record.startedBy,
          record.createdAt,
          record.expiresAt,
          JSON.stringify(record.progress),
        );
      }),

    replace: (next, expected) =>
      run((connection) => {
        const sql =
          'UPDATE account_connections SET progress = ?, revision = revision + 1 ' +
          'WHERE brand = ? AND id = ? AND revision = ?';
        if (connection.run(sql, JSON.stringify(next.progress), brand, next.id, expected) > 0) return 'replaced';
        if (connection.get(findConnectionSql, brand, next.id) === undefined) {
          throw new Error('The brand has no such connection.');
        }
        return 'stale';
      }),

    insertAttempt: (attempt) =>
      run((connection) => {
        connection.run(
          'INSERT INTO authorization_attempts (brand, state_hash, connection_id, person, sealed_verifier, is_taken) ' +
            'VALUES (?, ?, ?, ?, ?, 0)',
          brand,
          attempt.stateHash,
          attempt.connectionId,
          attempt.person,
          attempt.encryptedVerifier,
        );
      }),

    takeAttempt: (stateHash) =>
      run((connection) => {
        const sql =
          'UPDATE authorization_attempts SET is_taken = 1 WHERE brand = ? AND state_hash = ? AND is_taken = 0';
        return connection.run(sql, brand, stateHash) === 0 ? 'spent' : 'taken';
      }),
  };
}

function decodeConnection(row: ConnectionRow): AccountConnectionRecord {
  return {
    id: row.id,
    kind: row.kind,
    linkHash: row.link_hash,
    startedBy: row.started_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    progress: JSON.parse(row.progress),
    revision: row.revision,
  };
}

function decodeAttempt(row: AttemptRow): AuthorizationAttempt & { readonly isTaken: boolean } {
  return {
    stateHash: row.state_hash,
    connectionId: row.connection_id,
    person: row.person,
    encryptedVerifier: row.sealed_verifier,
    isTaken: row.is_taken === 1,
  };
}
