import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, ask, sampleDelivery, store } from './samples.ts';

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
  storage = await postgresStorage({ pool, schema, notifications: false });
  await pool.query(`CREATE TABLE "${schema}".of_host (id text)`);
});
afterEach(async () => {
  await storage.close();
  await pool.end();
  await server.drop(schema);
});

const ofHost = async () => (await pool.query(`SELECT id FROM "${schema}".of_host`)).rows;
const insertion = () => ({ text: `INSERT INTO "${schema}".of_host VALUES ($1)`, values: [randomUUID()] });

it('[PG25] calls of the delivery queue and statements of its client are one transaction', async () => {
  await store(storage, addDeliveries(sampleDelivery(1)));
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

it('[PG25] when a statement of the client fails the transaction rejects, also when its work goes on', async () => {
  const failing = storage.withDeliveryQueue(async ({ client }) => {
    await client.query(insertion());
    await client.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(failing).rejects.toThrow();
  expect(await ofHost()).toEqual([]);
});

it('[PG25] statements of a listener for deliveries are stored and undone with the batch', async () => {
  const listening = storage.addingWith(async (client, { deliveries }) => {
    await client.query(insertion());
    if (deliveries.length > 1) throw new Error('refused');
  });
  await store(listening, addDeliveries(sampleDelivery(1)));
  await expect(store(listening, addDeliveries(sampleDelivery(2), sampleDelivery(3)))).rejects.toThrow('refused');
  const stored = (number: number) => ask(storage, { do: 'delivery', id: sampleDelivery(number).id });
  expect([(await ofHost()).length, await stored(1), await stored(2)]).toEqual([1, expect.anything(), undefined]);
});

it('[PG25][DQ13] many deliveries are completed together: the leased ones of the worker, and each once', async () => {
  const added = [1, 2, 3].map((number) => sampleDelivery(number));
  await store(storage, addDeliveries(...added));
  const bounds = { slots: 10, perTarget: 8, limit: 2, bodyBytes: 1_000_000 };
  await storage.deliveryQueue.claim({ ...bounds, worker: 'w1', now: 1_000, leaseUntil: 2_000 });
  const delivered = {
    state: 'delivered',
    attempts: [{ at: 1_000, durationMs: 20, status: 204 }],
    finishedAt: 1_020,
  } as const;
  const ended = [...added, sampleDelivery(9)].map(({ id }) => ({ brand: 'acme', id, progress: delivered }));
  const again = { brand: 'acme', id: added[0]?.id ?? '', progress: { ...delivered, finishedAt: 5_000 } };
  const completeAll = (worker: string) =>
    storage.withDeliveryQueue(({ queue }) => queue.completeAll(worker, [...ended, again]));
  expect(await completeAll('w2')).toEqual([]);
  expect((await completeAll('w1')).map(({ before }) => before.id).toSorted()).toEqual(
    added.slice(0, 2).map(({ id }) => id),
  );
  const progressOf = async ({ id }: { readonly id: string }) =>
    (await ask<{ readonly progress: unknown }>(storage, { do: 'delivery', id })).progress;
  expect(await Promise.all(added.map(progressOf))).toEqual([
    delivered,
    delivered,
    { state: 'pending', attempts: [], dueAt: 1_000 },
  ]);
  expect(await completeAll('w1')).toEqual([]);
});
