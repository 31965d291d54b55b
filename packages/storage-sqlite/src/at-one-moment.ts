import type { Connection } from './connection.ts';

/** Another process may commit between two statements, but not inside a transaction. */
export function atOneMoment<T>(connection: Connection, read: () => T): T {
  if (connection.isInTransaction()) return read();
  connection.run('BEGIN');
  try {
    return read();
  } finally {
    connection.run('COMMIT');
  }
}
