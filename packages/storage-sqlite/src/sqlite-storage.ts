import { resolve } from 'node:path';
import type { Storage } from '@botwright/core';
import { openConnection } from './connection.ts';
import { createStorage } from './create-storage.ts';
import { keepPrivate, makePrivate } from './keep-private.ts';
import { openWriter } from './open-writer.ts';

export interface SqliteStorageOptions {
  /** Path of the database, made when it is not there; its folder must be. `:memory:` keeps nothing. */
  readonly file: string;
  /** How long to wait for another process that is writing; this thread stands still meanwhile. Default 5,000. */
  readonly busyTimeoutMs?: number;
  /** How long the work of one transaction may take, all others waiting. Default 10,000. */
  readonly workLimitMs?: number;
  /**
   * Permissions of the file and of those beside it, given at each opening. Default `0o600`: the owner's alone. Where
   * several users share a database, give it what they have in common, such as `0o660`.
   */
  readonly fileMode?: number;
}

/**
 * Opens a store in one SQLite file, and brings the file up to date.
 *
 * Commits wait for the disk and hold up this thread meanwhile; what runs at once is committed together.
 *
 * @throws When the file cannot be opened, belongs to another program, or was made by a newer release.
 * @spec SQ1, SQ2, SQ3, SQ4, SQ12, SQ24
 * @example
 * const storage = sqliteStorage({ file: './bots.db' });
 */
export function sqliteStorage(options: SqliteStorageOptions): Storage {
  const { busyTimeoutMs = 5_000, workLimitMs = 10_000, fileMode = 0o600 } = options;
  if (options.file === '') throw new TypeError('A storage file needs a name.');
  const isFile = options.file !== ':memory:';
  const file = isFile ? resolve(options.file) : options.file;

  if (isFile) makePrivate(file, fileMode);
  const writer = openWriter(file, { busyTimeoutMs });
  try {
    const reader = isFile ? openConnection(file, { mode: 'read', busyTimeoutMs }) : undefined;
    if (isFile) keepPrivate(file, fileMode);
    return createStorage({ writer, reader, workLimitMs });
  } catch (error) {
    writer.close();
    throw error;
  }
}
