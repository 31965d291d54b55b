import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BrandTransaction } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ClientPool, PooledClient } from '../src/client.ts';
import { migrations } from '../src/migrations.ts';
import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { allActive, brand, insertBot, keepAll, sampleBot, sampleDraft } from './samples.ts';

let server: PostgresServer;
let schema: string;
const opened: PostgresStorage[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  schema = server.newSchema();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((storage) => storage.close()));
  await server.drop(schema);
});

async function open(options: Partial<PostgresStorageOptions> = {}): Promise<PostgresStorage> {
  const storage = await postgresStorage({ pool: server.pool, schema, ...options } as PostgresStorageOptions);
  opened.push(storage);
  return storage;
}

const query = async (sql: string) => (await server.pool.query(sql)).rows;

/** Milliseconds in which a busy machine runs a statement that waits for nothing. */
const enoughMs = 3_000;

it('[PG1] nodes that open one new schema at the same time all succeed, and each migration is applied once', async () => {
  const nodes = await Promise.all(Array.from({ length: 8 }, () => open()));
  await Promise.all(nodes.map((node, index) => node.transaction(brand, (tx) => insertBot(tx, `bot-${index}`))));
  const { total } = await (nodes[0] as PostgresStorage).reader(brand).bots.list(allActive);
  expect(total).toBe(8);
  const applied = await query(`SELECT version::int FROM "${schema}".migrations ORDER BY version`);
  expect(applied).toEqual(migrations.map(({ version }) => ({ version })));
});

it('[PG2] a schema with tables of another program is refused and not changed', async () => {
  await query(`CREATE SCHEMA "${schema}"`);
  await query(`CREATE TABLE "${schema}".bots (mine int)`);
  await expect(open()).rejects.toThrow(`The schema ${schema} has tables of another program.`);
  const tables = await query(`SELECT tablename FROM pg_tables WHERE schemaname = '${schema}'`);
  expect(tables).toEqual([{ tablename: 'bots' }]);
});

it('[PG2] an empty schema that the host has made is used', async () => {
  await query(`CREATE SCHEMA "${schema}"`);
  await (await open()).transaction(brand, (tx) => insertBot(tx, 'a'));
});

it.each(['', 'a'.repeat(64), 'a"b', "a'b", 'a.b', 'a\u0000'])('[PG2] a schema named %j is refused', async (name) => {
  await expect(open({ schema: name })).rejects.toThrow(TypeError);
});

it('[PG10] a search for a part of a name finds the same with pg_trgm and without', async () => {
  const names = ['Sales', 'sales 100%', 'a_b', 'axb', 'Ümlaut', 'back\\slash', '%', 'no'];
  const searches = [
    'sales',
    'SALES'.toLowerCase(),
    '100%',
    'a_b',
    '_',
    '%',
    'ümla',
    '\\',
    'back\\s',
    'lau',
    'x',
    'zzz',
  ];
  const searchAll = async (storage: PostgresStorage) =>
    Promise.all(
      searches.map(async (search) => {
        const { items, total } = await storage.reader(brand).bots.list({ ...allActive, order: 'name', search });
        return [search, total, ...items.map(({ name }) => name)];
      }),
    );
  const hasIndex = () => query(`SELECT 1 FROM pg_indexes WHERE schemaname = '${schema}' AND indexname = 'bots_names'`);

  await query('DROP EXTENSION IF EXISTS pg_trgm CASCADE');
  const without = await open();
  for (const [index, name] of names.entries()) {
    await without.transaction(brand, (tx) =>
      tx.bots.insert(sampleBot(`bot-${index}`, { name, foldedName: name.toLowerCase() })),
    );
  }
  expect(await hasIndex()).toEqual([]);
  const found = await searchAll(without);
  expect(found).toEqual(
    searches.map((search) => {
      const matching = names.filter((name) => name.toLowerCase().includes(search));
      const byName = (a: string, b: string) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1);
      return [search, matching.length, ...matching.toSorted(byName)];
    }),
  );

  await query('CREATE EXTENSION pg_trgm');
  const withIndex = await open();
  expect(await hasIndex()).toHaveLength(1);
  expect(await searchAll(withIndex)).toEqual(found);
  await query('DROP EXTENSION pg_trgm CASCADE');
});

it('[PG11] stores in two schemas share nothing', async () => {
  const first = await open();
  const other = server.newSchema();
  const second = await open({ schema: other });
  const numbers = await Promise.all(
    [first, second].map((storage) => storage.transaction(brand, (tx) => tx.bots.insert(sampleBot('a')))),
  );
  expect(numbers.map(({ number }) => number)).toEqual([1, 1]);
  await first.transaction(brand, async (tx) => {
    await tx.bots.lock('a');
    await tx.bots.destroy('a');
  });
  expect((await second.reader(brand).bots.list(allActive)).total).toBe(1);
  await second.close();
  await server.drop(other);
});

async function twoBots(storage: PostgresStorage): Promise<void> {
  await storage.transaction(brand, async (tx) => {
    await insertBot(tx, 'a');
    await insertBot(tx, 'b');
  });
}

it('[PG4] of two transactions in a deadlock both are stored', async () => {
  const storage = await open();
  await twoBots(storage);
  let tries = 0;
  let arrived = 0;
  const { promise: both, resolve } = Promise.withResolvers<void>();
  const lockBoth = (first: string, second: string) =>
    storage.transaction(brand, async (tx) => {
      tries += 1;
      await tx.bots.lock(first);
      arrived += 1;
      if (arrived === 2) resolve();
      await both;
      const bot = await tx.bots.lock(second);
      await tx.bots.update(second, { editedAt: (bot?.editedAt ?? 0) + 1 });
    });
  await Promise.all([lockBoth('a', 'b'), lockBoth('b', 'a')]);
  expect(tries).toBeGreaterThan(2);
  for (const id of ['a', 'b']) expect((await storage.reader(brand).bots.find(id))?.editedAt).toBe(1_001);
});

it('[PG5] what the work rejects with is not tried again', async () => {
  const storage = await open();
  let tries = 0;
  const failing = storage.transaction(brand, async (tx) => {
    tries += 1;
    await insertBot(tx, 'a');
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(tries).toBe(1);
});

it('[PG6] a statement that waits longer than its time-out rejects, and the store goes on', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await twoBots(storage);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holder = storage.transaction(brand, async (tx) => {
    await tx.bots.lock('a');
    locked();
    await held;
  });
  await isLocked;
  await expect(storage.transaction(brand, (tx) => tx.bots.lock('a'))).rejects.toThrow(
    'A statement took longer than the statement time-out of the storage.',
  );
  release();
  await holder;
  expect(await storage.transaction(brand, (tx) => tx.bots.lock('a'))).toMatchObject({ id: 'a' });
});

it('[PG6] a claim that waits longer than the time-out for its turn rejects, and the store goes on', async () => {
  const pool = server.openPool({ max: 1 });
  const storage = await open({ pool, statementTimeoutMs: enoughMs });
  const other = await server.pool.connect();
  const lock = `hashtextextended('${schema} deliveries', 0)`;
  await other.query(`SELECT pg_advisory_lock(${lock})`);
  const bounds = { slots: 8, perTarget: 8 };
  const claim = () =>
    storage.deliveryQueue.claim({ worker: 'w', now: 1, leaseUntil: 2, limit: 1, bodyBytes: 1, ...bounds });
  await expect(claim()).rejects.toThrow('longer than the statement time-out');
  await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
  await other.query(`SELECT pg_advisory_unlock(${lock})`);
  other.release();
  expect(await claim()).toEqual([]);
  await storage.close();
  await pool.end();
});

/** Expects a read of a locked table to reject, and the next one to succeed. */
async function expectTimeOutOfRead(storage: PostgresStorage): Promise<void> {
  const blocker = await server.pool.connect();
  await blocker.query(`BEGIN; LOCK TABLE "${schema}".bots IN ACCESS EXCLUSIVE MODE`);
  await expect(storage.reader(brand).bots.find('a')).rejects.toThrow(/time-out/);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await storage.reader(brand).bots.find('a')).toMatchObject({ id: 'a' });
}

it('[PG6] a read that takes longer than the time-out rejects, and the store goes on', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await twoBots(storage);
  await expectTimeOutOfRead(storage);
});

it('[PG6] a connection that the storage made stays when one of its reads took too long', async () => {
  const name = `botwright ${schema}`;
  const url = new URL(server.url);
  url.searchParams.set('application_name', name);
  const storage = await open({
    url: url.href,
    connections: 1,
    statementTimeoutMs: enoughMs,
  } as Partial<PostgresStorageOptions>);
  await twoBots(storage);
  const connections = () => query(`SELECT pid FROM pg_stat_activity WHERE application_name = '${name}'`);
  const before = await connections();
  await expectTimeOutOfRead(storage);
  expect([before.length, await connections()]).toEqual([1, before]);
});

it('[PG6] a transaction that waits too long for something else rejects, and nothing of it is stored', async () => {
  const storage = await open({ workLimitMs: enoughMs });
  const slow = storage.transaction(brand, async (tx) => {
    await insertBot(tx, 'a');
    const [{ pid }] = (await storage.clientOf(tx).query('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }];
    const isThere = async () => (await query(`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`)).length > 0;
    while (await isThere()) await wait(50);
    await insertBot(tx, 'b');
  });
  await expect(slow).rejects.toThrow('The transaction waited too long for something else; nothing of it is stored.');
  expect((await storage.reader(brand).bots.list(allActive)).total).toBe(0);
});

const endConnections = () =>
  query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE pid <> pg_backend_pid() AND datname = current_database() AND application_name = 'botwright ${schema}'`);

it('[PG7] a server that cannot be reached is said to be so', async () => {
  await expect(open({ url: 'postgres://nobody@127.0.0.1:1/none' } as Partial<PostgresStorageOptions>)).rejects.toThrow(
    /^PostgreSQL cannot be reached: .*ECONNREFUSED/,
  );
});

it('[PG7] a connection that the server ends while the schema is made rejects, and the process goes on', async () => {
  const pool = server.openPool({ max: 1 });
  const breaking: ClientPool = {
    async connect() {
      const client = (await pool.connect()) as pg.PoolClient;
      const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows;
      const { query: send } = client;
      client.query = (async (...given: unknown[]) => {
        client.query = send;
        const ended = new Promise((resolve) => client.once('end', resolve));
        await query(`SELECT pg_terminate_backend(${pid})`);
        await ended;
        return Reflect.apply(send, client, given);
      }) as typeof send;
      return client as unknown as PooledClient;
    },
  };
  await expect(open({ pool: breaking })).rejects.toThrow(/^PostgreSQL cannot be reached: /);
  await pool.end();
});

it('[PG7] when the server ends a connection nothing of its transaction is stored, and later calls succeed', async () => {
  const pool = server.openPool({ application_name: `botwright ${schema}` });
  const storage = await open({ pool });
  await twoBots(storage);
  const failing = storage.transaction(brand, async (tx) => {
    await insertBot(tx, 'c');
    await endConnections();
    await wait(50);
    await insertBot(tx, 'd');
  });
  await expect(failing).rejects.toThrow(/^PostgreSQL cannot be reached: /);
  expect((await storage.reader(brand).bots.list(allActive)).total).toBe(2);
  await storage.transaction(brand, (tx) => insertBot(tx, 'c'));
  await pool.end();
});

it('[PG12] a transaction with a failed statement rejects, also when its work goes on', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await twoBots(storage);
  const blocker = await server.pool.connect();
  await blocker.query(`BEGIN; SELECT 1 FROM "${schema}".bots WHERE id = 'a' FOR UPDATE`);
  const going = storage.transaction(brand, async (tx) => {
    await insertBot(tx, 'c');
    await tx.bots.lock('a').catch(() => undefined);
  });
  await expect(going).rejects.toThrow(/time-out/);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect((await storage.reader(brand).bots.list(allActive)).total).toBe(2);
});

it('[PG8] within a transaction of the host, all is stored by its COMMIT and gone with its ROLLBACK', async () => {
  const storage = await open();
  await query(`CREATE TABLE "${schema}".of_host (id text)`);
  for (const end of ['ROLLBACK', 'COMMIT'] as const) {
    const client = await server.pool.connect();
    await client.query('BEGIN');
    await client.query(`INSERT INTO "${schema}".of_host VALUES ('mine')`);
    const within = storage.within(client);
    await within.transaction(brand, (tx) => insertBot(tx, 'a'));
    const refused = within.transaction(brand, async (tx) => {
      await insertBot(tx, 'b');
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect((await within.reader(brand).bots.list(allActive)).total).toBe(1);
    expect((await storage.reader(brand).bots.list(allActive)).total).toBe(0);
    await within.close();
    await client.query(end);
    client.release();
    const kept = end === 'COMMIT' ? 1 : 0;
    expect((await storage.reader(brand).bots.list(allActive)).total).toBe(kept);
    expect(await query(`SELECT id FROM "${schema}".of_host`)).toHaveLength(kept);
  }
});

it('[PG8] transactions within one client that are begun at once take turns', async () => {
  const storage = await open();
  const client = await server.pool.connect();
  await client.query('BEGIN');
  const within = storage.within(client);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      within.transaction(brand, async (tx) => {
        await insertBot(tx, `bot-${index}`);
        if (index % 3 === 0) throw new Error('refused');
      }),
    ),
  );
  await client.query('COMMIT');
  client.release();
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
  expect((await storage.reader(brand).bots.list(allActive)).total).toBe(8);
});

it('[PG13] the pool of the host is left open, with its own numbers, time-outs and search path', async () => {
  const pool = server.openPool({ max: 1 });
  const look = async () => {
    const { rows } = await pool.query(
      "SELECT 1::bigint AS big, current_setting('search_path') AS path, current_setting('statement_timeout') AS time, " +
        "current_setting('synchronous_commit') AS sync",
    );
    return rows;
  };
  const before = await look();
  expect(before).toMatchObject([{ big: '1' }]);
  const storage = await open({ pool });
  await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
  await storage.reader(brand).drafts.listRevisions('a', { page: 1, pageSize: 10 });
  await storage.rateLimiter.admit('key', { now: 1_000, limit: 1, windowMs: 1_000 });
  expect(await look()).toEqual(before);
  await storage.close();
  expect(await look()).toEqual(before);
  await pool.end();
});

it('[PG14][ST90] folding counters changes no total and no revision, whatever is written meanwhile', async () => {
  const storage = await open();
  await storage.transaction(brand, (tx) => insertBot(tx, 'first'));
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      seen.push(await storage.transaction(brand, (tx) => tx.settings.revision()));
      await wait(1);
    }
  })();
  const rename = (index: number) => async (tx: BrandTransaction) => {
    await tx.bots.lock('first');
    await tx.bots.update('first', { name: `Name ${index}` });
    await tx.bots.insert(sampleBot(`bot-${index}`));
  };
  // A fold begins after 256 transactions.
  for (let round = 0; round < 18; round += 1) {
    await Promise.all(Array.from({ length: 16 }, (_, index) => storage.transaction(brand, rename(16 * round + index))));
  }
  isOver = true;
  await watching;
  await storage.close();
  const [{ folded }] = await query(`SELECT count(*)::int AS folded FROM "${schema}".counters WHERE total > 0`);
  expect(folded).toBeGreaterThan(0);
  const again = await open();
  expect((await again.reader(brand).bots.list(allActive)).total).toBe(289);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(await again.transaction(brand, (tx) => tx.settings.revision())).toBe(1 + 2 * 288);
});

it('[PG9][ST9] a node that is killed at any moment has lost nothing that it acknowledged, and holds nothing', async () => {
  const storage = await open({ statementTimeoutMs: 2_000 });
  const program = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));
  const all = new Map<string, number>();
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(
      process.execPath,
      ['--conditions=@botwright/source', program, server.url, schema, `r${round}-`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const output = text(child.stdout);
    await once(child.stdout, 'data');
    await wait(5 + ((round * 37) % 90));
    child.kill('SIGKILL');
    const lines = (await output).split('\n').slice(0, -1);
    for (const [id = '', revision] of lines.map((line) => line.split(' '))) all.set(id, Number(revision));
    await storage.transaction(brand, async (tx) => {
      expect(await tx.bots.lock(`r${round}-shared`)).toBeDefined();
    });
  }
  for (const [id, revision] of all) {
    const draft = await storage.reader(brand).drafts.find(id);
    expect(draft?.revision).toBeGreaterThanOrEqual(revision);
  }
  const { total } = await storage.reader(brand).bots.list(allActive);
  const [{ bots }] = await query(`SELECT count(*)::int AS bots FROM "${schema}".bots`);
  expect(total).toBe(bots);
  expect(all.size).toBeGreaterThan(6);
}, 60_000);

it('[ST27] two nodes that replace one draft at once: one wins each revision', async () => {
  const nodes = await Promise.all([open(), open()]);
  await (nodes[0] as PostgresStorage).transaction(brand, (tx) => insertBot(tx, 'a'));
  for (let revision = 1; revision < 9; revision += 1) {
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (nodes[index % 2] as PostgresStorage).transaction(brand, (tx) =>
          tx.drafts.replace(sampleDraft('a', revision + 1, { editedBy: index }), revision, keepAll),
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['replaced', ...Array.from({ length: 7 }, () => 'stale')]);
  }
});
