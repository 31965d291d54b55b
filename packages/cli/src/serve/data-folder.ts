import { existsSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';

/** Where a server keeps everything, held by this process alone. */
export interface DataFolder {
  /** Path of the database, or `:memory:`. */
  readonly databaseFile: string;
  /** Path of the keys that seal secrets; none where nothing is kept. */
  readonly keysFile?: string;
  /** There is no database yet. */
  readonly isNew: boolean;
  /** Lets another server have the folder. */
  release(): void;
}

export const inMemory = ':memory:';

/** Of the keys that seal secrets, in a data folder. */
export const keysFileName = 'secret-keys.json';

/**
 * Opens the folder, making it when it is not there, and holds it until `release` or the end of the process,
 * however it ends.
 *
 * @throws {CommandFailure} When the folder cannot be used, or another server uses it.
 * @spec SV2, SV3, SV10, SV11
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  if (path === inMemory) {
    return { databaseFile: inMemory, isNew: true, release: () => {} };
  }
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(path, systemErrorCode(error) ?? 'unknown reason', error);
  }

  const release = holdFolder(path, join(folder, 'server.lock'));
  const databaseFile = join(folder, 'botwright.sqlite');
  return { databaseFile, keysFile: join(folder, keysFileName), isNew: !existsSync(databaseFile), release };
}

/**
 * Takes the operating system's lock on an otherwise unused SQLite file. Unlike a file with a process id in it, it
 * cannot outlive its holder, and it means the same to two containers that share a volume.
 */
function holdFolder(path: string, lockFile: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    if (isHeld)
      throw new CommandFailure('failure', `Another server is using the data folder ${path}.`, { cause: error });
    throw unusable(path, error instanceof Error ? error.message : String(error), error);
  }
  return () => lock.close();
}

const sqliteBusy = 5;

function unusable(path: string, reason: string, cause: unknown): CommandFailure {
  return new CommandFailure('failure', `The data folder ${path} cannot be used (${reason}).`, { cause });
}
