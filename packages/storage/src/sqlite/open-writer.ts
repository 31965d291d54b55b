import type { RecordTable } from '../sql/record-tables.ts';
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts';
import { checkpointPages as pagesOfStore } from './log-marks.ts';
import { createSchema } from './schema.ts';

/** Pages of the log after which SQLite copies them, if the store has not: twice the store's number. */
const checkpointPages = 2 * pagesOfStore;

/**
 * Opens the writing connection, and creates the tables of a new database.
 *
 * @spec SQ1
 */
export function openWriter(
  file: string,
  { tables, ...options }: Omit<ConnectionOptions, 'mode'> & { readonly tables: ReadonlyMap<string, RecordTable> },
): Connection {
  const writer = openConnection(file, { ...options, mode: 'write' });
  try {
    const mode = writer.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode;
    // SQLite does not fail; it returns its actual mode. `:memory:` has the mode `memory`.
    if (mode !== 'wal' && mode !== 'memory') throw new Error('The file cannot be put into write-ahead mode.');
    writer.script(`
      PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = ${64 * 1024 * 1024};
      PRAGMA wal_autocheckpoint = ${checkpointPages};
      PRAGMA cache_size = -${16 * 1024};
      PRAGMA temp_store = MEMORY;
    `);
    createSchema(writer, tables);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}
