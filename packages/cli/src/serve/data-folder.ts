import { chmodSync, existsSync, rmSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { describeDiskFault } from './disk-fault.ts';

/** The folder where a server keeps everything. This process has locked it. */
export interface DataFolder {
  /** Left out with `:memory:`. */
  readonly path?: string;
  /** Path of the database, or `:memory:`. */
  readonly databaseFile: string;
  /** Path of the keys that encrypt secrets. Left out with `:memory:`. */
  readonly keysFile?: string;
  /** Whether there was no database yet. */
  readonly isNew: boolean;
  /** Unlocks the folder. */
  release(): void;
  /** Unlocks it after a start that failed. The database of a first start is deleted, so that the next start is the first. */
  abandon(): void;
}

export const inMemory = ':memory:';

/** The file in a data folder that has the keys which encrypt secrets. */
export const keysFileName = 'secret-keys.json';

/**
 * Opens the folder, makes it when it is not there, and locks it until `release` or the end of the process, however
 * that comes.
 *
 * @throws {CommandFailure} When the folder cannot be used, or another server uses it.
 * @spec SV2, SV3, SV10, SV11, SV45
 */
export async function openDataFolder(path: string): Promise<DataFolder> {
  if (path === inMemory) {
    return { databaseFile: inMemory, isNew: true, release: () => {}, abandon: () => {} };
  }
  const folder = resolve(path);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusableFolder(path, error);
  }

  const release = lockFolder(path, join(folder, 'server.lock'));
  const databaseFile = join(folder, 'botwright.sqlite');
  const keysFile = join(folder, keysFileName);
  const isNew = !existsSync(databaseFile) && !existsSync(`${databaseFile}-wal`);
  restrictToOwner(keysFile);
  return {
    path: folder,
    databaseFile,
    keysFile,
    isNew,
    release,
    abandon() {
      if (isNew) for (const suffix of ['', '-wal', '-shm']) rmSync(`${databaseFile}${suffix}`, { force: true });
      release();
    },
  };
}

/**
 * Locks the folder with the operating system's lock on an otherwise unused SQLite file. Unlike a file with a process id
 * in it, the lock ends with the process, and it works between two containers that share a volume.
 */
function lockFolder(path: string, lockFile: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 });
    restrictToOwner(lockFile);
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy;
    if (isHeld)
      throw new CommandFailure('failure', `Another server is using the data folder ${path}.`, { cause: error });
    throw unusableFolder(path, error);
  }
  return () => lock.close();
}

const sqliteBusy = 5;

/** @param cause - Where it is known, the message says it in a few words. */
export function unusableFolder(path: string, cause: unknown): CommandFailure {
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason =
    describeDiskFault(cause) ?? (systemErrorCode(cause) === 'ERR_SQLITE_ERROR' ? said : systemErrorCode(cause)) ?? said;
  return new CommandFailure('failure', `The data folder ${path} cannot be used (${reason}).`, { cause });
}

/** Lets only its owner read and write a file, whatever its mode was. A file of another owner stays as it is. @spec SV45 */
function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // It is not there, or not ours.
  }
}
