import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, brand, countBots, find, putBot, sampleDelivery, store } from './samples.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

type Query = string | { readonly text: string };

const textOf = (query: Query): string => (typeof query === 'string' ? query : query.text);

interface Opened {
  readonly storage: PostgresStorage;
  /** The first words of the statements that were sent, and `;` where an answer was awaited. */
  readonly sent: string[];
  /** Puts this before each `BEGIN`. */
  beforeBegin: string;
  close(): Promise<void>;
}

async function open(pipeline: boolean): Promise<Opened> {
  const pool = server.openPool({ max: 1, pipeline });
  const schema = server.newSchema();
  const opened = { sent: [] as string[], beforeBegin: '' };
  pool.on('connect', (client: pg.PoolClient) => {
    const { query } = client;
    client.query = ((given: Query) => {
      const begins = textOf(given).startsWith('BEGIN');
      const text = `${begins ? opened.beforeBegin : ''}${textOf(given)}`;
      opened.sent.push(textOf(given).trim().split(/\W/)[0]?.toUpperCase() ?? '');
      const result = Reflect.apply(query, client, [typeof given === 'string' ? text : { ...given, text }]);
      const answered = () => opened.sent.push(';');
      Promise.resolve(result).then(answered, answered);
      return result;
    }) as typeof query;
  });
  const storage = await postgresStorage({ pool, schema, notifications: false });
  return Object.assign(opened, {
    storage,
    async close() {
      await storage.close();
      await server.drop(schema);
      await pool.end();
    },
  });
}

const program = (delivery: number) =>
  function* () {
    yield [{ do: 'get', kind: 'bot', key: ['a'], expect: true } as const];
    return { operations: [putBot('a', { editedAt: delivery }), addDeliveries(sampleDelivery(delivery))] };
  };

it('[PG32] a program sends the beginning with what it reads, and its writes with the commit', async () => {
  const { storage, sent, close } = await open(true);
  await store(storage, putBot('a'));
  sent.length = 0;
  await storage.exclusive?.({ brand }, program(1));
  expect(sent.join(' ')).toBe('BEGIN SELECT ; ; UPDATE WITH COMMIT ; ; ;');
  await close();
});

describe.each([true, false])('with a pipeline: %s', (pipeline) => {
  it('[PG32][PG12] when a transaction cannot begin, nothing of it is stored, and the store goes on', async () => {
    const opened = await open(pipeline);
    const { storage, close } = opened;
    await store(storage, putBot('a'));
    opened.beforeBegin = 'SELECT 1 / 0; ';
    await expect(store(storage, putBot('b'))).rejects.toThrow('division by zero');
    await expect(storage.exclusive?.({ brand }, program(1))).rejects.toThrow('division by zero');
    await expect(storage.conversationQueue.recover()).rejects.toThrow('division by zero');
    opened.beforeBegin = '';
    expect(await countBots(storage)).toBe(1);
    expect((await find(storage, 'bot', 'a'))?.record['editedAt']).toBe(1_000);
    await store(storage, putBot('b'));
    await close();
  });
});

it('[PG31] while all that is due belongs to a target with all its leases, a look for work is one statement', async () => {
  const { storage, sent, close } = await open(true);
  const { deliveryQueue } = storage;
  const bounds = { slots: 10, perTarget: 1, limit: 10, bodyBytes: 1_000_000 };
  const request = { ...bounds, worker: 'w1', now: 1_000, leaseUntil: 60_000 };
  await store(storage, addDeliveries(sampleDelivery(1), sampleDelivery(2)));
  const [first] = await deliveryQueue.claim(request);
  await deliveryQueue.claim(request);
  await store(storage, addDeliveries(sampleDelivery(3)));
  sent.length = 0;
  expect(await deliveryQueue.claim(request)).toEqual([]);
  expect(sent.filter((word) => word !== ';')).toHaveLength(1);
  // One that is released frees the target.
  await deliveryQueue.release('w1', [first?.id ?? '']);
  expect((await deliveryQueue.claim(request)).map(({ id }) => id)).toEqual([first?.id]);
  await close();
});
