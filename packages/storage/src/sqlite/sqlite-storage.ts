import { resolve } from 'node:path';
import { type AnyKind, recordKinds, type Storage } from '@botwright/core/ports';
import type { RecordTable } from '../sql/record-tables.ts';
import { type Connection, openConnection } from './connection.ts';
import { createStorage } from './create-storage.ts';
import type { OpenSqlite } from './driver.ts';
import { createPrivate, setPermissions } from './file-permissions.ts';
import { nodeSqlite } from './node-driver.ts';
import { openWriter } from './open-writer.ts';
import { requireOwnLog } from './own-log.ts';
import { sqliteTables } from './records/sqlite-dialect.ts';

/** The file, and how processes share it. */
export interface SqliteStorageOptions {
  /** Path of the database, created if it is missing; its folder must exist. `:memory:` stores nothing. */
  readonly file: string;
  /** The maximum wait for another writing process, in milliseconds. It blocks this thread. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /**
   * Permissions of the database file and the files next to it, set at each opening. Default `0o600`: only the owner. If
   * several users share a database, give them access, for example with `0o660`.
   */
  readonly fileMode?: number;
  /**
   * Whether no other process opens the file while this one has it. The keys of a dead process's requests are then free
   * immediately, instead of a minute later. Default false.
   */
  readonly isAlone?: boolean;
  /**
   * The driver: `betterSqlite3(Database)`, or yours. Default: `node:sqlite`. All stores of a process that open one file
   * need the same driver: SQLite's locks do not separate two copies of SQLite in one process.
   */
  readonly open?: OpenSqlite;
  /** The kinds of records, each after its owner. Default: those of the engine. */
  readonly kinds?: readonly AnyKind[];
}

/**
 * Opens a store in one SQLite file, and creates its tables if it is new.
 *
 * A commit waits for the disk and blocks this thread while it does. Concurrent transactions commit together.
 *
 * @throws When the file cannot be opened, belongs to another program or a release with another schema, or has the `-wal` file of
 * another of its states.
 * @spec SQ1, SQ2, SQ3, SQ4, SQ12, SQ24, SQ42, ID12
 * @example
 * const storage = sqliteStorage({ file: './bots.db' });
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const { busyTimeoutMs = 5_000, fileMode = 0o600, isAlone = false, kinds = recordKinds } = options;
  const connection = { busyTimeoutMs, open: options.open ?? nodeSqlite };
  if (options.file === '') throw new TypeError('A storage file needs a name.');
  const isFile = options.file !== ':memory:';
  const file = isFile ? resolve(options.file) : options.file;
  const tables = sqliteTables(kinds);

  if (isFile) requireOwnLog(file);
  if (isFile) createPrivate(file, fileMode);
  const writer = openWriter(file, { tables, ...connection });
  try {
    const reader = isFile ? openConnection(file, { ...connection, mode: 'read' }) : undefined;
    if (isAlone) freeRequests(writer, tables);
    if (isFile) setPermissions(file, fileMode);
    return createStorage(tables, { writer, reader });
  } catch (error) {
    writer.close();
    throw error;
  }
}

/** Frees the idempotency keys of requests that have not ended, because their processes have. @spec ID12 */
function freeRequests(connection: Connection, tables: ReadonlyMap<string, RecordTable>): void {
  if (tables.has('request')) connection.run('DELETE FROM request_records WHERE completed_at IS NULL');
}
