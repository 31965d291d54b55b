import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AnyKind, QueuedWork } from '@botwright/core/ports';
import { type OpenedStorage, storageContract } from '@botwright/testing/contracts';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ofEachRule } from '../../../../scripts/depth.ts';
import { pglitePool, postgresStorage } from '../../src/postgres/index.ts';
import { pgliteClient } from '../../src/postgres/pglite.ts';
import { type EmptiedSchemas, emptiedSchemas } from './emptied-schemas.ts';
import type { PostgresServer } from './postgres-server.ts';
import { addDeliveries, brand, countBots, putBot, sampleDelivery, store } from './samples.ts';

let db: PGlite;
beforeAll(async () => {
  db = await PGlite.create({ extensions: { pg_trgm } });
  await db.exec('CREATE EXTENSION pg_trgm');
});
afterAll(() => db.close());

let schemas = 0;
const emptied = new Map<readonly AnyKind[], EmptiedSchemas>();

/** The schemas are made and emptied by the same PGlite. */
function emptiedOf(kinds: readonly AnyKind[]): EmptiedSchemas {
  const query = async (given: string | { readonly text: string; readonly rowMode: 'array' }, values?: unknown[]) =>
    typeof given === 'string' && values === undefined
      ? (await db.exec(given)).at(-1)
      : db.query(typeof given === 'string' ? given : given.text, values, typeof given === 'string' ? {} : given);
  const newSchema = () => {
    schemas += 1;
    return `test_${schemas}`;
  };
  const pool = { ...pglitePool(db), query } as unknown as PostgresServer['pool'];
  const made = emptied.get(kinds) ?? emptiedSchemas({ pool, newSchema }, kinds);
  emptied.set(kinds, made);
  return made;
}

interface Place {
  readonly schema: string;
  readonly emptied: EmptiedSchemas;
}

const openAt = ({ schema }: Pick<Place, 'schema'>, kinds: readonly AnyKind[]) =>
  postgresStorage({ pool: pglitePool(db), schema, kinds });

const cases = storageContract<Place & OpenedStorage>({
  async open(kinds) {
    const emptied = emptiedOf(kinds);
    const schema = await emptied.take();
    return { schema, emptied, storage: await openAt({ schema }, kinds) };
  },
  reopen: openAt,
  openBeside: openAt,
  remove: ({ schema, emptied }) => emptied.giveBack(schema),
  limitMs: 230_000,
});

describe('PGlite', () => {
  for (const { title, run } of ofEachRule(cases)) it(title, { timeout: 240_000 }, run);
});

const open = async (schema: string) => {
  const storage = await postgresStorage({ pool: pglitePool(db), schema });
  onTestFinished(() => storage.close());
  return storage;
};

it('a PGlite in a folder has what was stored when it is opened again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'botwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const found of [0, 1]) {
    const own = await PGlite.create(join(folder, 'bots'));
    const storage = await postgresStorage({ pool: pglitePool(own) });
    expect(await countBots(storage)).toBe(found);
    await store(storage, putBot('a'));
    await storage.close();
    await own.close();
  }
});

it('[PG8] within a transaction of PGlite, all is stored by its commit and gone with its rollback', async () => {
  const storage = await open('Within-1');
  for (const [kept, end] of [
    [0, 'rollback'],
    [1, 'commit'],
  ] as const) {
    await db.transaction(async (transaction) => {
      const within = storage.within(transaction);
      await store(within, putBot('a'));
      expect(await countBots(within)).toBe(1);
      await within.close();
      if (end === 'rollback') await transaction.rollback();
    });
    expect(await countBots(storage)).toBe(kept);
  }
});

it('[PG39][PG8] within a transaction of Drizzle on PGlite, all is stored by its commit', async () => {
  const storage = await open('Within-3');
  await drizzle(db).transaction(async (transaction) => {
    await store(storage.within(transaction), putBot('a'));
  });
  expect(await countBots(storage)).toBe(1);
});

it('[PG20] what is queued within a transaction of PGlite wakes the workers at its commit', async () => {
  const storage = await open('Within-2');
  const calls: QueuedWork[] = [];
  const end = storage.onQueuedWork?.((work) => calls.push(work));
  // The first call says that it listens.
  await expect.poll(() => calls.length).toBe(1);
  await db.transaction(async (transaction) => {
    await store(storage.within(transaction), addDeliveries(sampleDelivery(1)));
  });
  await expect.poll(() => calls.slice(1)).toEqual([{ deliveries: true, conversations: false }]);
  end?.();
});

it('statements of the host on the same PGlite stay outside of the transactions of the store', async () => {
  const storage = await open('beside');
  await db.exec('CREATE TABLE of_host (number int)');
  const fault = new Error('of the program');
  const writes = Array.from({ length: 20 }, async (_, number) => {
    const failing = storage.exclusive?.({ brand }, function* () {
      yield [{ do: 'get', kind: 'bot', key: ['b0'], expect: true }];
      throw fault;
    });
    await Promise.all([
      db.query('INSERT INTO of_host VALUES ($1)', [number]),
      expect(failing).rejects.toBe(fault),
      store(storage, putBot(`b${number}`)),
    ]);
  });
  await Promise.all(writes);
  expect((await db.query('SELECT count(*)::int AS total FROM of_host')).rows).toEqual([{ total: 20 }]);
  expect(await countBots(storage)).toBe(20);
});

it('an error of a statement names neither the statement nor its values', async () => {
  const failing = pgliteClient(db).query({ text: 'SELECT $1::int', values: ['secret'] });
  const error = await failing.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Error);
  expect(Object.keys(error as Error)).not.toEqual(expect.arrayContaining(['query']));
  expect(Object.values(error as Error)).not.toEqual(expect.arrayContaining([['secret']]));
});
