import type { Connection } from './connection.ts';

/** Runs several statements on one state of the file: another process may commit between two statements. */
export function inOneSnapshot<T>(connection: Connection, read: () => T): T {
  if (connection.isInTransaction()) return read();
  connection.run('BEGIN');
  try {
    return read();
  } finally {
    connection.run('COMMIT');
  }
}
