import { chmodSync, existsSync, rmSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { describeDiskFault } from './disk-fault.ts';

/** The folder of a server's data, locked by this process. */
export interface DataFolder {
  /** Left out with `:memory:`. */
  readonly path?: string;
  /** Path of the database, or `:memory:`. */
  readonly databaseFile: string;
  /** Path of the keys that encrypt secrets. Absent with `:memory:`. */
  readonly keysFile?: string;
  /** Whether the database did not exist yet. */
  readonly isNew: boolean;
  /** Unlocks the folder. */
  release(): void;
  /**
   * Unlocks it after a failed start. Deletes the database of a first start, so that the next start is again the first.
   */
  abandon(): void;
}

export const inMemory = ':memory:';

/** The file in a data folder with the keys that encrypt secrets. */
export const keysFileName = 'secret-keys.json';

/**
 * Opens or makes the folder, and locks it until `release` or any end of the process.
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
 * Locks the folder with the operating system's lock on an otherwise unused SQLite file. Unlike a file with a process
 * id, the lock ends with the process, and works between two containers that share a volume.
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

/** @param cause - The message describes it briefly if it is known. */
export function unusableFolder(path: string, cause: unknown): CommandFailure {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason =
    describeDiskFault(cause) ??
    (systemErrorCode(cause) === 'ERR_SQLITE_ERROR' ? message : systemErrorCode(cause)) ??
    message;
  return new CommandFailure('failure', `The data folder ${path} cannot be used (${reason}).`, { cause });
}

/** Restricts reading and writing a file to its owner. Leaves a file of another owner unchanged. @spec SV45 */
function restrictToOwner(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // It does not exist, or has another owner.
  }
}
