import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Makes the file of a database, empty, where it is not there, so that at no moment somebody else may read it. Why
 * one cannot be made SQLite says, which opens it next.
 *
 * @param mode - Such as `0o600`.
 * @spec SQ24
 */
export function makePrivate(file: string, mode: number): void {
  try {
    closeSync(openSync(file, 'wx', mode));
  } catch {
    // It is there, or cannot be.
  }
}

/**
 * Gives the file of a database, and those that SQLite has put beside it, their permissions. What SQLite makes later
 * has those of the database. A file of another owner stays as it is.
 *
 * @spec SQ24
 */
export function keepPrivate(file: string, mode: number): void {
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      chmodSync(`${file}${suffix}`, mode);
    } catch {
      // Not there, or not ours to change.
    }
  }
}
