import { DatabaseSync } from 'node:sqlite';
import { sqliteStorage } from '@botwright/storage/sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { findChange, newestVersion } from './support/frozen-data.ts';
import { frozenFile } from './support/frozen-file.ts';
import { changesOfTables, changesOfValues } from './support/incompatible-changes.ts';

/** These files are never read after a crash. */
class Unsynced extends DatabaseSync {
  override exec(sql: string): void {
    super.exec(sql.replaceAll(/synchronous = \w+/g, 'synchronous = OFF'));
  }
}

it.each([...changesOfTables, ...changesOfValues])('data are noticed that have $title', async ({ sql, noticed }) => {
  const file = frozenFile(newestVersion);
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
  const change = async (): Promise<string | undefined> => {
    const storage = sqliteStorage({
      file,
      open: (path, { readOnly, busyTimeoutMs: timeout }) =>
        new Unsynced(path, { readOnly, timeout, enableForeignKeyConstraints: true, returnArrays: true }),
    });
    onTestFinished(() => storage.close());
    return findChange(newestVersion, storage);
  };
  expect(await change().catch((error: unknown) => String(error))).toMatch(noticed);
});
