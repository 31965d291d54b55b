import { setTimeout as wait } from 'node:timers/promises';
import { createEngine, type Engine, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import type { BatchOperation, QueuedWork } from '@botwright/core/ports';
import { conversationRunner } from '@botwright/core/runner';
import { simulatedClock } from '@botwright/core/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { startChat } from '../../../e2e/test/support/chat.ts';
import { echo } from '../../../e2e/test/support/diagrams.ts';
import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import {
  addDeliveries,
  brand,
  commit,
  customerRecord,
  enqueue,
  insertCustomer,
  put,
  sampleDelivery,
  store,
} from './samples.ts';

let server: PostgresServer;
let schema: string;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  schema = server.newSchema();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  await server.drop(schema);
});

async function open(options: Partial<PostgresStorageOptions> = {}): Promise<PostgresStorage> {
  const storage = await postgresStorage({ pool: server.pool, schema, ...options } as PostgresStorageOptions);
  cleanUps.push(() => storage.close());
  return storage;
}

/** A pool whose connections have a separate name. */
function poolNamed(name: string, max: number): pg.Pool {
  const pool = server.openPool({ max, application_name: name });
  cleanUps.push(() => pool.end());
  return pool;
}

/** A machine may be ten times slower than the one on which this was written. */
const polling = { timeout: 30_000, interval: 10 };

let numbers = 0;
const addDelivery = (): BatchOperation => {
  numbers += 1;
  return addDeliveries(sampleDelivery(numbers));
};

const unmet = { kind: 'bot', key: ['none'], version: 'none' };

/** The words of the notifications on the channel of the schema, in the order in which they come. */
async function watchChannel(isWatched = (word: string) => !word.startsWith('customer')): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  cleanUps.push(() => client.end());
  const seen: string[] = [];
  client.on('notification', ({ payload = '' }) => {
    const words = payload.split(' ').slice(1).filter(isWatched);
    if (words.length > 0) seen.push(words.join(' '));
  });
  await client.query(`LISTEN "${schema}"`);
  return seen;
}

/** Calls of a listener, after the call for work queued before it listened. */
async function listenTo(storage: PostgresStorage): Promise<{ readonly calls: QueuedWork[]; end(): void }> {
  const calls: QueuedWork[] = [];
  const end = storage.onQueuedWork?.((work) => calls.push(work));
  if (end === undefined) throw new Error('The storage has no listeners.');
  await vi.waitUntil(() => calls.length > 0, polling);
  calls.length = 0;
  return { calls, end };
}

const isListening = async (name: string): Promise<boolean> => {
  const { rows } = await server.pool.query(
    "SELECT 1 FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'",
    [name],
  );
  return rows.length > 0;
};

it('[PG20] a commit notifies the channel with the name of the schema, and a conflict does not', async () => {
  const storage = await open();
  const customer = await insertCustomer(storage);
  const seen = await watchChannel();
  expect(await commit(storage, [addDelivery()], [unmet])).toBe('conflict');
  await store(storage, { do: 'touch', kind: 'customer', key: [customer], version: 'touched' });
  await store(storage, enqueue(customer));
  await vi.waitUntil(() => seen.length > 0, polling);
  await store(storage, addDelivery());
  await vi.waitUntil(() => seen.length > 1, polling);
  expect(seen).toEqual(['conversations', 'deliveries']);
});

it('[PG20] what many transactions queue at once is in few notifications', async () => {
  const storage = await open({ pool: poolNamed('one', 1) });
  const seen = await watchChannel();
  await Promise.all(Array.from({ length: 100 }, () => store(storage, addDelivery())));
  await storage.close();
  await vi.waitUntil(() => seen.length > 0, polling);
  // One call after the first transaction, which waits for the connection behind the others, and one for work queued
  // since.
  expect(seen.length).toBeLessThan(4);
});

it('[PG20] a node that listens notifies others later, of all work that it queued until then', async () => {
  const storage = await open();
  const customer = await insertCustomer(storage);
  await listenTo(storage);
  const seen = (await watchChannel()) as string[];
  // On a slow machine the second transaction may end after the notification.
  await vi.waitUntil(async () => {
    seen.length = 0;
    await store(storage, enqueue(customer));
    await store(storage, addDelivery());
    await vi.waitUntil(() => seen.some((kinds) => kinds.includes('deliveries')), polling);
    return seen[0] === 'conversations deliveries';
  }, polling);
});

it('[PG21] a transaction of the host notifies with its COMMIT, of what was not undone, and its own node, too', async () => {
  const storage = await open();
  const customer = await insertCustomer(storage);
  const { calls } = await listenTo(storage);
  const seen = await watchChannel();
  const client = await server.pool.connect();
  for (const end of ['ROLLBACK', 'COMMIT']) {
    await client.query('BEGIN');
    const within = storage.within(client);
    expect(await commit(within, [enqueue(customer)], [unmet])).toBe('conflict');
    await store(within, addDelivery());
    expect([seen, calls]).toEqual([[], []]);
    await client.query(end);
  }
  client.release();
  await vi.waitUntil(() => seen.length > 0 && calls.length > 0, polling);
  expect([seen, calls]).toEqual([['deliveries'], [{ deliveries: true, conversations: false }]]);
});

it('[PG22] a broken connection is made again, and work that was queued in the meantime is found then', async () => {
  const name = `node_${schema}`.slice(0, 60);
  const listening = await open({ pool: poolNamed(name, 2) });
  const storage = await open();
  const { calls } = await listenTo(listening);
  for (let round = 0; round < 2; round += 1) {
    calls.length = 0;
    await server.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND query LIKE 'LISTEN%'",
      [name],
    );
    await vi.waitUntil(async () => !(await isListening(name)), polling);
    await store(storage, addDelivery());
    await vi.waitUntil(() => calls.length > 0, polling);
    expect(calls).toEqual([{ deliveries: true, conversations: true, events: true, customers: 'any' }]);
    await store(storage, addDelivery());
    await vi.waitUntil(() => calls.length > 1, polling);
    expect(calls[1]).toEqual({ deliveries: true, conversations: false });
  }
});

it('[PG22] the connection is there for as long as somebody listens', async () => {
  const name = `node_${schema}`.slice(0, 60);
  const storage = await open({ pool: poolNamed(name, 2) });
  await store(storage, addDelivery());
  expect(await isListening(name)).toBe(false);
  const [first, second] = [await listenTo(storage), storage.onQueuedWork?.(() => undefined)];
  expect(await isListening(name)).toBe(true);
  first.end();
  await store(storage, addDelivery());
  expect([first.calls, await isListening(name)]).toEqual([[], true]);
  second?.();
  await vi.waitUntil(async () => !(await isListening(name)), polling);
  await listenTo(storage);
  await storage.close();
  await vi.waitUntil(async () => !(await isListening(name)), polling);
});

it('[PG22] closing does not wait for a server that is away', async () => {
  const storage = await open({ notifications: { url: 'postgres://nobody@127.0.0.1:9/nowhere' } });
  const end = storage.onQueuedWork?.(() => undefined);
  await wait(300);
  end?.();
  await storage.close();
});

it('[PG23] a pool of one connection is enough to work, to notify and to listen', async () => {
  const nodes = await Promise.all(['a', 'b'].map((name) => open({ pool: poolNamed(name, 1) })));
  const [storage, other] = nodes as [PostgresStorage, PostgresStorage];
  const [own, others] = [await listenTo(storage), await listenTo(other)];
  await Promise.all(Array.from({ length: 20 }, () => store(storage, addDelivery())));
  await vi.waitUntil(() => others.calls.length > 0, polling);
  expect(own.calls.length).toBeGreaterThanOrEqual(20);
});

const longMs = 24 * 60 * 60 * 1_000;

const toHooks = {
  cipher: aesCipher({ keys: [{ id: 'test', key: new Uint8Array(32) }] }),
  plans: { planOf: async () => 'professional' as const },
};

it('[CV29][PG20] workers of another node that look once a day answer a visitor at once', async () => {
  const [web, working] = [await open(), await open()];
  const chat = await startChat({ storage: web, clock: simulatedClock(Date.now() - 60_000) });
  await chat.publish(echo);
  const worker = createEngine({ storage: working, runner: conversationRunner() });
  const workers = worker.startWorkers({ conversations: { pollMs: longMs } });
  cleanUps.push(() => workers.stop());
  for (const [said, answers] of [
    ['hi', 1],
    ['Ada', 2],
  ] as const) {
    await chat.say(said);
    const isAnswered = async () =>
      (await chat.transcript()).filter((line) => line.startsWith('bot')).length === answers;
    await vi.waitUntil(isAnswered, polling);
  }
  expect(await chat.transcript()).toEqual(['customer: hi', 'bot: Your name?', 'customer: Ada', 'bot: Hello Ada!']);
});

/** Adds deliveries on one node, with workers on another, and waits until they are sent. */
async function sendFromAnotherNode(
  notifications: NonNullable<PostgresStorageOptions['notifications']>,
  pollMs: number,
): Promise<void> {
  const [web, working] = [await open({ notifications }), await open({ notifications })];
  const sent: string[] = [];
  const sender = {
    async send({ id }: { readonly id: string }) {
      sent.push(id);
      return { kind: 'answered', status: 204 } as const;
    },
    checkTarget: () => 'accepted' as const,
    close: async () => undefined,
  };
  const caller = createEngine({ storage: web, ...toHooks }).as({ brand, person: 7, workspaces: [1], permissions });
  const { channel } = await caller.channels.create({ type: 'apichat', name: 'Shop' });
  const hook = await caller.hooks.create(channel.number, { url: 'https://crm.example.com/hook' });
  const workers = createEngine({ storage: working, sender, ...toHooks }).startWorkers({ deliveries: { pollMs } });
  cleanUps.push(() => workers.stop());
  const target = { kind: 'hook', number: hook.number } as const;
  for (const number of [1, 2, 3]) {
    const delivery = sampleDelivery(number, { target });
    await store(web, addDeliveries(delivery));
    await vi.waitUntil(() => sent.length === number, polling);
    expect(sent.at(-1)).toBe(delivery.id);
  }
}

it('[DI2][PG20] workers of another node that look once a day send deliveries at once', () =>
  sendFromAnotherNode(true, longMs));

const away = { url: 'postgres://nobody@127.0.0.1:9/nowhere' };

it.each([false, away])(
  '[DI2][PG24] with notifications %j, workers of another node send what they find',
  (notifications) => sendFromAnotherNode(notifications, 100),
);

it('[PG40] a commit notifies of the customers whose records it stores or removes, and of all when there are many', async () => {
  const storage = await open();
  const customer = await insertCustomer(storage);
  await wait(200);
  const seen = await watchChannel(() => true);
  const [channel] = (await storage.read({ brand }, [{ do: 'get', kind: 'customer', key: [customer] }])) as [
    { readonly record: { readonly channelNumber: number } },
  ];
  const customers = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      put('customer', { ...customerRecord(1_000 + index, channel.record.channelNumber), token: `many ${index}` }),
    );
  expect(await commit(storage, customers(2), [unmet])).toBe('conflict');
  for (const [operations, notified] of [
    [customers(2), 'customer:1000 customer:1001'],
    [[{ do: 'delete', kind: 'customer', key: [1_001] }], 'customer:1001'],
    [customers(201), 'customers'],
  ] as const) {
    (seen as string[]).length = 0;
    await store(storage, ...operations);
    await vi.waitUntil(() => seen.length > 0, polling);
    expect(seen).toEqual([notified]);
    await wait(100);
  }
});

it('[PG40] a commit notifies of the brand of which it removes customers with their bot or channel', async () => {
  const storage = await open();
  const brands = ['acme', 'Müller & Söhne'];
  const name = (brand: string) => `brand:${Buffer.from(brand).toString('base64url')}`;
  const { calls } = await listenTo(await open());
  const seen = await watchChannel();
  for (const brand of brands) {
    const operations = [{ do: 'delete', kind: 'bot', key: ['a'] }] as const;
    await storage.commit({ brand }, { conditions: [], operations });
    await vi.waitUntil(() => seen.at(-1) === name(brand) && calls.length > 0, polling);
    expect(calls.splice(0)).toEqual([{ deliveries: false, conversations: false, brands: [brand] }]);
  }
  (seen as string[]).length = 0;
  const longName = 'x'.repeat(8_000);
  await storage.commit(
    { brand: longName },
    { conditions: [], operations: [{ do: 'delete', kind: 'channel', key: [9] }] },
  );
  await vi.waitUntil(() => calls.length > 0, polling);
  expect(calls).toEqual([{ deliveries: false, conversations: false, customers: 'any' }]);
});

/** An engine whose timer never rings: it finds out of others only by notifications. */
async function openListener(): Promise<Engine> {
  const storage = await open({ pool: poolNamed('listener', 4) });
  return createEngine({ storage, timer: simulatedClock(), keepEvents: { forMs: longMs } });
}

const principal = { brand, person: 7, workspaces: [1], permissions };

it('[CV81][CV83][EV21][PG40] followers and subscribers of another node get messages, events and the end at once, and after a COMMIT', async () => {
  const writer = createEngine({ storage: await open(), keepEvents: { forMs: longMs } });
  const listener = await openListener();
  await writer.brands.put({ name: brand, plan: 'business', workspaces: [1] });
  const { bots, conversations } = writer.as(principal);
  const { id } = await bots.create({ name: 'Sales', channelFamily: 'native' });
  const message = (said: string) => ({ bot: id, visitor: 'ada', message: { type: 'text', message: said } }) as const;
  const { customer } = await conversations.receive(message('1'));

  const types: string[] = [];
  const subscription = listener.events.subscribe(({ type }) => types.push(type), { scope: 'all' });
  await subscription.ready;
  const texts: unknown[] = [];
  const following = (async () => {
    const news = listener.as(principal).conversations.follow(customer);
    for await (const { messages } of news) texts.push(...messages.map(({ data }) => (data as { body: string }).body));
  })();
  const hasHeard = (count: number) =>
    vi.waitUntil(
      () => texts.length >= count && types.filter((type) => type === 'message.recorded').length >= count - 1,
      {
        ...polling,
      },
    );
  await hasHeard(1);
  // The listening connection is up once news of another kind has come.
  await vi.waitUntil(async () => {
    await bots.create({ name: 'Other', channelFamily: 'native' });
    await wait(20);
    return types.length > 0;
  }, polling);

  await conversations.receive(message('2'));
  await hasHeard(2);
  const client = await server.pool.connect();
  await client.query('BEGIN');
  await writer.within(client).as(principal).conversations.receive(message('3'));
  await wait(100);
  expect(texts).toEqual(['1', '2']);
  await client.query('COMMIT');
  client.release();
  await hasHeard(3);
  expect(texts).toEqual(['1', '2', '3']);
  await bots.trash(id);
  await bots.destroy(id);
  await following;
  await subscription.end();
});
