import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storageContract } from '@botwright/testing/contracts';
import BetterSqlite3 from 'better-sqlite3';
import LibSql from 'libsql';
import { describe, expect, it } from 'vitest';
import { ofEachRule } from '../../../../scripts/depth.ts';
import { betterSqlite3, type OpenSqlite, sqliteStorage } from '../../src/sqlite/index.ts';
import { commitNotes, findNote, notes, putNote } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const drivers: readonly (readonly [string, OpenSqlite])[] = [
  ['better-sqlite3', betterSqlite3(BetterSqlite3)],
  ['libsql', betterSqlite3(LibSql)],
];
const kinds = [notes];

describe.each(drivers)('%s', (_name, open) => {
  const cases = storageContract({
    open(kinds) {
      const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
      const file = join(folder, 'bots.db');
      return { folder, file, storage: sqliteStorage({ file, kinds, open }) };
    },
    reopen: ({ file }, kinds) => sqliteStorage({ file, kinds, open }),
    remove: ({ folder }) => rmSync(folder, { recursive: true }),
  });
  for (const { title, run } of ofEachRule(cases)) it(title, run);

  it('[SQ1] the writer enforces foreign keys, and the reader refuses writes', () => {
    const file = temporaryFile();
    const options = { busyTimeoutMs: 1 };
    const writer = open(file, { ...options, readOnly: false });
    writer.exec('CREATE TABLE one (id INTEGER PRIMARY KEY); CREATE TABLE of (one INTEGER REFERENCES one (id))');
    expect(() => writer.exec('INSERT INTO of VALUES (1)')).toThrow(/FOREIGN KEY/);
    const reader = open(file, { ...options, readOnly: true });
    expect(() => reader.exec('INSERT INTO one VALUES (1)')).toThrow(/readonly/);
    reader.close();
    writer.close();
  });

  it('[SQ41] a file that another connection has locked is unavailable', async () => {
    const file = temporaryFile();
    const storage = sqliteStorage({ file, kinds, busyTimeoutMs: 1, open });
    const other = open(file, { readOnly: false, busyTimeoutMs: 1 });
    other.exec('BEGIN IMMEDIATE');
    expect(await commitNotes(storage, putNote('n1'))).toMatchObject({
      kind: 'unavailable',
      cause: { message: expect.stringMatching(/: another process has the file locked\.$/) },
    });
    other.exec('COMMIT');
    other.close();
    await storage.close();
  });

  it('a file written with one driver is read and written with the other', async () => {
    const file = temporaryFile();
    const before = sqliteStorage({ file, kinds });
    await commitNotes(before, putNote('n1', 'of Node'));
    await before.close();
    const storage = sqliteStorage({ file, kinds, open });
    expect(await findNote(storage, 'n1')).toBe('of Node');
    await commitNotes(storage, putNote('n1', 'of another'));
    await storage.close();
    const after = sqliteStorage({ file, kinds });
    expect(await findNote(after, 'n1')).toBe('of another');
    await after.close();
  });
});

it("a store on another driver does not load Node's SQLite", () => {
  const program = `
    import BetterSqlite3 from 'better-sqlite3';
    import { betterSqlite3, sqliteStorage } from './src/sqlite/index.ts';
    const loaded = () => process.moduleLoadList.some((name) => name.endsWith('sqlite'));
    await sqliteStorage({ file: ':memory:', open: betterSqlite3(BetterSqlite3) }).close();
    const before = loaded();
    await sqliteStorage({ file: ':memory:' }).close();
    console.log(before, loaded());`;
  const output = execFileSync(
    process.execPath,
    ['--conditions=@botwright/source', '--input-type=module', '--eval', program],
    { cwd: join(import.meta.dirname, '../..'), encoding: 'utf8' },
  );
  expect(output).toBe('false true\n');
});
