import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { recordKinds } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { commitNotes, notes, putNote } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const tables = sqliteTables(recordKinds);

it('[SQ1] the writer is in write-ahead mode, synchronises fully and enforces foreign keys', () => {
  const writer = openWriter(temporaryFile(), { tables, busyTimeoutMs: 100 });
  const pragma = (name: string) => Object.values(writer.get<object>(`PRAGMA ${name}`) ?? {});
  expect(pragma('journal_mode')).toEqual(['wal']);
  expect(pragma('synchronous')).toEqual([2]);
  expect(pragma('foreign_keys')).toEqual([1]);
  writer.close();
});

it('[SQ1] every table is STRICT', () => {
  const writer = openWriter(':memory:', { tables, busyTimeoutMs: 100 });
  const listed = writer.all<{ name: string; type: string; strict: number }>('PRAGMA main.table_list');
  // A full-text index is of another type, and so are its tables.
  const own = listed.filter((table) => table.type === 'table' && !table.name.startsWith('sqlite_'));
  expect(own.length).toBeGreaterThan(10);
  expect(own.filter((table) => table.strict !== 1)).toEqual([]);
  writer.close();
});

it('[SQ1][RS3] every table that belongs to a brand, and is not found by numbers of its own, has the brand in its key', () => {
  const writer = openWriter(':memory:', { tables, busyTimeoutMs: 100 });
  const found = writer.all<{ name: string }>(
    "SELECT DISTINCT m.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' " +
      "AND c.name = 'brand' AND m.name NOT IN ('agent_token_records', 'inbox', 'delivery_leases') ORDER BY m.name",
  );
  expect(found.length).toBeGreaterThan(15);
  for (const { name } of found) {
    const keys = writer.all<{ first: string }>(
      `SELECT (SELECT i.name FROM pragma_index_info(l.name) i WHERE i.seqno = 0) AS first
       FROM pragma_index_list('${name}') l WHERE l.origin = 'pk' OR (l.origin = 'u' AND l."unique")`,
    );
    expect([name, ...new Set(keys.map((key) => key.first))]).toEqual([name, 'brand']);
  }
  writer.close();
});

it('[SQ2] opening a file that is up to date changes no byte of it', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds: [notes] });
  await commitNotes(storage, putNote('n1'));
  await storage.close();
  const before = readFileSync(file);

  await sqliteStorage({ file, kinds: [notes] }).close();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}-wal`)).toBe(false);
});

it('[SQ2] a schema that cannot be created leaves the file empty', () => {
  const file = temporaryFile();
  expect(() => sqliteStorage({ file, kinds: [notes, { ...notes, name: 'NOTE' }] })).toThrow(/already exists/);
  const witness = new DatabaseSync(file);
  expect(witness.prepare('SELECT * FROM sqlite_schema').all()).toEqual([]);
  witness.close();
});

it.for([
  ['UPDATE schema_version SET version = 9999', 'has version 9999 of the schema, made by a newer release'],
  ['UPDATE schema_version SET version = 0', 'has version 0 of the schema, made by an older release'],
  ['DROP TABLE schema_version', 'has version 0 of the schema, made by an older release'],
] as const)('[SQ3] a file of another release is refused and not changed: %s', async ([change, message]) => {
  const file = temporaryFile();
  await sqliteStorage({ file, kinds: [notes] }).close();
  const other = new DatabaseSync(file);
  other.exec(change);
  other.close();
  const before = readFileSync(file);

  expect(() => sqliteStorage({ file, kinds: [notes] })).toThrow(message);
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
