import type { Connection } from './connection.ts';

export interface Migration {
  /** 1, 2, 3, … A migration that was released never changes. */
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** "BotW": marks a file as one of ours. */
const applicationId = 0x426f7457;

/**
 * Brings the database up to the newest migration, each in a transaction of its own.
 *
 * Race rule: of processes that open one file at once, each migration is applied by one; the others wait.
 *
 * @throws When the file belongs to another program, or was made by a newer release. The file is not changed.
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

/** @returns Whether there may be more to apply. */
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
