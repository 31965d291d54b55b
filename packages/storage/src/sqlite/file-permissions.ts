import { chmodSync, closeSync, openSync } from 'node:fs';

/**
 * Creates an empty database file with these permissions if it does not exist. Errors are ignored: SQLite opens the file
 * next and reports them.
 *
 * @param mode - Such as `0o600`.
 * @spec SQ24
 */
export function createPrivate(file: string, mode: number): void {
  try {
    closeSync(openSync(file, 'wx', mode));
  } catch {
    // The file exists, or cannot be created.
  }
}

/**
 * Sets the permissions of a database file and of the files that SQLite has created next to it. Files that SQLite
 * creates later get the same permissions. Ignores files of another owner.
 *
 * @spec SQ24
 */
export function setPermissions(file: string, mode: number): void {
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      chmodSync(`${file}${suffix}`, mode);
    } catch {
      // The file does not exist, or belongs to another owner.
    }
  }
}
