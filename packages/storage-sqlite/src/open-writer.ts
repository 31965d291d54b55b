import { type Connection, openConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

/**
 * Pages of the write-ahead log after which they are copied to the file. Many commits write the same few pages, and each
 * is copied once: with four times SQLite's own 1,000 that costs a quarter, and a log of 16 MiB is read in a moment when
 * the file is opened after a crash.
 */
const checkpointPages = 4_000;

/**
 * Opens the connection that writes, and brings the database up to date.
 *
 * @spec SQ1
 */
export function openWriter(file: string, options: { readonly busyTimeoutMs: number }): Connection {
  const writer = openConnection(file, { mode: 'write', ...options });
  try {
    const mode = writer.get<{ journal_mode: string }>('PRAGMA journal_mode = WAL')?.journal_mode;
    // SQLite does not fail; it returns the mode that it has. `:memory:` has the mode `memory`.
    if (mode !== 'wal' && mode !== 'memory') throw new Error('The file cannot be put into write-ahead mode.');
    writer.script(`
      PRAGMA synchronous = FULL;
      PRAGMA journal_size_limit = ${64 * 1024 * 1024};
      PRAGMA wal_autocheckpoint = ${checkpointPages};
      PRAGMA cache_size = -${16 * 1024};
    `);
    migrate(writer, migrations);
    return writer;
  } catch (error) {
    writer.close();
    throw error;
  }
}
