import type { Connection } from './connection.ts';

/**
 * Runs statements that each commit without waiting for the disk: they outlive the process as all others do, and not
 * the machine. What is committed afterwards, and is waited for, brings them to the disk.
 *
 * @param connection - In no transaction.
 */
export function withoutSync<T>(connection: Connection, statements: () => T): T {
  connection.script('PRAGMA synchronous = NORMAL');
  try {
    return statements();
  } finally {
    connection.script('PRAGMA synchronous = FULL');
  }
}
