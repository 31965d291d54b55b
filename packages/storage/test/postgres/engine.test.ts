import { createEngine, permissions } from '@botwright/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, store } from './samples.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

const principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const start = { id: 'hidden', path: 'hidden', template: 'hidden', params: {}, top: 0, left: 0, isTarget: true };
const question = { text: 'Name?', destination: 'name', version: 3 };
const diagram = {
  nodes: {
    hidden: start,
    welcome: { ...start, id: 'welcome', path: 'welcome', template: 'var_text', params: question },
  },
  connections: {},
};

it('[VE28] 64 publications of one bot at once, on two nodes, are a history of what was acknowledged, in one order', async () => {
  const schema = server.newSchema();
  const nodes = await Promise.all(
    [0, 1].map(async () => createEngine({ storage: await postgresStorage({ pool: server.pool, schema }) })),
  );
  const [author, other] = nodes.map((engine) => engine.as(principal)) as [
    ReturnType<(typeof nodes)[0]['as']>,
    ReturnType<(typeof nodes)[0]['as']>,
  ];
  const { id } = await author.bots.create({ name: 'Sales', channelFamily: 'native', diagram });
  const published = await Promise.all(
    Array.from({ length: 64 }, (_, index) => (index % 2 === 0 ? author : other).versions.publish(id)),
  );

  const { items, total } = await other.versions.list(id, { page: 1, pageSize: 100 });
  expect(total).toBe(64);
  expect(items.map((version) => version.id)).toEqual(
    published
      .map((version) => version.id)
      .toSorted()
      .toReversed(),
  );
  const moments = items.map(({ publishedAt }) => publishedAt);
  expect(moments).toEqual(moments.toSorted((a, b) => b - a));
  const bot = await server.pool.query(`SELECT live_version FROM "${schema}".bot_records`);
  expect(bot.rows).toEqual([{ live_version: items[0]?.id }]);
  await Promise.all(nodes.map((engine) => engine.close()));
  await server.drop(schema);
});

it('[CH29] four nodes that apply a configuration at once on an empty schema make each channel once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const schema = server.newSchema();
    const nodes = await Promise.all(
      Array.from({ length: 4 }, async () =>
        createEngine({ storage: await postgresStorage({ pool: server.pool, schema }) }),
      ),
    );
    const channels = [
      { type: 'apichat', name: 'Shop', token: 'token-of-the-shop-0001' },
      { type: 'native', name: 'Page' },
    ];
    const brand = { name: 'acme', plan: 'business', workspaces: [1], tokens: [], channels } as const;
    await Promise.all(nodes.map((engine) => engine.configure([brand])));
    const [first] = nodes as [(typeof nodes)[0], ...typeof nodes];
    const { items } = await first.as(principal).channels.list();
    expect(items.map(({ name }) => name).toSorted()).toEqual(['Page', 'Shop']);
    await Promise.all(nodes.map((engine) => engine.close()));
    await server.drop(schema);
  }
}, 120_000);

it('[DQ7][DQ8] deliveries are claimed at moments of today, which need more than 32 bits', async () => {
  const schema = server.newSchema();
  const storage = await postgresStorage({ pool: server.pool, schema });
  const now = Date.UTC(2026, 10, 23);
  const id = '01910000-0000-7000-8000-000000000001';
  const shared = {
    id,
    workspace: 1,
    customerNumber: 1,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    body: '{}',
  };
  const target = { kind: 'hook', number: 1 } as const;
  await store(storage, addDeliveries({ ...shared, target, createdAt: now, dueAt: now }));
  const claimAt = async (moment: number) => {
    const bounds = { limit: 1, bodyBytes: 1_000, slots: 10, perTarget: 1 };
    const claim = { worker: 'w', now: moment, leaseUntil: moment + 15_000, ...bounds };
    return (await storage.deliveryQueue.claim(claim)).length;
  };
  expect([await claimAt(now), await claimAt(now + 5_000), await claimAt(now + 15_000)]).toEqual([1, 0, 1]);
  await storage.close();
  await server.drop(schema);
});
