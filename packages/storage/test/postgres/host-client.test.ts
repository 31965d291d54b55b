import { createEngine, type Engine, isEngineError, permissions } from '@botwright/core';
import { conversationRunner } from '@botwright/core/runner';
import { sql } from 'drizzle-orm';
import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js';
import postgresJs from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

let server: PostgresServer;
let schema: string;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  schema = server.newSchema();
  await server.pool.query(`CREATE SCHEMA "${schema}"; CREATE TABLE "${schema}".orders (id text)`);
});

const principal = { brand: 'acme', person: 7, workspaces: [1], permissions };
const place = { path: 'welcome', top: 0, left: 0, isTarget: true };
const params = { text: 'Name?\n"quoted" \\ 🎉', destination: 'name', version: 3 };
const diagram = {
  nodes: {
    hidden: { ...place, path: 'hidden', id: 'hidden', template: 'hidden', params: {} },
    welcome: { ...place, id: 'welcome', template: 'var_text', params },
  },
  connections: {},
};

/** A transaction of a driver, and how to run a statement in it. */
interface Begun {
  readonly transaction: object;
  run(text: string): Promise<unknown>;
}

class RolledBack extends Error {}

/** Runs work in a transaction: COMMIT when it resolves, ROLLBACK when it rejects. */
type Begin = (work: (begun: Begun) => Promise<void>) => Promise<unknown>;

const openPostgresJs = () => {
  const client = postgresJs(server.url, { max: 2, onnotice: () => undefined });
  onTestFinished(() => client.end());
  return client;
};

const drivers: readonly (readonly [name: string, open: () => Begin])[] = [
  [
    'pg',
    () => async (work) => {
      const client = await server.pool.connect();
      try {
        await client.query('BEGIN');
        await work({ transaction: client, run: (text) => client.query(text) });
        await client.query('COMMIT');
      } catch (error) {
        await client.query('ROLLBACK');
        throw error;
      } finally {
        client.release();
      }
    },
  ],
  [
    'Drizzle on pg',
    () => (work) =>
      drizzleOnPg(server.pool).transaction((transaction) =>
        work({ transaction, run: (text) => transaction.execute(sql.raw(text)) }),
      ),
  ],
  [
    'postgres.js',
    () => (work) =>
      openPostgresJs().begin((transaction) => work({ transaction, run: async (text) => transaction.unsafe(text) })),
  ],
  [
    'Drizzle on postgres.js',
    () => (work) =>
      drizzleOnPostgresJs(openPostgresJs()).transaction((transaction) =>
        work({ transaction, run: (text) => transaction.execute(sql.raw(text)) }),
      ),
  ],
];

async function openEngine(): Promise<Engine> {
  const engine = createEngine({
    storage: await postgresStorage({ pool: server.pool, schema: `${schema}_bots` }),
    runner: conversationRunner(),
  });
  onTestFinished(() => engine.close());
  return engine;
}

const order = (id: string) => `INSERT INTO "${schema}".orders VALUES ('${id}')`;

it.for(drivers)(
  '[PG39][ST128] use-cases in a transaction of %s are stored with the rows of the host',
  async ([, open]) => {
    const engine = await openEngine();
    const begin = open();
    const channels = [{ type: 'apichat', name: 'Shop', token: 'token-of-the-shop-0001' }] as const;
    await engine.configure([{ name: 'acme', plan: 'business', workspaces: [1], tokens: [], channels }]);
    const [channel] = (await engine.as(principal).channels.list()).items;

    await begin(async ({ transaction, run }) => {
      await run(order('first'));
      const joined = engine.within(transaction);
      const author = joined.as(principal);
      const { id } = await author.bots.create({ name: 'Sales', channelFamily: 'native', diagram });
      await author.versions.publish(id);
      await author.drafts.editBlock(id, 'welcome', { params: { ...params, text: 'Who?' } });
      const visitors = joined.channel({ brand: 'acme', channelNumber: channel?.number ?? 0 });
      await visitors.send('ada', { message: { type: 'text', message: 'Hi' }, customer: { name: 'Ada "A" Øre' } });
      const refused = await author.bots.get('00000000-0000-4000-8000-000000000000').catch((error: unknown) => error);
      expect(isEngineError(refused) && refused.code).toBe('bot_not_found');
      expect((await author.bots.list({})).total).toBe(1);
      expect((await engine.as(principal).bots.list({})).total).toBe(0);
      await run(order('second'));
    });
    await expect(
      begin(async ({ transaction, run }) => {
        await run(order('third'));
        await engine.within(transaction).as(principal).bots.create({ name: 'Undone', channelFamily: 'native' });
        throw new RolledBack();
      }),
    ).rejects.toThrow(RolledBack);

    const { items } = await engine.as(principal).bots.list({});
    expect(items.map(({ name, publishedAt }) => [name, publishedAt !== undefined])).toEqual([['Sales', true]]);
    const { diagram: stored } = await engine.as(principal).drafts.get(items[0]?.id ?? '');
    expect(stored).toMatchObject({ nodes: { welcome: { params: { ...params, text: 'Who?' } } } });
    expect((await engine.as(principal).customers.list({})).items).toMatchObject([{ name: 'Ada "A" Øre' }]);
    expect((await server.pool.query(`SELECT id FROM "${schema}".orders ORDER BY id`)).rows).toEqual([
      { id: 'first' },
      { id: 'second' },
    ]);
  },
);

it('[PG39] a pool is no transaction', async () => {
  const engine = await openEngine();
  for (const wrong of [server.pool, drizzleOnPg(server.pool)]) expect(() => engine.within(wrong)).toThrow(TypeError);
});
