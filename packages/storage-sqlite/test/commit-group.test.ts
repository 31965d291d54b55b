import { setImmediate as nextTurn } from 'node:timers/promises';
import { isStorageUnavailable } from '@botwright/core/ports';
import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '../src/connection.ts';
import { createStorage } from '../src/create-storage.ts';
import { openWriter } from '../src/open-writer.ts';
import { sqliteStorage } from '../src/sqlite-storage.ts';
import { insertBot, sampleBot, sampleDraft } from './sample-bot.ts';
import { temporaryFile } from './temporary-folder.ts';

const workspace = { state: 'active', workspaces: [1], order: 'created', page: 1, pageSize: 100 } as const;

/** A store in memory whose statements are recorded and can be made to fail. */
function observedStorage(intercept: (sql: string) => void = () => undefined) {
  const writer = openWriter(':memory:', { busyTimeoutMs: 100 });
  const log: string[] = [];
  const run: Connection['run'] = (sql, ...params) => {
    if (/^[A-Z]+( TO)?( IMMEDIATE| job)?$/.test(sql)) log.push(sql);
    intercept(sql);
    return writer.run(sql, ...params);
  };
  const storage = createStorage({ writer: { ...writer, run }, reader: undefined, workLimitMs: 1_000 });
  return { storage, log, writer };
}

afterEach(() => {
  vi.useRealTimers();
});

it('[SQ5] transactions run one after another in the order of their start', async () => {
  const { storage } = observedStorage();
  const steps: string[] = [];
  await Promise.all(
    [1, 2, 3].map((number) =>
      storage.transaction('acme', async (tx) => {
        for (const step of ['first', 'second', 'third']) {
          steps.push(`${number} ${step}`);
          await tx.bots.find('b1');
        }
      }),
    ),
  );
  expect(steps).toEqual([1, 2, 3].flatMap((number) => [`${number} first`, `${number} second`, `${number} third`]));
  await storage.close();
});

/** No group ends because of its duration, even on a slow machine. */
const stopClock = () => vi.useFakeTimers({ toFake: ['performance'] });

it('[SQ6] transactions that start in one turn of the event loop have one COMMIT, and resolve after it', async () => {
  stopClock();
  const { storage, log } = observedStorage();
  const started = Array.from({ length: 32 }, (_, index) =>
    storage.transaction('acme', (tx) => insertBot(tx, `b${index}`)).then(() => log.push('acknowledged')),
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
  await Promise.all(Array.from({ length: 300 }, () => storage.transaction('acme', (tx) => tx.bots.find('b1'))));
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(3);
  await storage.close();
});

it('[SQ22] turns that each add transactions are committed together, at most eight', async () => {
  const { storage, log } = observedStorage();
  const started: Promise<unknown>[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    // Requested before the group requests its own turn, so that each turn begins with the next transaction.
    const turnOver = nextTurn();
    started.push(storage.transaction('acme', (tx) => tx.bots.find('b1')));
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
  const first = storage.transaction('acme', (tx) => tx.bots.find('b1'));
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

  const refusal = new Error('refused');
  const group = await Promise.allSettled([
    storage.transaction('acme', (tx) => insertBot(tx, 'b1')),
    storage.transaction('acme', (tx) => insertBot(tx, 'b2')),
    storage.transaction('acme', async () => {
      throw refusal;
    }),
  ]);
  for (const outcome of group) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { cause: fault } });
  }

  isFailing = false;
  expect(await storage.reader('acme').bots.list(workspace)).toMatchObject({ items: [], total: 0 });
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  expect(await storage.reader('acme').bots.find('b1')).toMatchObject({ id: 'b1' });
  await storage.close();
});

it('[SQ7][ST13] numbers that were given to a group which failed are not given again', async () => {
  let isFailing = true;
  const { storage } = observedStorage((sql) => {
    if (sql === 'COMMIT' && isFailing) throw new Error('disk I/O error');
  });
  const numbers: number[] = [];
  const insert = () =>
    storage.transaction('acme', async (tx) => {
      numbers.push((await tx.bots.insert(sampleBot('b1'))).number);
    });
  await expect(insert()).rejects.toThrow(/could not be committed/);
  isFailing = false;
  await insert();
  expect(numbers).toEqual([1, 2]);
  await storage.close();
});

it('[SQ8] a transaction that rejects is rolled back without the others', async () => {
  const { storage, log } = observedStorage();
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3].map((index) =>
      storage.transaction('acme', async (tx) => {
        await insertBot(tx, `b${index}`);
        if (index % 2 === 1) throw new Error('refused');
      }),
    ),
  );
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
  expect(log.filter((entry) => entry === 'COMMIT')).toHaveLength(1);
  const { items } = await storage.reader('acme').bots.list(workspace);
  expect(items.map((bot) => bot.id)).toEqual(['b0', 'b2']);
  await storage.close();
});

it('[SQ9] while work waits for something else other transactions wait, and writes do not mix', async () => {
  const { storage, log } = observedStorage();
  const foreign = Promise.withResolvers<void>();
  const slow = storage.transaction('acme', async (tx) => {
    await insertBot(tx, 'b1');
    await foreign.promise;
    await tx.drafts.replace(sampleDraft('b1', 2), 1, { maxRevisions: 9, maxBytes: 999 });
    throw new Error('refused');
  });
  const other = storage.transaction('acme', (tx) => insertBot(tx, 'b2')).then(() => log.push('acknowledged'));

  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  expect(log).toEqual(['BEGIN IMMEDIATE', 'SAVEPOINT job']);
  foreign.resolve();
  await expect(slow).rejects.toThrow('refused');
  await other;
  const { items } = await storage.reader('acme').bots.list(workspace);
  expect(items.map((bot) => bot.id)).toEqual(['b2']);
  await storage.close();
});

it('[SQ9] work that does not end is rolled back at the limit, and its later calls reject', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { storage } = observedStorage();
  const foreign = Promise.withResolvers<void>();
  const late = Promise.withResolvers<unknown>();
  const stuck = storage.transaction('acme', async (tx) => {
    await insertBot(tx, 'b1');
    await foreign.promise;
    late.resolve(await tx.bots.insert(sampleBot('b3')).catch((error: unknown) => error));
  });
  stuck.catch(() => undefined);
  const other = storage.transaction('acme', (tx) => insertBot(tx, 'b2'));
  await nextTurn();
  await nextTurn();
  vi.advanceTimersByTime(1_000);

  await expect(stuck).rejects.toThrow('did not settle within 1000 ms');
  await other;
  foreign.resolve();
  expect(await late.promise).toBeInstanceOf(Error);
  const { items } = await storage.reader('acme').bots.list(workspace);
  expect(items.map((bot) => bot.id)).toEqual(['b2']);
  await storage.close();
});

it('[SQ9] a transaction that waits for another of the same store ends at the limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { storage } = observedStorage();
  const nested = storage.transaction('acme', () => storage.transaction('acme', (tx) => insertBot(tx, 'b1')));
  nested.catch(() => undefined);
  await nextTurn();
  await nextTurn();
  vi.advanceTimersByTime(1_000);
  await expect(nested).rejects.toThrow('did not settle within 1000 ms');
  await storage.close();
});

it('[SQ10] reads of a file work while a transaction is open, and see the last commit', async () => {
  const storage = sqliteStorage({ file: temporaryFile() });
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  const foreign = Promise.withResolvers<void>();
  const writing = storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b1');
    await tx.bots.update('b1', { name: 'new' });
    await foreign.promise;
  });
  await nextTurn();
  await nextTurn();

  const reader = storage.reader('acme');
  expect((await reader.bots.find('b1'))?.name).toBe('b1');
  expect((await reader.bots.list(workspace)).total).toBe(1);
  expect((await reader.drafts.find('b1'))?.revision).toBe(1);
  foreign.resolve();
  await writing;
  expect((await reader.bots.find('b1'))?.name).toBe('new');
  await storage.close();
});

it('[SQ11] reads of :memory: wait for the open group', async () => {
  const storage = sqliteStorage({ file: ':memory:' });
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  const foreign = Promise.withResolvers<void>();
  const writing = storage.transaction('acme', async (tx) => {
    await tx.bots.lock('b1');
    await tx.bots.update('b1', { name: 'new' });
    await foreign.promise;
    await tx.bots.update('b1', { name: 'newer' });
  });
  await nextTurn();
  await nextTurn();

  const seen: string[] = [];
  const reading = storage
    .reader('acme')
    .bots.find('b1')
    .then((bot) => seen.push(bot?.name ?? 'nothing'));
  await nextTurn();
  expect(seen).toEqual([]);
  foreign.resolve();
  await Promise.all([writing, reading]);
  expect(seen).toEqual(['newer']);
  await storage.close();
});

it('[SQ15] a full disk rejects transactions that do not fit and keeps the others', async () => {
  const { storage, writer } = observedStorage();
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  const pages = writer.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  writer.script(`PRAGMA max_page_count = ${pages + 20}`);

  const write = (id: string, size: number) =>
    storage.transaction('acme', async (tx) => {
      await tx.bots.insert(sampleBot(id));
      await tx.drafts.insert(sampleDraft(id, 1, JSON.stringify('x'.repeat(size))));
    });
  const outcomes = await Promise.allSettled([write('b2', 10), write('b3', 1_000_000), write('b4', 10)]);

  expect(outcomes[1]).toMatchObject({ status: 'rejected' });
  const { items } = await storage.reader('acme').bots.list(workspace);
  const kept = ['b2', 'b3', 'b4'].filter((_, index) => outcomes[index]?.status === 'fulfilled');
  expect(items.map((bot) => bot.id)).toEqual(['b1', ...kept]);
  for (const { id } of items) expect(await storage.reader('acme').drafts.find(id)).toMatchObject({ revision: 1 });
  expect(writer.get('PRAGMA integrity_check')).toMatchObject({ integrity_check: 'ok' });
  await storage.close();
});

it('[SQ15] when SQLite rolls back the transaction the whole group rejects, including later work of it', async () => {
  stopClock();
  const { storage, writer } = observedStorage();
  const outcomes = await Promise.allSettled([
    storage.transaction('acme', (tx) => insertBot(tx, 'b1')),
    storage.transaction('acme', async (tx) => {
      await insertBot(tx, 'b2');
      writer.script('ROLLBACK');
      await tx.bots.insert(sampleBot('b3')).catch(() => undefined);
    }),
  ]);
  expect(outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  expect((await storage.reader('acme').bots.list(workspace)).total).toBe(0);

  await storage.transaction('acme', (tx) => insertBot(tx, 'b4'));
  expect((await storage.reader('acme').bots.list(workspace)).total).toBe(1);
  await storage.close();
});

it('[SQ16] when another process keeps the file locked the transaction rejects and writes nothing', async () => {
  const file = temporaryFile();
  const storage = sqliteStorage({ file, busyTimeoutMs: 1 });
  const other = openWriter(file, { busyTimeoutMs: 1 });
  other.run('BEGIN IMMEDIATE');
  await expect(storage.transaction('acme', (tx) => insertBot(tx, 'b1'))).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/locked/) },
  });
  other.run('COMMIT');
  other.close();

  expect(await storage.reader('acme').bots.find('b1')).toBeUndefined();
  await storage.transaction('acme', (tx) => insertBot(tx, 'b1'));
  await storage.close();
});

const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: Error) => [isStorageUnavailable(error) ? 'unavailable' : 'fault', error.message] as const,
  );

it('[SQ41][ST117] a locked file and a full disk are said to be so, and other faults of the disk are not', async () => {
  const file = temporaryFile();
  const locked = sqliteStorage({ file, busyTimeoutMs: 1 });
  const other = openWriter(file, { busyTimeoutMs: 1 });
  other.run('BEGIN IMMEDIATE');
  const undone = 'The transaction could not be committed; nothing of it is stored';
  expect(await failureOf(locked.transaction('acme', (tx) => insertBot(tx, 'b1')))).toEqual([
    'unavailable',
    `${undone}: another process has the file locked.`,
  ]);
  other.run('COMMIT');
  other.close();
  await locked.close();

  const { storage: full, writer } = observedStorage();
  const pages = writer.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
  writer.script(`PRAGMA max_page_count = ${pages}`);
  const large = full.transaction('acme', async (tx) => {
    await tx.bots.insert(sampleBot('b1'));
    await tx.drafts.insert(sampleDraft('b1', 1, JSON.stringify('x'.repeat(1_000_000))));
  });
  expect(await failureOf(large)).toEqual(['unavailable', expect.stringMatching(/: no space is left on the disk\.$/)]);
  await full.close();

  const { storage: broken } = observedStorage((sql) => {
    if (sql === 'COMMIT') throw Object.assign(new Error('disk I/O error'), { errcode: 10 });
  });
  expect(await failureOf(broken.transaction('acme', (tx) => insertBot(tx, 'b1')))).toEqual(['fault', `${undone}.`]);
  await broken.close();
});
