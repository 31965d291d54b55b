import type { Storage } from '@botwright/core/ports';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { CommandFailure } from '../command-failure.ts';
import { type DataFolder, unusableFolder } from './data-folder.ts';
import type { ServeOptions } from './serve-options.ts';

/**
 * Opens the database; without one, the file in the data folder.
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
      // This process has locked the folder. Another command that talks to a bot may open the file, but serves no
      // requests.
      return sqliteStorage({ file: folder.databaseFile, isAlone: true });
    } catch (error) {
      throw unusableFolder(data, error);
    }
  }
  // Loads the driver only for a database, which most servers do not have.
  const { postgresStorage } = await import('@botwright/storage/postgres');
  try {
    return await postgresStorage({ url: database });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The message of `pg` when PostgreSQL asks for a missing password.
    const reason = message.includes('client password must be a string') ? 'it asks for a password' : message;
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

/** The name of a server's store in messages. */
export function storeName({ data, database }: Pick<ServeOptions, 'data' | 'database'>): string {
  return database === undefined ? `data folder ${data}` : `database ${databaseName(database)}`;
}
