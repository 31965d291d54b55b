import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DecidedRecords, isStorageUnavailable, type Program, type Request } from '@botwright/core/ports';
import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../src/sqlite/connection.ts';
import { createStorage } from '../../src/sqlite/create-storage.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';
import { sqliteStorage } from '../../src/sqlite/sqlite-storage.ts';
import { commitNotes, findNote, noteIds, notes, putNote } from './sample-notes.ts';
import { temporaryFile } from './temporary-folder.ts';

const kinds = [notes];
const tables = sqliteTables(kinds);
const acme = { brand: 'acme' };

/** A store in memory whose statements are recorded and can be made to fail. */
function observedStorage(intercept: (sql: string) => void = () => undefined) {
  const writer = openWriter(':memory:', { tables, busyTimeoutMs: 100 });
  const log: string[] = [];
  const run: Connection['run'] = (sql, ...params) => {
    if (/^[A-Z]+( TO)?( IMMEDIATE| job)?$/.test(sql)) log.push(sql);
    intercept(sql);
    return writer.run(sql, ...params);
  };
  const schema = tables;
  const storage = createStorage(schema, { writer: { ...writer, run }, reader: undefined });
  return { storage, log, writer };
}

afterEach(() => {
  vi.useRealTimers();
});

/** No group ends because of its duration, even on a slow machine. */
const stopClock = () => vi.useFakeTimers({ toFake: ['performance'] });

/** Reads a note and stores it with a longer text. */
function* extend(id: string, end: string): Program<DecidedRecords> {
  const [found] = yield [{ do: 'get', kind: 'note', key: [id], expect: true }];
  const text = (found as { readonly record: { readonly text: string } } | undefined)?.record.text ?? '';
  return { operations: [putNote(id, text + end)] };
}

it('[SQ5] transactions run one after another in the order of their start, and see earlier ones', async () => {
  stopClock();
  const { storage, log } = observedStorage();
  await Promise.all(
    [1, 2, 3].map((number) => storage.exclusive?.(acme, () => extend('n', `${number}`)).then(() => log.push('done'))),
  );
  expect(await findNote(storage, 'n')).toBe('123');
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(1);
  await storage.close();
});

it('[SQ6] transactions that start in one turn of the event loop have one COMMIT, and resolve after it', async () => {
  stopClock();
  const { storage, log } = observedStorage();
  const started = Array.from({ length: 32 }, (_, index) =>
    commitNotes(storage, putNote(`n${index}`)).then(() => log.push('acknowledged')),
  );
  await Promise.all(started);

  expect(log.filter((entry) => entry === 'BEGIN IMMEDIATE')).toHaveLength(1);
  expect(log.filter((entry) => entry === 'SAVEPOINT job')).toHaveLength(32);
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(1);
  expect(log.indexOf('acknowledged')).toBe(log.indexOf('COMMIT') + 1);
  await storage.close();
});

it('[SQ6] a group has at most 128 transactions, so that the first ones do not wait for ever', async () => {
  stopClock();
  const { storage, log } = observedStorage();
  await Promise.all(Array.from({ length: 300 }, () => commitNotes(storage)));
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(3);
  await storage.close();
});

it('[SQ6] a group ends after 20 milliseconds of work', async () => {
  stopClock();
  const { storage, log } = observedStorage((sql) => {
    if (sql === 'SAVEPOINT job') vi.advanceTimersByTime(7);
  });
  await Promise.all(Array.from({ length: 9 }, (_, index) => commitNotes(storage, putNote(`n${index}`))));
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(3);
  await storage.close();
});

it('[SQ22] turns that each add transactions are committed together, at most eight', async () => {
  const { storage, log } = observedStorage();
  const started: Promise<unknown>[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    // Requested before the group requests its own turn, so that each turn begins with the next transaction.
    const turnOver = nextTurn();
    started.push(commitNotes(storage, putNote(`n${turn}`)));
    await turnOver;
  }
  await Promise.all(started);
  const jobs = log
    .join(' ')
    .split('COMMIT')
    .map((group) => group.split('SAVEPOINT').length - 1);
  // The first transaction of the group, and one in each of eight turns.
  expect(jobs.slice(0, 2)).toEqual([9, 9]);
  expect(jobs.reduce((sum, count) => sum + count)).toBe(20);
  await storage.close();
});

it('[SQ22] a turn that adds nothing ends the wait', async () => {
  const { storage, log } = observedStorage();
  const first = commitNotes(storage);
  await nextTurn();
  await nextTurn();
  await nextTurn();
  expect(log).toContain('COMMIT');
  await first;
  await storage.close();
});

it('[SQ7] when COMMIT fails the whole group rejects, nothing is stored, and later transactions work', async () => {
  const fault = new Error('disk I/O error');
  let isFailing = true;
  const { storage } = observedStorage((sql) => {
    if (sql === 'COMMIT' && isFailing) throw fault;
  });

  const conflict = { conditions: [{ kind: 'note', key: ['n1'], version: 'x' }], operations: [] };
  const group = await Promise.allSettled([
    commitNotes(storage, putNote('n1')),
    commitNotes(storage, putNote('n2')),
    // Its answer could depend on one of the others.
    storage.commit(acme, conflict),
  ]);
  for (const outcome of group) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { cause: fault } });
  }

  isFailing = false;
  expect(await noteIds(storage)).toEqual([]);
  await commitNotes(storage, putNote('n1'));
  expect(await noteIds(storage)).toEqual(['n1']);
  await storage.close();
});

const nextNumber: Request = { do: 'number', sequence: 'bot' };

it('[SQ7][RS11] numbers that were given to a group which failed are not given again', async () => {
  let isFailing = true;
  const { storage } = observedStorage((sql) => {
    if (sql === 'COMMIT' && isFailing) throw new Error('disk I/O error');
  });
  const numbers: unknown[] = [];
  const insert = () =>
    storage.exclusive?.(acme, function* () {
      numbers.push((yield [nextNumber])[0]);
      return { operations: [] };
    });
  await expect(insert()).rejects.toThrow(/could not be committed/);
  isFailing = false;
  await insert();
  expect(numbers).toEqual([1, 2]);
  await storage.close();
});

it('[SQ8] a transaction that conflicts or throws is undone without the others', async () => {
  const { storage, log } = observedStorage();
  const outcomes = await Promise.allSettled([
    commitNotes(storage, putNote('n0')),
    commitNotes(storage, putNote('n1'), { do: 'touch', kind: 'note', key: ['absent'], version: 'x' }),
    storage.exclusive?.(acme, function* () {
      yield [nextNumber];
      throw new Error('refused');
    }),
    commitNotes(storage, putNote('n2')),
    storage.read(acme, [nextNumber]),
  ]);
  expect(outcomes).toMatchObject([
    { value: { kind: 'committed' } },
    { value: { kind: 'conflict' } },
    { reason: { message: 'refused' } },
    { value: { kind: 'committed' } },
    { value: [2] },
  ]);
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(1);
  expect(await noteIds(storage)).toEqual(['n0', 'n2']);
  await storage.close();
});

it('[SQ10] reads of a file wait for no group, and see the last commit', async () => {
  const storage = sqliteStorage({ file: temporaryFile(), kinds });
  await commitNotes(storage, putNote('n1'));
  const writing = commitNotes(storage, putNote('n1', 'new'));
  expect(await findNote(storage, 'n1')).toBe('n1');
  await writing;
  expect(await findNote(storage, 'n1')).toBe('new');
  await storage.close();
});

it('[SQ11] reads of :memory: see whole groups', async () => {
  const storage = sqliteStorage({ file: ':memory:', kinds });
  const writing = Promise.all([1, 2].map((number) => commitNotes(storage, putNote(`n${number}`))));
  const seen = new Set<number>();
  for (let turn = 0; turn < 6; turn += 1) {
    seen.add((await noteIds(storage)).length);
    await nextTurn();
  }
  await writing;
  expect([...seen]).toEqual([0, 2]);
  await storage.close();
});

it('[SQ15] a full disk refuses transactions that do not fit and keeps the others', async () => {
  const { storage, writer } = observedStorage();
  await commitNotes(storage, putNote('n1'));
  const pages = writer.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  writer.script(`PRAGMA max_page_count = ${pages + 20}`);

  const write = (id: string, size: number) => commitNotes(storage, putNote(id, 'x'.repeat(size)));
  const outcomes = await Promise.all([write('n2', 10), write('n3', 1_000_000), write('n4', 10)]);

  expect(outcomes[1]).toMatchObject({ kind: 'unavailable' });
  const stored = ['n2', 'n3', 'n4'].filter((_, index) => outcomes[index]?.kind === 'committed');
  expect(await noteIds(storage)).toEqual(['n1', ...stored]);
  expect(writer.get('PRAGMA integrity_check')).toMatchObject({ integrity_check: 'ok' });
  await storage.close();
});

it('[SQ15] when SQLite rolls back the transaction the whole group rejects', async () => {
  stopClock();
  const { storage, writer } = observedStorage();
  const outcomes = await Promise.allSettled([
    commitNotes(storage, putNote('n1')),
    storage.exclusive?.(acme, function* () {
      yield [nextNumber];
      writer.script('ROLLBACK');
      return { operations: [putNote('n2')] };
    }),
    // The next group has it.
    commitNotes(storage, putNote('n3')),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  expect(await noteIds(storage)).toEqual(['n3']);

  await storage.close();
});

it('[SQ16] when another process keeps the file locked the transaction writes nothing', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds, busyTimeoutMs: 1 });
  const other = openWriter(file, { tables, busyTimeoutMs: 1 });
  other.run('BEGIN IMMEDIATE');
  expect(await commitNotes(storage, putNote('n1'))).toMatchObject({
    kind: 'unavailable',
    cause: { cause: { message: expect.stringMatching(/locked/) } },
  });
  other.run('COMMIT');
  other.close();

  expect(await findNote(storage, 'n1')).toBeUndefined();
  await commitNotes(storage, putNote('n1'));
  expect(await findNote(storage, 'n1')).toBe('n1');
  await storage.close();
});

const undone = 'The transaction could not be committed; nothing of it is stored';

it('[SQ41][ST117] a locked file is unavailable to commits, programs, queues and numbers', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, kinds, busyTimeoutMs: 1 });
  const other = openWriter(file, { tables, busyTimeoutMs: 1 });
  other.run('BEGIN IMMEDIATE');
  const unavailable = { kind: 'unavailable', cause: { message: `${undone}: another process has the file locked.` } };
  expect(await commitNotes(storage, putNote('n1'))).toMatchObject(unavailable);
  expect(await storage.exclusive?.(acme, () => extend('n1', 'x'))).toMatchObject({ committed: unavailable });
  for (const call of [storage.deliveryQueue.recover(), storage.read(acme, [nextNumber])]) {
    expect(isStorageUnavailable(await call.catch((error: unknown) => error))).toBe(true);
  }
  other.run('COMMIT');
  other.close();
  await storage.close();
});

it('[SQ41][ST117] a full disk is unavailable, and other faults of the disk are errors', async () => {
  const { storage: full, writer } = observedStorage();
  const pages = writer.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  writer.script(`PRAGMA max_page_count = ${pages}`);
  expect(await commitNotes(full, putNote('n1', 'x'.repeat(1_000_000)))).toMatchObject({
    kind: 'unavailable',
    cause: { message: expect.stringMatching(/: no space is left on the disk\.$/) },
  });
  await full.close();

  const { storage: broken } = observedStorage((sql) => {
    if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
  });
  const fault = await commitNotes(broken, putNote('n1')).catch((error: unknown) => error);
  expect([isStorageUnavailable(fault), (fault as Error).message]).toEqual([false, `${undone}.`]);
  await broken.close();
});
