import {
  createEngine,
  type Engine,
  type EngineEvent,
  type EngineOptions,
  type EventsLost,
  isEngineError,
  permissions,
} from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

const polling = { timeout: 30_000 };
const longMs = 600_000;
const principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const block = { path: 'hidden', top: 0, left: 0, isTarget: true };
const hidden = { ...block, id: 'hidden', template: 'hidden', params: {} };

/** A bot that asks this when a conversation begins. */
function asking(text: string) {
  const params = { text, destination: 'name', version: 3 };
  return {
    nodes: { hidden, welcome: { ...block, id: 'welcome', path: 'welcome', template: 'var_text', params } },
    connections: {},
  };
}

/** A diagram that takes a turn in the queue of large diagrams. */
const large = asking('a'.repeat(400_000));

let schema: string;
beforeEach(async () => {
  schema = server.newSchema();
  await server.pool.query(`CREATE SCHEMA "${schema}"; CREATE TABLE "${schema}".orders (id text)`);
});

/** A node with its own storage, which is closed when the test ends. */
async function openNode(options: Pick<EngineOptions, 'keepEvents'> = {}): Promise<Engine> {
  const engine = createEngine({
    ...options,
    storage: await postgresStorage({ pool: server.pool, schema: `${schema}_bots` }),
    runner: conversationRunner(),
  });
  onTestFinished(async () => engine.close());
  return engine;
}

/** A client of the host with a transaction in which an order is stored. */
async function beginOrder(pool = server.pool): Promise<pg.PoolClient> {
  const client = await pool.connect();
  onTestFinished(async () => {
    await client.query('ROLLBACK');
    client.release();
  });
  await client.query(`BEGIN; INSERT INTO "${schema}".orders VALUES ('first')`);
  return client;
}

async function countOrders(): Promise<number> {
  return (await server.pool.query(`SELECT FROM "${schema}".orders`)).rows.length;
}

/** Waits until so many statements of this database wait for locks. */
async function untilWaiting(count: number): Promise<void> {
  const query = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  await vi.waitUntil(async () => (await server.pool.query(query)).rows.length === count, polling);
}

async function addChannel(engine: Engine): Promise<number> {
  const channels = [{ type: 'apichat', name: 'Shop', token: 'token-of-the-shop-0001' }] as const;
  await engine.configure([{ name: 'acme', plan: 'business', workspaces: [1], tokens: [], channels }]);
  const { items } = await engine.as(principal).channels.list();
  return items[0]?.number ?? 0;
}

it.each([
  ['COMMIT', false],
  ['COMMIT', true],
  ['ROLLBACK', false],
  ['ROLLBACK', true],
])(
  '[ST128][EV11][PG21] use-cases in a transaction of the host see each other, and take effect with all else by its %s (pipeline: %s)',
  async (end, pipeline) => {
    const [engine, other] = [await openNode(), await openNode()];
    const seen: (EngineEvent | EventsLost)[] = [];
    engine.events.subscribe((event) => seen.push(event));
    const workers = other.startWorkers({ conversations: { pollMs: longMs } });
    onTestFinished(() => workers.stop());

    const pool = server.openPool({ pipeline });
    onTestFinished(() => pool.end());
    const client = await beginOrder(pool);
    const joined = engine.within(client);
    const author = joined.as(principal);
    const { id, number } = await author.bots.create({
      name: 'Sales',
      channelFamily: 'native',
      diagram: asking('Name?'),
    });
    await author.versions.publish(id);
    const { visitor } = await joined.webChat.begin(number, { message: { type: 'text', message: 'Hi' } });
    await author.customers.update(visitor.customer, { name: 'Ada Lovelace' });
    const search = { searchBy: 'name', search: 'lovelace' } as const;
    const found = async (of: Engine | typeof joined) =>
      (await of.as(principal).customers.list(search)).items.map((customer) => customer.number);
    expect([await found(joined), await found(other), await countOrders()]).toEqual([[visitor.customer], [], 0]);
    expect((await author.bots.get(id)).name).toBe('Sales');

    await client.query(end);
    const isStored = end === 'COMMIT';
    expect([await found(engine), await countOrders()]).toEqual(isStored ? [[visitor.customer], 1] : [[], 0]);
    const read = () => other.as(principal).conversations.messages(visitor.customer);
    if (!isStored) {
      await expect(read()).rejects.toMatchObject({ code: 'customer_not_found' });
      await expect(engine.as(principal).bots.get(id)).rejects.toMatchObject({ code: 'bot_not_found' });
      expect(seen).toEqual([]);
      return;
    }
    await vi.waitUntil(async () => (await read()).length > 1, polling);
    expect(await read()).toMatchObject([{ data: { body: 'Hi' } }, { data: { body: 'Name?' } }]);
    expect(seen).toEqual([]);
    joined.committed();
    joined.committed();
    await vi.waitUntil(() => seen.length > 0, polling);
    const types = ['bot.created', 'bot.published', 'customer.created', 'message.recorded', 'customer.changed'];
    expect(seen.map(({ type }) => type)).toEqual(types);
    expect(seen[0]).toMatchObject({ brand: 'acme', by: { kind: 'person', person: 7 }, botId: id });
  },
  60_000,
);

it('[EV12][EV13][EV15] events of a transaction of the host reach subscribers after its COMMIT and never after its ROLLBACK', async () => {
  const keepEvents = { forMs: 60_000, pollMs: 10 };
  const [engine, other] = [await openNode({ keepEvents }), await openNode({ keepEvents })];
  const [named, all]: [unknown[], unknown[]] = [[], []];
  const noteIn = (seen: unknown[]) => (event: EngineEvent | EventsLost) =>
    void seen.push([event.type, 'botId' in event && event.botId]);
  await other.events.subscribe(noteIn(named), { name: 'orders' }).ready;
  await other.events.subscribe(noteIn(all), { scope: 'all' }).ready;
  // The transactions are of several brands, because those of one brand would wait for each other.
  const author = (of: Pick<Engine, 'as'>, brand: string) => of.as({ ...principal, brand });
  const create = async (of: Pick<Engine, 'as'>, brand: string) =>
    (await author(of, brand).bots.create({ name: 'Sales', channelFamily: 'native' })).id;
  const [undone, stored] = [await beginOrder(), await beginOrder()];
  await create(engine.within(undone), 'undone');
  const joined = engine.within(stored);
  const early = await create(joined, 'early');
  await author(joined, 'early').bots.trash(early);
  // Another transaction commits while that of the host is open, and is seen first.
  const between = await create(engine, 'between');
  await vi.waitUntil(() => named.length === 1 && all.length === 1, polling);
  await undone.query('ROLLBACK');
  await stored.query('COMMIT');
  const late = await create(engine, 'late');
  await vi.waitUntil(() => named.length === 4 && all.length === 4, polling);
  const expected = [
    ['bot.created', between],
    ['bot.created', early],
    ['bot.trashed', early],
    ['bot.created', late],
  ];
  expect([named, all]).toEqual([expected, expected]);
}, 60_000);

it('[ST128] a refused use-case undoes only itself, whether it loads, checks or writes before', async () => {
  const engine = await openNode();
  const client = await beginOrder();
  const author = engine.within(client).as(principal);
  const { id } = await author.bots.create({ name: 'Sales', channelFamily: 'native' });
  const refused = await Promise.allSettled([
    author.bots.create({ name: '', channelFamily: 'native' }),
    author.versions.restore(id, '01910000-0000-7000-8000-000000000001'),
    author.drafts.replace('7d0c1f5e-3c55-4b1e-9c6e-0d1a4f8b2c3d', asking('Name?')),
    engine
      .within(client)
      .as({ ...principal, permissions: [] })
      .bots.create({ name: 'Mine', channelFamily: 'native' }),
  ]);
  const codes = refused.map((each) =>
    each.status === 'rejected' && isEngineError(each.reason) ? each.reason.code : each,
  );
  expect(codes).toEqual(['bot_name_not_accepted', 'version_not_found', 'bot_not_found', 'permission_denied']);
  await author.drafts.replace(id, asking('Who?'));
  await client.query(`INSERT INTO "${schema}".orders VALUES ('second'); COMMIT`);
  const { items } = await engine.as(principal).bots.list({});
  expect([items.map(({ name }) => name), await countOrders()]).toEqual([['Sales'], 2]);
  expect(JSON.stringify(await engine.as(principal).drafts.get(id))).toContain('Who?');
});

it('[ST128] after a ROLLBACK the engine remembers nothing of the transaction', async () => {
  const engine = await openNode();
  const channelNumber = await addChannel(engine);
  const author = engine.as(principal);
  const { id } = await author.bots.create({ name: 'Sales', channelFamily: 'native', diagram: asking('Name?') });
  const send = (of: Pick<Engine, 'channel'>, token: string) =>
    of.channel({ brand: 'acme', channelNumber }).send(token, { message: { type: 'text', message: 'Hi' } });
  const rename = (of: typeof author, text: string) =>
    of.drafts.editBlock(id, 'welcome', { params: asking(text).nodes.welcome.params });
  await send(engine, 'ada');
  await rename(author, 'First?');

  const client = await beginOrder();
  const joined = engine.within(client);
  await rename(joined.as(principal), 'Undone?');
  await joined.configure([{ name: 'acme', plan: 'business', workspaces: [1], tokens: [], channels: [] }]);
  await expect(send(joined, 'ada')).rejects.toMatchObject({ code: 'channel_not_found' });
  await client.query('ROLLBACK');

  expect(await send(engine, 'ada')).toMatchObject({ isNew: false });
  const text = JSON.stringify(await author.drafts.get(id));
  expect([text.includes('First?'), text.includes('Undone?')]).toEqual([true, false]);
  await rename(author, 'Second?');
  expect(JSON.stringify(await author.drafts.get(id))).toContain('Second?');
});

it('[ST129] where another node was first, a use-case fails once and its transaction goes on', async () => {
  const [engine, other] = [await openNode(), await openNode()];
  const channelNumber = await addChannel(engine);
  const send = (of: Pick<Engine, 'channel'>) =>
    of.channel({ brand: 'acme', channelNumber }).send('ada', { message: { type: 'text', message: 'Hi' } });
  const [first, second] = [await beginOrder(), await beginOrder()];
  expect(await send(engine.within(first))).toMatchObject({ isNew: true });
  const joined = other.within(second);
  const sent = Promise.allSettled([send(joined), send(other)]);
  await untilWaiting(2);
  await first.query('COMMIT');
  const message = expect.stringContaining('Another writer was first.');
  expect(await sent).toMatchObject([
    { status: 'rejected', reason: { code: 'dependency_failed', message } },
    { status: 'fulfilled', value: { isNew: false } },
  ]);
  expect(await send(joined)).toMatchObject({ isNew: false });
  await second.query('COMMIT');
  const { items } = await engine.as(principal).customers.list({});
  expect((await engine.as(principal).conversations.messages(items[0]?.number ?? 0)).length).toBe(3);
});

it('[PG37] two transactions that put the first brands of a schema wait for each other', async () => {
  const nodes = [await openNode(), await openNode()];
  const puts = nodes.map(async (node, index) => {
    const client = await beginOrder();
    await node.within(client).brands.put({ name: `brand-${index}`, plan: 'starter', workspaces: [1] });
    await client.query('COMMIT');
  });
  await Promise.all(puts);
  for (const node of nodes) {
    expect((await node.brands.list()).map(({ name }) => name)).toEqual(['brand-0', 'brand-1']);
  }
});

it('[ST130] a transaction of the host waits for no turn of an engine whose work waits for its locks', async () => {
  const engine = await openNode();
  const author = engine.as(principal);
  const bots = ['Sales', 'Support'].map((name) => author.bots.create({ name, channelFamily: 'native' }));
  const [sales, support] = (await Promise.all(bots)).map(({ id }) => id) as [string, string];

  // It is known to be large from now on: a publication takes its turn before it waits for the bot.
  await author.drafts.replace(sales, large);

  const client = await beginOrder();
  const joined = engine.within(client).as(principal);
  await joined.bots.update(sales, { name: 'Renamed' });
  const published = author.versions.publish(sales);
  await untilWaiting(1);
  await joined.drafts.replace(support, large);
  await joined.queueLargeInput(
    () => large,
    (input) => joined.drafts.replace(support, input),
  );
  await client.query('COMMIT');
  const [{ id }, live, { name }] = [await published, await author.bots.live(sales), await author.bots.get(sales)];
  expect([live?.id, name]).toEqual([id, 'Renamed']);
  expect((await author.drafts.get(support)).revision).toBeGreaterThan(1);
}, 60_000);

it('[ST130] all use-cases take the connection of the host alone', async () => {
  const pool = server.openPool({ max: 1 });
  onTestFinished(() => pool.end());
  const engine = createEngine({ storage: await postgresStorage({ pool, schema: `${schema}_bots` }) });
  const client = await pool.connect();
  await client.query('BEGIN');
  const joined = engine.within(client);
  await joined.brands.put({ name: 'acme', plan: 'business', workspaces: [1] });
  const { token } = await joined.tokens.create('acme', { person: 7 });
  const caller = joined.as((await joined.authenticate(token)) ?? principal);
  const { id, number } = await caller.bots.create({ name: 'Sales', channelFamily: 'native', diagram: asking('Name?') });
  await caller.versions.publish(id);
  await joined.webChat.begin(number);
  await caller.accounts.list('spreadsheets');
  expect((await caller.customers.list({ searchBy: 'name', search: 'nobody' })).total).toBe(0);
  const encode = (outcome: unknown) => JSON.stringify(outcome);
  const request = { path: '/bots', key: 'k', fingerprint: 'f', encode };
  const duplicate = () =>
    joined.once(principal, request, (within) => within.bots.create({ name: 'B', channelFamily: 'native' }));
  expect([(await duplicate()).replayed, (await duplicate()).replayed]).toEqual([false, true]);
  await client.query('COMMIT');
  client.release();
  expect((await engine.as(principal).bots.list({})).total).toBe(2);
  await engine.close();
});

it('[ST131][ST132] a ROLLBACK could not undo what a provider or a worker does, so it is refused', async () => {
  const engine = await openNode();
  const client = await beginOrder();
  const joined = engine.within(client);
  const caller = joined.as(principal);
  const { id, number } = await caller.bots.create({ name: 'Sales', channelFamily: 'native', diagram: asking('Name?') });
  await caller.versions.publish(id);
  const { visitor } = await joined.webChat.begin(number);
  const outside = 'outside of a transaction of the host';
  await expect(caller.accounts.listSpreadsheets('a1')).rejects.toThrow(outside);
  await expect(caller.conversations.runUntilIdle(visitor.customer)).rejects.toThrow(outside);
  for (const wrong of [undefined, null, {}, 'BEGIN']) expect(() => engine.within(wrong)).toThrow(TypeError);
});

it('[ST128][ER17] when the connection of the host is lost, a use-case fails with dependency_failed', async () => {
  const engine = await openNode();
  const client = await server.pool.connect();
  const lost = new Promise((resolve) => client.on('error', resolve));
  const { rows } = await client
    .query<{ pid: number }>('BEGIN; SELECT 1')
    .then(() => client.query('SELECT pg_backend_pid() AS pid'));
  const author = engine.within(client).as(principal);
  const create = () => author.bots.create({ name: 'Sales', channelFamily: 'native' });
  await create();
  await server.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await lost;
  await expect(create()).rejects.toMatchObject({ code: 'dependency_failed' });
  client.release(true);
  expect((await engine.as(principal).bots.list({})).total).toBe(0);
});

const ann = '5a2f8f0e-93a1-4d1b-8a63-0d2f7a6c1e01';

it('[HI4] the number of a new person is undone with the transaction of the host, and nothing remembers it', async () => {
  const engine = createEngine({
    storage: await postgresStorage({ pool: server.pool, schema: `${schema}_bots` }),
    identities: { person: 'string' },
  });
  onTestFinished(async () => engine.close());
  const caller = { ...principal, person: ann };
  const undone = await beginOrder();
  const { customers, bots } = engine.within(undone).as(caller);
  await bots.create({ name: 'Undone', channelFamily: 'native' });
  await customers.list({ agentId: ann });
  await undone.query('ROLLBACK');

  const numbers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => engine.identities.numberOf('acme', `new-${at}`)),
  );
  const client = await beginOrder();
  const joined = engine.within(client);
  await client.query('SAVEPOINT before');
  await joined.as(caller).bots.create({ name: 'Undone too', channelFamily: 'native' });
  await client.query('ROLLBACK TO SAVEPOINT before');
  const seen: unknown[] = [];
  const subscription = engine.events.subscribe((event) => seen.push('by' in event && event.by));
  await joined.as(caller).bots.create({ name: 'Sales', channelFamily: 'native' });
  await client.query('COMMIT');
  joined.committed();
  await subscription.end();
  expect(seen.at(-1)).toEqual({ kind: 'person', person: ann });
  const number = await engine.identities.numberOf('acme', ann);
  expect(numbers).not.toContain(number);
  expect(await engine.identities.idOf('acme', number)).toBe(ann);
  expect(await engine.identities.engine.as({ ...principal, person: number }).bots.list()).toMatchObject({ total: 1 });
});

it('[HI3] nodes that meet persons at once give each one number', async () => {
  const nodes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const storage = await postgresStorage({ pool: server.pool, schema: `${schema}_bots` });
      const node = createEngine({ storage, identities: { person: 'string' } });
      onTestFinished(async () => node.close());
      return node;
    }),
  );
  const ids = Array.from({ length: 20 }, (_, at) => `person-${at}`);
  const numbers = await Promise.all(
    nodes.map((node) => Promise.all(ids.map((id) => node.identities.numberOf('acme', id)))),
  );
  expect(new Set(numbers.map(String)).size).toBe(1);
  expect(new Set(numbers[0]).size).toBe(ids.length);
});
