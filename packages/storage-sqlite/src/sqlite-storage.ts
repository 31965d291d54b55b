import { resolve } from 'node:path';
import type { Storage } from '@botwright/core/ports';
import { openConnection } from './connection.ts';
import { createStorage } from './create-storage.ts';
import { createPrivate, setPermissions } from './file-permissions.ts';
import { requireOwnLog } from './log-belongs.ts';
import { openWriter } from './open-writer.ts';
import { freeRequests } from './request-store.ts';

export interface SqliteStorageOptions {
  /** Path of the database, which is created if it does not exist; its folder must exist. `:memory:` stores nothing. */
  readonly file: string;
  /** How long to wait, in milliseconds, for another process that is writing. It blocks this thread. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** How long the work of one transaction may take, in milliseconds, while all others wait. Default 10,000. */
  readonly workLimitMs?: number;
  /**
   * Permissions of the file and of those beside it, set at each opening. Default `0o600`: only the owner. When several
   * users share a database, give them access, for example with `0o660`.
   */
  readonly fileMode?: number;
  /**
   * Whether no other process opens the file while this one has it. Keys of requests that a process which died had in use
   * are free at once then, in place of a minute later. Default false.
   */
  readonly isAlone?: boolean;
}

/**
 * Opens a store in one SQLite file, and brings the file up to date.
 *
 * A commit waits for the disk and blocks this thread while it does. Concurrent transactions are committed together.
 *
 * @throws When the file cannot be opened, belongs to another program, was made by a newer release, or lies beside the
 * `-wal` file of another state of it.
 * @spec SQ1, SQ2, SQ3, SQ4, SQ12, SQ24, SQ42, ID12
 * @example
 * const storage = sqliteStorage({ file: './bots.db' });
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const { busyTimeoutMs = 5_000, workLimitMs = 10_000, fileMode = 0o600, isAlone = false } = options;
  if (options.file === '') throw new TypeError('A storage file needs a name.');
  const isFile = options.file !== ':memory:';
  const file = isFile ? resolve(options.file) : options.file;

  if (isFile) requireOwnLog(file);
  if (isFile) createPrivate(file, fileMode);
  const writer = openWriter(file, { busyTimeoutMs });
  try {
    const reader = isFile ? openConnection(file, { mode: 'read', busyTimeoutMs }) : undefined;
    if (isAlone) freeRequests(writer);
    if (isFile) setPermissions(file, fileMode);
    return createStorage({ writer, reader, workLimitMs });
  } catch (error) {
    writer.close();
    throw error;
  }
}
