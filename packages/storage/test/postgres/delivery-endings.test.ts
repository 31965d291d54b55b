import type { Slice } from '@botwright/core/paging';
import type { NewDelivery } from '@botwright/core/ports';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, ask, brand, commit, progressOf, store } from './samples.ts';

const target = { kind: 'hook', number: 1 } as const;
const other = { kind: 'hook', number: 2 } as const;
const bounds = { slots: 1_000, perTarget: 100 };
/** A moment of our days has more digits than a PostgreSQL integer. */
const now = 1_800_000_000_000;
const delivered = { state: 'delivered', attempts: [], finishedAt: 1_800_000_000_000 } as const;
const end = { do: 'endDeliveries', of: { target }, at: now - 500 } as const;
const idOf = (number: number): string => `01910000-0000-7000-8000-${String(number).padStart(12, '0')}`;

function delivery(number: number, members: Partial<NewDelivery> = {}): NewDelivery {
  return {
    id: idOf(number),
    target,
    workspace: 1,
    customerNumber: 1,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    createdAt: 1_000,
    dueAt: 1_000,
    body: '{}',
    ...members,
  };
}

let server: PostgresServer;
let schema: string;
let storage: PostgresStorage;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  schema = server.newSchema();
  storage = await postgresStorage({ pool: server.pool, schema });
  const many = Array.from({ length: 2_500 }, (_, index) => delivery(index));
  await store(storage, addDeliveries(...many));
});
afterEach(async () => {
  await storage.close();
  await server.drop(schema);
});

async function claim(limit = 3, worker = 'w'): Promise<readonly string[]> {
  const request = { worker, now, leaseUntil: now + 9_000, limit, bodyBytes: 1_000, ...bounds };
  return (await storage.deliveryQueue.claim(request)).map(({ id }) => id);
}

async function countOf(state: 'pending' | 'dead'): Promise<number> {
  const query = { workspaces: [1], state, offset: 0, limit: 0 };
  return (await ask<Slice<unknown>>(storage, { do: 'deliveries', query })).total;
}

/** Claims until everything is ended: a claim begins to end deliveries that wait to be ended. */
async function endAll(): Promise<void> {
  await expect.poll(async () => [await claim(0), await countOf('dead')], { timeout: 60_000 }).toEqual([[], 2_500]);
}

it('[PG26][DQ5] many waiting deliveries are ended slice by slice, and none of them is claimed again', async () => {
  expect(await claim()).toEqual([idOf(0), idOf(1), idOf(2)]);
  await store(storage, end);
  expect(await countOf('dead')).toBe(1_003);
  await store(storage, addDeliveries(delivery(5_000), delivery(5_001, { target: other })));

  const { complete } = storage.deliveryQueue;
  expect(await complete({ brand, id: idOf(0), worker: 'w' }, delivered)).toBe('lost');
  expect(await claim()).toEqual([idOf(5_001)]);
  await endAll();
  expect(await progressOf(storage, { id: idOf(2_499) })).toMatchObject({
    state: 'dead',
    reason: 'disabled',
    finishedAt: now - 500,
  });
  await expect.poll(() => claim(), { timeout: 60_000 }).toEqual([idOf(5_000)]);
  expect(await countOf('pending')).toBe(2);
  const { rows } = await server.pool.query(`SELECT 1 FROM "${schema}".delivery_endings`);
  expect(rows).toEqual([]);
});

it('[PG26][DQ5] a delivery that a claim leased while its target was ended is ended too, and its attempt is lost', async () => {
  await store(storage, end);
  // The result of a claim that read the queue before the transaction committed.
  const lease = `UPDATE "${schema}".deliveries SET worker = 'late', lease_until = ${now + 9_000} WHERE id = $1 AND due_at IS NOT NULL`;
  expect((await server.pool.query(lease, [idOf(2_400)])).rowCount).toBe(1);
  expect(await storage.deliveryQueue.complete({ brand, id: idOf(2_400), worker: 'late' }, delivered)).toBe('lost');
  await endAll();
});

it('[PG26][DQ5] a batch that conflicts leaves all of them pending', async () => {
  const unmet = { kind: 'bot', key: ['none'], version: 'none' };
  expect(await commit(storage, [end], [unmet])).toBe('conflict');
  expect([await countOf('pending'), await countOf('dead')]).toEqual([2_500, 0]);
  expect(await claim()).toEqual([idOf(0), idOf(1), idOf(2)]);
});

it('[PG26][DQ6] a delivery that waits to be ended is erased with its customer', async () => {
  await store(storage, end);
  await store(storage, { do: 'endDeliveries', of: { customer: 1 }, at: now - 400 });
  expect([await countOf('pending'), await countOf('dead')]).toEqual([0, 2_500]);
  expect(await progressOf(storage, { id: idOf(2_499) })).toMatchObject({ finishedAt: now - 400 });
});
