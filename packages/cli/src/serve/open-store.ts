import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage-sqlite';
import { CommandFailure } from '../command-failure.ts';
import { type DataFolder, unusableFolder } from './data-folder.ts';
import type { ServeOptions } from './serve-options.ts';

/**
 * Opens the database, or else the file in the data folder.
 *
 * @throws {CommandFailure} When it cannot be used. The message has no password.
 * @spec SV10, SV47, SV48, ID12
 */
export async function openStore(
  options: Pick<ServeOptions, 'data' | 'database'>,
  folder: DataFolder,
): Promise<Storage> {
  const { data, database } = options;
  if (database === undefined) {
    try {
      // This process has locked the folder. A command that talks to a bot may open the file, and uses no keys of requests.
      return sqliteStorage({ file: folder.databaseFile, isAlone: true });
    } catch (error) {
      throw unusableFolder(data, error);
    }
  }
  // Most servers have no database, and need not load its driver.
  const { postgresStorage } = await import('@botwright/storage-postgres');
  try {
    return await postgresStorage({ url: database });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    // What `pg` says when PostgreSQL asks for a password and there is none.
    const reason = said.includes('client password must be a string') ? 'it asks for a password' : said;
    throw new CommandFailure('failure', `The database ${databaseName(database)} cannot be used (${reason}).`, {
      cause: error,
    });
  }
}

/** Host, port and name of a database, without user and password. */
export function databaseName(database: string): string {
  const { host, pathname } = new URL(database);
  return `${host}${pathname}`;
}

/** How messages name what a server keeps its data in. */
export function storeName({ data, database }: Pick<ServeOptions, 'data' | 'database'>): string {
  return database === undefined ? `data folder ${data}` : `database ${databaseName(database)}`;
}
