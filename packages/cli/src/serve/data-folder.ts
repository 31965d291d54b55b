import { chmodSync, existsSync, rmSync } from 'node:fs';
import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailure, systemErrorCode } from '../command-failure.ts';
import { describeDiskFault } from './disk-fault.ts';

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
  /** The same after a start that failed: the database of a first start goes, so that the next one is the first. */
  abandon(): void;
}

export const inMemory = ':memory:';

/** Of the keys that seal secrets, in a data folder. */
export const keysFileName = 'secret-keys.json';

/**
 * Opens the folder, making it when it is not there, and holds it until `release` or the end of the process,
 * however it ends.
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

  const release = holdFolder(path, join(folder, 'server.lock'));
  const databaseFile = join(folder, 'botwright.sqlite');
  const keysFile = join(folder, keysFileName);
  const isNew = !existsSync(databaseFile);
  narrow(keysFile);
  return {
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
 * Takes the operating system's lock on an otherwise unused SQLite file. Unlike a file with a process id in it, it
 * cannot outlive its holder, and it means the same to two containers that share a volume.
 */
function holdFolder(path: string, lockFile: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockFile, { timeout: 0 });
    narrow(lockFile);
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

/** @param cause - Says why, in a few words where they are known. */
export function unusableFolder(path: string, cause: unknown): CommandFailure {
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason =
    describeDiskFault(cause) ?? (systemErrorCode(cause) === 'ERR_SQLITE_ERROR' ? said : systemErrorCode(cause)) ?? said;
  return new CommandFailure('failure', `The data folder ${path} cannot be used (${reason}).`, { cause });
}

/** Keeps a file to its owner, whatever it was before; one of another owner stays as it is. @spec SV45 */
function narrow(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch {
    // It is not there, or not ours.
  }
}
