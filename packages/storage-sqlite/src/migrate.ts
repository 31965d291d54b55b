import type { Connection } from './connection.ts';

export interface Migration {
  /** 1, 2, 3, … A released migration never changes. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** "BotW": marks a database file of Botwright. */
const applicationId = 0x426f7457;

/**
 * Migrates the database to the newest version, each migration in a separate transaction.
 *
 * Race rule: one of several processes that open a file together applies each migration; the others wait.
 *
 * @throws When the file belongs to another program or to a newer release. The file is not changed.
 * @spec SQ2, SQ3, SQ4
 */
export function migrate(connection: Connection, steps: readonly Migration[]): void {
  let isPending = true;
  while (isPending) {
    connection.run('BEGIN IMMEDIATE');
    try {
      isPending = applyNext(connection, steps);
      connection.run('COMMIT');
    } catch (error) {
      if (connection.isInTransaction()) connection.run('ROLLBACK');
      throw error;
    }
  }
}

/** @returns Whether more migrations may follow. */
function applyNext(connection: Connection, steps: readonly Migration[]): boolean {
  const version = readVersion(connection);
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new Error(`The database is at version ${version}, made by a newer release; this one knows ${newest}.`);
  }

  const next = steps.find((step) => step.version > version);
  if (next === undefined) return false;
  if (version === 0) {
    connection.script(`
      PRAGMA application_id = ${applicationId};
      CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
    `);
  }
  connection.script(next.sql);
  connection.run('INSERT INTO migrations (version, name) VALUES (?, ?)', next.version, next.name);
  return true;
}

/** @returns 0 for an empty file. */
function readVersion(connection: Connection): number {
  const id = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id;
  if (id === applicationId) {
    return connection.get<{ version: number }>('SELECT max(version) AS version FROM migrations')?.version ?? 0;
  }
  const tables = connection.get<{ total: number }>('SELECT count(*) AS total FROM sqlite_schema')?.total;
  if (id !== 0 || tables !== 0) throw new Error('The file is a database of another program.');
  return 0;
}
