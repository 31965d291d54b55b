import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { allActive, brand, insertBot, sampleDelivery } from './samples.ts';

let server: PostgresServer;
let schema: string;
let pool: pg.Pool;
let storage: PostgresStorage;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  schema = server.newSchema();
  // A statement that took another connection would wait for ever.
  pool = server.openPool({ max: 1 });
  storage = await postgresStorage({ pool, schema });
  await pool.query(`CREATE TABLE "${schema}".of_host (id text)`);
});
afterEach(async () => {
  await storage.close();
  await pool.end();
  await server.drop(schema);
});

const ofHost = async () => (await pool.query(`SELECT id FROM "${schema}".of_host`)).rows;
const insertion = () => ({ text: `INSERT INTO "${schema}".of_host VALUES ($1)`, values: [randomUUID()] });
const botCount = async () => (await storage.reader(brand).bots.list(allActive)).total;

it('[PG25] what the client of a transaction writes is stored with it, and gone with it', async () => {
  await storage.transaction(brand, async (tx) => {
    const client = storage.clientOf(tx);
    await Promise.all([insertBot(tx, 'a'), client.query(insertion()), insertBot(tx, 'b'), client.query(insertion())]);
    expect((await client.query(`SELECT id FROM "${schema}".bots`)).rowCount).toBe(2);
  });
  const refused = storage.transaction(brand, async (tx) => {
    await storage.clientOf(tx).query(insertion());
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect([(await ofHost()).length, await botCount()]).toEqual([2, 2]);
});

it('[PG25] when a statement of the client fails the transaction rejects, also when its work goes on', async () => {
  const going = storage.transaction(brand, async (tx) => {
    await insertBot(tx, 'a');
    await storage
      .clientOf(tx)
      .query('SELECT * FROM nowhere')
      .catch(() => undefined);
  });
  await expect(going).rejects.toThrow('relation "nowhere" does not exist');
  expect(await botCount()).toBe(0);
});

it('[PG25] after the transaction its client rejects, and a transaction of another storage has none', async () => {
  const client = await storage.transaction(brand, async (tx) => {
    expect(() => storage.clientOf({ ...tx })).toThrow(TypeError);
    return storage.clientOf(tx);
  });
  await expect(client.query(insertion())).rejects.toThrow('The transaction has ended.');
  expect(await ofHost()).toEqual([]);
});

it('[PG25] calls of the delivery queue and statements of a client are one transaction', async () => {
  await storage.transaction(brand, (tx) => tx.deliveries.add([sampleDelivery(1)]));
  const bounds = { slots: 10, perTarget: 8, limit: 10, bodyBytes: 1_000_000 };
  const request = { ...bounds, worker: 'w1', now: 1_000, leaseUntil: 2_000 };
  for (const end of ['refused', 'done']) {
    const claiming = storage.withDeliveryQueue(async ({ queue, client }) => {
      const [claimed] = await queue.claim(request);
      await client.query(insertion());
      expect(await queue.nextDueAt(bounds)).toBeUndefined();
      expect(claimed?.id).toBe(sampleDelivery(1).id);
      if (end === 'refused') throw new Error(end);
    });
    if (end === 'refused') await expect(claiming).rejects.toThrow(end);
    else await claiming;
  }
  expect((await ofHost()).length).toBe(1);
  expect(await storage.deliveryQueue.claim(request)).toEqual([]);
});

it('[PG25][DQ13] many deliveries are completed at once, those that the worker has under lease, and each once', async () => {
  const added = [1, 2, 3].map((number) => sampleDelivery(number));
  await storage.transaction(brand, (tx) => tx.deliveries.add(added));
  const bounds = { slots: 10, perTarget: 8, limit: 2, bodyBytes: 1_000_000 };
  await storage.deliveryQueue.claim({ ...bounds, worker: 'w1', now: 1_000, leaseUntil: 2_000 });
  const delivered = {
    state: 'delivered',
    attempts: [{ at: 1_000, durationMs: 20, status: 204 }],
    finishedAt: 1_020,
  } as const;
  const ended = [...added, sampleDelivery(9)].map(({ id }) => ({ brand, id, progress: delivered }));
  const again = { brand, id: added[0]?.id ?? '', progress: { ...delivered, finishedAt: 5_000 } };
  const completeAll = (worker: string) =>
    storage.withDeliveryQueue(({ queue }) => queue.completeAll(worker, [...ended, again]));
  expect(await completeAll('w2')).toEqual([]);
  const completed = await completeAll('w1');
  expect(completed.map(({ before }) => [before.id, before.progress]).toSorted()).toEqual(
    added.slice(0, 2).map(({ id, dueAt }) => [id, { state: 'pending', attempts: [], dueAt }]),
  );
  const { deliveries } = storage.reader(brand);
  expect(await Promise.all(added.map(async ({ id }) => (await deliveries.find(id))?.progress))).toEqual([
    delivered,
    delivered,
    { state: 'pending', attempts: [], dueAt: 1_000 },
  ]);
  expect(await completeAll('w1')).toEqual([]);
});
