import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { type Migration, migrate } from '../src/migrate.ts';
import { migrations } from '../src/migrations.ts';
import { openWriter } from '../src/open-writer.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { insertBot } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

it('[SQ1] the writer is in write-ahead mode, synchronises fully and enforces foreign keys', () => {
  const writer = openWriter(temporaryFile(), { busyTimeoutMs: 100 });
  const pragma = (name: string) => Object.values(writer.get<object>(`PRAGMA ${name}`) ?? {});
  expect(pragma('journal_mode')).toEqual(['wal']);
  expect(pragma('synchronous')).toEqual([2]);
  expect(pragma('foreign_keys')).toEqual([1]);
  writer.close();
});

it('[SQ1] every table is STRICT', () => {
  const writer = openWriter(':memory:', { busyTimeoutMs: 100 });
  const tables = writer.all<{ name: string; type: string; strict: number }>('PRAGMA main.table_list');
  // A full-text index is of another type, and so are its tables.
  const own = tables.filter((table) => table.type === 'table' && !table.name.startsWith('sqlite_'));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((table) => table.strict !== 1)).toEqual([]);
  writer.close();
});

it('[SQ1][ST10] every table that belongs to a brand, and is not numbered across all brands, has the brand in its key', () => {
  const writer = openWriter(':memory:', { busyTimeoutMs: 100 });
  const tables = writer.all<{ name: string }>(
    "SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' " +
      "AND c.name = 'brand' AND m.name NOT IN ('tokens', 'channels', 'customers', 'hooks', 'conversations', 'inbox', " +
      "'conversation_work', 'delivery_leases') ORDER BY m.name",
  );
  expect(tables.length).toBeGreaterThan(7);
  for (const { name } of tables) {
    const keys = writer.all<{ first: string }>(
      `SELECT (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0) AS first
       FROM pragma_index_list('${name}') l WHERE l."unique"`,
    );
    expect([name, ...new Set(keys.map((key) => key.first))]).toEqual([name, 'brand']);
  }
  writer.close();
});

it('[SQ2] opening a file that is up to date changes no byte of it', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file });
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  await storage.close();
  const before = readFileSync(file);

  await sqliteStorage({ file }).close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
});

it('[SQ2] migrations are numbered from 1 without a gap, and recorded as they are applied', () => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
  const writer = openWriter(':memory:', { busyTimeoutMs: 100 });
  const recorded = writer.all('SELECT version, name FROM migrations ORDER BY version');
  expect(recorded.map((row) => ({ ...(row as object) }))).toEqual(
    migrations.map(({ version, name }) => ({ version, name })),
  );
  writer.close();
});

it('[SQ2] a migration that fails leaves the file at the one before', () => {
  const connection = openConnection(':memory:', { mode: 'write', busyTimeoutMs: 100 });
  const good: Migration = { version: 1, name: 'good', sql: 'CREATE TABLE a (x TEXT) STRICT;' };
  const bad: Migration = { version: 2, name: 'bad', sql: 'CREATE TABLE b (x TEXT) STRICT; CREATE TABLE a (x TEXT);' };
  expect(() => migrate(connection, [good, bad])).toThrow(/already exists/);

  const tables = () => connection.all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table'");
  expect(tables().map((table) => table.name)).toEqual(['migrations', 'a']);
  expect(connection.get<{ version: number }>('SELECT max(version) AS version FROM migrations')?.version).toBe(1);

  migrate(connection, [good, { version: 2, name: 'mended', sql: 'CREATE TABLE b (x TEXT) STRICT;' }]);
  expect(tables().map((table) => table.name)).toEqual(['migrations', 'a', 'b']);
  connection.close();
});

it('[SQ3] a file of a newer release is refused and not changed', async () => {
  const file = temporaryFile();
  await sqliteStorage({ file }).close();
  const newer = new DatabaseSync(file);
  newer.exec("INSERT INTO migrations VALUES (9999, 'from the future')");
  newer.close();
  const before = readFileSync(file);

  expect(() => sqliteStorage({ file })).toThrow('at version 9999, made by a newer release');
  expect(readFileSync(file).equals(before)).toBe(true);
});

it('[SQ3] a database of another program is refused', () => {
  const file = temporaryFile();
  const other = new DatabaseSync(file);
  other.exec('CREATE TABLE migrations (version INTEGER)');
  other.close();
  expect(() => sqliteStorage({ file })).toThrow('another program');

  const second = temporaryFile();
  const marked = new DatabaseSync(second);
  marked.exec('PRAGMA application_id = 77');
  marked.close();
  expect(() => sqliteStorage({ file: second })).toThrow('another program');
});

it('[SQ3] a file that is no database, a missing folder and an empty name are refused', () => {
  const file = temporaryFile();
  const text = 'This is a letter, and a long one, so that it is longer than the header of a database.'.repeat(9);
  writeFileSync(file, text);
  expect(() => sqliteStorage({ file })).toThrow(/not a database/);
  expect(readFileSync(file, 'utf8')).toBe(text);

  expect(() => sqliteStorage({ file: `${file}/missing/bots.db` })).toThrow(/unable to open/);
  expect(() => sqliteStorage({ file: '' })).toThrow(TypeError);
});
