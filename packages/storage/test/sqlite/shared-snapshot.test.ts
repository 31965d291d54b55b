import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/sqlite/connection.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';
import { createSharedSnapshot } from '../../src/sqlite/shared-snapshot.ts';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { commitNotes, findNote, notes, putNote } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const kinds = [notes];
const tables = sqliteTables(kinds);

it('[SQ17] reads in one turn share a snapshot, and reads in the next turn see commits of others', async () => {
  const file = temporaryFile();
  const other = openWriter(file, { tables, busyTimeoutMs: 100 });
  other.script('CREATE TABLE counts (n INTEGER)');
  const connection = openConnection(file, { mode: 'read', busyTimeoutMs: 100 });
  const reads = createSharedSnapshot(connection);
  const count = () => reads.read((asked) => asked.get<{ n: number }>('SELECT count(*) AS n FROM counts')?.n);

  expect(count()).toBe(0);
  other.run('INSERT INTO counts VALUES (1)');
  expect(count()).toBe(0);
  await nextTurn();
  expect([count(), connection.isInTransaction()]).toEqual([1, true]);
  await nextTurn();
  expect(connection.isInTransaction()).toBe(false);

  expect(count()).toBe(1);
  other.run('INSERT INTO counts VALUES (2)');
  reads.end();
  expect(count()).toBe(2);
  reads.end();
  connection.close();
  other.close();
});

it('[SQ17][SQ10] commits of this store are visible at once, even in a turn that has read before', async () => {
  const storage = sqliteStorage({ file: temporaryFile(), kinds });
  for (let round = 0; round < 20; round += 1) {
    const id = `n${round}`;
    const written = commitNotes(storage, putNote(id));
    const seen: (string | undefined)[] = [];
    const readOn = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn += 1) {
        seen.push(await findNote(storage, id));
        await nextTurn();
      }
    };
    await Promise.all([readOn(), written.then(async () => expect(await findNote(storage, id)).toBe(id))]);
    expect(seen.at(-1)).toBe(id);
  }
  await storage.close();
});

it('[SQ17] a query that fails does not end the snapshot of the others', async () => {
  const file = temporaryFile();
  openWriter(file, { tables, busyTimeoutMs: 100 }).close();
  const connection = openConnection(file, { mode: 'read', busyTimeoutMs: 100 });
  const reads = createSharedSnapshot(connection);
  expect(() => reads.read((asked) => asked.get('SELECT * FROM nothing'))).toThrow('nothing');
  expect(reads.read((asked) => asked.get<{ one: number }>('SELECT 1 AS one')?.one)).toBe(1);
  await nextTurn();
  expect(reads.read((asked) => asked.get<{ one: number }>('SELECT 1 AS one')?.one)).toBe(1);
  reads.end();
  connection.close();
});

it('[SQ18] a query with a key runs once until somebody commits, and its result is frozen', async () => {
  const file = temporaryFile();
  const other = openWriter(file, { tables, busyTimeoutMs: 100 });
  other.script('CREATE TABLE counts (n INTEGER)');
  const connection = openConnection(file, { mode: 'read', busyTimeoutMs: 100 });
  const reads = createSharedSnapshot(connection);
  let asked = 0;
  const count = (key?: string) =>
    reads.read((asking) => {
      asked += 1;
      return { found: [asking.get<{ n: number }>('SELECT count(*) AS n FROM counts')?.n] };
    }, key);

  for (let turn = 0; turn < 3; turn += 1) {
    expect([count('a'), count('a')]).toEqual([{ found: [0] }, { found: [0] }]);
    await nextTurn();
  }
  expect(asked).toBe(1);
  expect([Object.isFrozen(count('a')), Object.isFrozen(count('a').found)]).toEqual([true, true]);

  count('b');
  count();
  expect(asked).toBe(3);
  other.run('INSERT INTO counts VALUES (1)');
  await nextTurn();
  expect([count('a'), asked]).toEqual([{ found: [1] }, 4]);
  reads.end();
  connection.close();
  other.close();
});

it('[SQ17][SQ18] a turn takes its snapshot at the first read, and sees what was committed until then', async () => {
  const file = temporaryFile();
  const other = openWriter(file, { tables, busyTimeoutMs: 100 });
  other.script('CREATE TABLE counts (n INTEGER)');
  const connection = openConnection(file, { mode: 'read', busyTimeoutMs: 100 });
  const reads = createSharedSnapshot(connection);
  const count = (key?: string) =>
    reads.read((asked) => asked.get<{ n: number }>('SELECT count(*) AS n FROM counts')?.n, key);
  count('a');
  await nextTurn();

  other.run('INSERT INTO counts VALUES (1)');
  expect([count('a'), connection.isInTransaction()]).toEqual([1, true]);
  other.run('INSERT INTO counts VALUES (2)');
  expect([count(), count('a'), count('b')]).toEqual([1, 1, 1]);
  await nextTurn();
  expect([count('a'), count('b')]).toEqual([2, 2]);
  reads.end();
  connection.close();
  other.close();
});

it('[SQ18] cached results are never outdated or mixed up: other processes, stores, brands and ids', async () => {
  const file = temporaryFile();
  const [one, two] = [sqliteStorage({ file, kinds }), sqliteStorage({ file, kinds })];
  const find = (brand: string, id: string) => findNote(one, id, brand);
  expect([await find('acme', 'n1'), await find('acm', 'e n1')]).toEqual([undefined, undefined]);

  await commitNotes(two, putNote('n1'));
  await nextTurn();
  expect([await find('acme', 'n1'), await find('acm', 'e n1'), await find('acme n1', '')]).toEqual([
    'n1',
    undefined,
    undefined,
  ]);
  const written = commitNotes(one, putNote('n1', 'new'));
  expect(await find('acme', 'n1')).toBe('n1');
  await written;
  expect(await find('acme', 'n1')).toBe('new');
  await one.close();
  await two.close();
});
