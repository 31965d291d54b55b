import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DecidedRecords, type Program, type Request, recordKinds, type Stored } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { packageOptions } from '../../../../scripts/built-for-tests.mjs';
import type { ClientPool, PooledClient } from '../../src/postgres/client.ts';
import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import {
  addDeliveries,
  ask,
  brand,
  commit,
  countBots,
  draftOf,
  find,
  listBots,
  put,
  putBot,
  sampleDelivery,
  store,
} from './samples.ts';

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

it('[PG1] nodes that open one new schema at the same time all succeed, and one of them makes the tables', async () => {
  const nodes = await Promise.all(Array.from({ length: 8 }, () => open()));
  await Promise.all(nodes.map((node, index) => store(node, putBot(`bot-${index}`))));
  expect(await countBots(nodes[0] as PostgresStorage)).toBe(8);
  expect(await query(`SELECT version::int FROM "${schema}".schema_version`)).toEqual([{ version: 3 }]);
});

it('[PG1] a node waits longer than a statement may take for another one that makes the tables', async () => {
  const making = await server.pool.connect();
  const key = `botwright schema ${schema}`;
  await making.query('BEGIN');
  await making.query({ text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', values: [key] });
  const opening = postgresStorage({ url: server.url, schema, statementTimeoutMs: 2_000 });
  const ofDatabase = 'database = (SELECT oid FROM pg_database WHERE datname = current_database())';
  const isWaiting = async () =>
    (await query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${ofDatabase}`)).length > 0;
  while (!(await isWaiting())) await wait(10);
  await wait(4_000);
  await making.query('COMMIT');
  making.release();
  opened.push(await opening);
}, 60_000);

it('[PG60][ST134] a schema of version 1 gets the kinds, fields and tables that it lacks, and its servers go on', async () => {
  const owners = new Set(recordKinds.map(({ owner }) => owner?.kind));
  const earlier = recordKinds.filter(({ name }) => name === 'draft' || owners.has(name));
  const old = await open({ kinds: earlier });
  await query(`DROP TABLE "${schema}".conversation_wakes; ALTER TABLE "${schema}".inbox DROP COLUMN ends_wait;
    ALTER TABLE "${schema}".customer_records DROP COLUMN is_external;
    UPDATE "${schema}".schema_version SET version = 1`);
  await store(old, putBot('bot-1'));
  await Promise.all([open(), open(), open()]);
  const upgraded = await objectsIn(schema);
  await store(old, putBot('bot-2'));
  expect(await countBots(await open())).toBe(2);
  await server.drop(schema);
  schema = server.newSchema();
  await open();
  expect(upgraded).toEqual(await objectsIn(schema));
});

async function objectsIn(name: string): Promise<unknown> {
  const ofSchema = `'"${name}"'::regnamespace`;
  return [
    await query(`SELECT relname, relkind FROM pg_class WHERE relnamespace = ${ofSchema} ORDER BY 1, 2`),
    await query(
      `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '${name}' ORDER BY 1, 2`,
    ),
    await query(`SELECT proname, prosrc FROM pg_proc WHERE pronamespace = ${ofSchema} ORDER BY 1`).then((rows) =>
      JSON.parse(JSON.stringify(rows).replaceAll(name, '@')),
    ),
    await query(`SELECT tgname FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid
      WHERE c.relnamespace = ${ofSchema} AND NOT tgisinternal ORDER BY 1`),
  ];
}

it.each([0, 4])('[PG3] a schema of version %i is refused and not changed', async (version) => {
  await open();
  await query(`UPDATE "${schema}".schema_version SET version = ${version}`);
  await expect(open()).rejects.toThrow(
    `The schema ${schema} is at version ${version}; this release works with version 3.`,
  );
  expect(await query(`SELECT version::int FROM "${schema}".schema_version`)).toEqual([{ version }]);
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
  await store(await open(), putBot('a'));
});

it.each(['', 'a'.repeat(64), 'a"b', "a'b", 'a.b', 'a\u0000'])('[PG2] a schema named %j is refused', async (name) => {
  await expect(open({ schema: name })).rejects.toThrow(TypeError);
});

it('[PG10] a search for a part of a name finds the same with pg_trgm and without', async () => {
  const names = ['Sales', 'sales 100%', 'a_b', 'axb', 'Ümlaut', 'back\\slash', '%', 'no'];
  const folded = names.map((name) => name.toLowerCase());
  const searches = ['sales', '100%', 'a_b', '_', '%', 'ümla', '\\', 'back\\s', 'lau', 'x', 'zzz'];
  const searchAll = async (storage: PostgresStorage) =>
    Promise.all(
      searches.map(async (search) => {
        const { items, total } = await listBots(storage, { search });
        return [search, total, ...items.map(({ record }) => record.name.toLowerCase())];
      }),
    );
  const indexes = () =>
    query(`SELECT 1 FROM pg_indexes WHERE schemaname = '${schema}' AND indexdef LIKE '%gin_trgm_ops%'`);

  await query('DROP EXTENSION IF EXISTS pg_trgm CASCADE');
  const without = await open();
  await store(without, ...names.map((name, index) => putBot(`bot-${index}`, { name, foldedName: folded[index] })));
  expect(await indexes()).toEqual([]);
  const found = await searchAll(without);
  expect(found).toEqual(
    searches.map((search) => {
      const matching = folded.filter((name) => name.includes(search));
      return [search, matching.length, ...matching.toSorted()];
    }),
  );

  await query('CREATE EXTENSION pg_trgm');
  const withIndex = await open();
  expect((await indexes()).length).toBeGreaterThan(0);
  expect(await searchAll(withIndex)).toEqual(found);
  await query('DROP EXTENSION pg_trgm CASCADE');
});

it('[PG11] stores in two schemas share nothing, and do not wait for each other', async () => {
  const first = await open();
  const other = server.newSchema();
  const second = await open({ schema: other, statementTimeoutMs: enoughMs });
  const next = { do: 'number', sequence: 'bot' } as const;
  expect(await Promise.all([first, second].map((storage) => ask(storage, next)))).toEqual([1, 1]);
  for (const storage of [first, second]) await store(storage, putBot('a'));
  await first.withDeliveryQueue(async ({ client }) => {
    await client.query(`SELECT 1 FROM "${schema}".bot_records FOR UPDATE`);
    const { committed } = await exclusive(second, locking('a', putBot('a', { name: 'Other' })));
    expect(committed.kind).toBe('committed');
  });
  await store(first, { do: 'delete', kind: 'bot', key: ['a'] });
  expect(await countBots(second)).toBe(1);
  await second.close();
  await server.drop(other);
});

const locked = (id: string): Request => ({ do: 'get', kind: 'bot', key: [id], expect: true });

const locking = (id: string, ...operations: DecidedRecords['operations']) =>
  function* (): Program<DecidedRecords> {
    yield [locked(id)];
    return { operations };
  };

function exclusive(storage: PostgresStorage, program: () => Program<DecidedRecords>) {
  if (storage.exclusive === undefined) throw new Error('The store runs programs.');
  return storage.exclusive({ brand }, program);
}

const twoBots = (storage: PostgresStorage) => store(storage, putBot('a'), putBot('b'));

it('[PG4] a program in a deadlock conflicts, or is stored', async () => {
  const storage = await open();
  await twoBots(storage);
  const rounds = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      exclusive(storage, function* () {
        const [first = '', second = ''] = index % 2 === 0 ? ['a', 'b'] : ['b', 'a'];
        yield [locked(first)];
        yield [locked(second)];
        return { operations: [putBot(`made-${index}`)] };
      }),
    ),
  );
  const kinds = rounds.map(({ committed }) => committed.kind);
  expect(kinds.filter((kind) => kind !== 'committed' && kind !== 'conflict')).toEqual([]);
  expect(await countBots(storage)).toBe(2 + kinds.filter((kind) => kind === 'committed').length);
});

it('[PG5] what a program throws is passed on, and nothing is stored', async () => {
  const storage = await open();
  const refusing = exclusive(storage, function* () {
    yield [locked('a')];
    throw Object.assign(new Error('refused'), { code: '23505' });
  });
  await expect(refusing).rejects.toThrow('refused');
  expect(await countBots(storage)).toBe(0);
});

it('[PG36] a change of one field of a locked record stores no other field again', async () => {
  const storage = await open();
  const name = Array.from({ length: 20_000 }, () => randomUUID()).join('');
  await store(storage, putBot('large', { name }));
  // PostgreSQL stores a large text apart from its row; a text that is stored again has another number there.
  const of = `SELECT reltoastrelid::regclass AS texts FROM pg_class WHERE oid = '"${schema}".bot_records'::regclass`;
  const numbers = async () => query(`SELECT DISTINCT chunk_id FROM ${(await query(of))[0]?.texts}`);

  const before = await numbers();
  expect(before).toHaveLength(1);
  for (let editedAt = 2_000; editedAt < 2_010; editedAt += 1) {
    await exclusive(storage, function* () {
      const [stored] = (yield [locked('large')]) as [Stored];
      return { operations: [put('bot', { ...stored.record, editedAt })] };
    });
  }

  expect(await numbers()).toEqual(before);
  expect((await find(storage, 'bot', 'large'))?.record).toMatchObject({ name, editedAt: 2_009 });
});

it('[PG36] a locked record that a batch removes and puts again is stored whole', async () => {
  const storage = await open();
  await twoBots(storage);
  await exclusive(storage, function* () {
    const [stored] = (yield [locked('a')]) as [Stored];
    return { operations: [{ do: 'delete', kind: 'bot', key: ['a'] }, put('bot', { ...stored.record, name: 'Again' })] };
  });
  expect((await find(storage, 'bot', 'a'))?.record).toMatchObject({ id: 'a', name: 'Again', workspace: 1 });
});

it('[PG6] a statement that waits longer than its time-out rejects, and the store goes on', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await twoBots(storage);
  const other = await server.pool.connect();
  await other.query(`BEGIN; SELECT 1 FROM "${schema}".bot_records WHERE id = 'a' FOR UPDATE`);
  const touch = { do: 'touch', kind: 'bot', key: ['a'], version: 'touched' } as const;
  const outcomes = [
    await storage.commit({ brand }, { conditions: [], operations: [putBot('c'), touch] }),
    (await exclusive(storage, locking('a', putBot('c')))).committed,
  ];
  for (const outcome of outcomes) {
    const message = 'A statement took longer than the statement time-out of the storage.';
    expect(outcome).toMatchObject({ kind: 'unavailable', cause: { message, isOfCall: true } });
  }
  await other.query('ROLLBACK');
  other.release();
  expect(await find(storage, 'bot', 'c')).toBeUndefined();
  await store(storage, touch);
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
  await store(storage, putBot('a'));
  await other.query(`SELECT pg_advisory_unlock(${lock})`);
  other.release();
  expect(await claim()).toEqual([]);
  await storage.close();
  await pool.end();
});

/** Expects a read of a locked table to reject, and the next one to succeed. */
async function expectTimeOutOfRead(storage: PostgresStorage): Promise<void> {
  const blocker = await server.pool.connect();
  await blocker.query(`BEGIN; LOCK TABLE "${schema}".bot_records IN ACCESS EXCLUSIVE MODE`);
  await expect(find(storage, 'bot', 'a')).rejects.toThrow(/time-out/);
  await blocker.query('ROLLBACK');
  blocker.release();
  expect(await find(storage, 'bot', 'a')).toMatchObject({ record: { id: 'a' } });
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
  const slow = storage.addingWith(async (client) => {
    const [{ pid }] = (await client.query('SELECT pg_backend_pid() AS pid')).rows as [{ pid: number }];
    const isThere = async () => (await query(`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`)).length > 0;
    while (await isThere()) await wait(50);
  });
  await expect(store(slow, putBot('a'), addDeliveries(sampleDelivery(1)))).rejects.toThrow(
    'The transaction waited too long for something else; nothing of it is stored.',
  );
  expect(await countBots(storage)).toBe(0);
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
  const failing = storage.addingWith(async (client) => {
    await endConnections();
    await wait(50);
    await client.query('SELECT 1');
  });
  const operations = [putBot('c'), addDeliveries(sampleDelivery(1))];
  const outcome = await failing.commit({ brand }, { conditions: [], operations });
  const message = expect.stringMatching(/^PostgreSQL cannot be reached: /);
  expect(outcome).toMatchObject({ kind: 'unavailable', cause: { message } });
  expect(await countBots(storage)).toBe(2);
  await store(storage, putBot('c'));
  await pool.end();
});

it('[PG8] within a transaction of the host, all is stored by its COMMIT and gone with its ROLLBACK', async () => {
  const storage = await open();
  await query(`CREATE TABLE "${schema}".of_host (id text)`);
  for (const end of ['ROLLBACK', 'COMMIT'] as const) {
    const client = await server.pool.connect();
    await client.query('BEGIN');
    await client.query(`INSERT INTO "${schema}".of_host VALUES ('mine')`);
    const within = storage.within(client);
    await store(within, putBot('a'));
    const touch = { do: 'touch', kind: 'bot', key: ['none'], version: 'x' } as const;
    expect(await commit(within, [putBot('b'), touch])).toBe('conflict');
    const refused = within.exclusive?.({ brand }, function* () {
      yield [locked('a')];
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect([await countBots(within), await countBots(storage)]).toEqual([1, 0]);
    await within.close();
    await client.query(end);
    client.release();
    const kept = end === 'COMMIT' ? 1 : 0;
    expect(await countBots(storage)).toBe(kept);
    expect(await query(`SELECT id FROM "${schema}".of_host`)).toHaveLength(kept);
  }
});

it('[PG8] batches within one client that are begun at once take turns', async () => {
  const storage = await open();
  const client = await server.pool.connect();
  await client.query('BEGIN');
  const within = storage.within(client);
  const unmet = [{ kind: 'bot', key: ['none'], version: 'none' }];
  const outcomes = await Promise.all(
    Array.from({ length: 12 }, (_, index) => commit(within, [putBot(`bot-${index}`)], index % 3 === 0 ? unmet : [])),
  );
  await client.query('COMMIT');
  client.release();
  expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(8);
  expect(await countBots(storage)).toBe(8);
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
  await store(storage, putBot('a'), draftOf('a', 1));
  await listBots(storage, {});
  await storage.rateLimiter.admit('key', { now: 1_000, limit: 1, windowMs: 1_000 });
  expect(await look()).toEqual(before);
  await storage.close();
  expect(await look()).toEqual(before);
  await pool.end();
});

it('[PG14] folding counters changes no total, even during writes', async () => {
  const storage = await open();
  const seen: number[] = [];
  let isOver = false;
  const total = async (of: PostgresStorage) => {
    const queried = { workspaces: [1], offset: 0, limit: 0 };
    return (await ask<{ readonly total: number }>(of, { do: 'deliveries', query: queried })).total;
  };
  const watching = (async () => {
    while (!isOver) {
      seen.push(await total(storage));
      await wait(1);
    }
  })();
  // A fold begins after 256 transactions.
  for (let round = 0; round < 18; round += 1) {
    const numbers = Array.from({ length: 16 }, (_, index) => 16 * round + index);
    await Promise.all(numbers.map((number) => store(storage, addDeliveries(sampleDelivery(number)))));
  }
  isOver = true;
  await watching;
  await storage.close();
  const [{ folded }] = await query(`SELECT count(*)::int AS folded FROM "${schema}".counters WHERE total > 0`);
  expect(folded).toBeGreaterThan(0);
  expect(await total(await open())).toBe(288);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
});

it('[PG9][ST9] a node that is killed at any moment has lost nothing that it acknowledged, and holds nothing', async () => {
  const storage = await open({ statementTimeoutMs: 2_000 });
  const program = fileURLToPath(new URL('./busy-writer.ts', import.meta.url));
  const all = new Map<string, number>();
  for (let round = 0; round < 6; round += 1) {
    const child = spawn(process.execPath, [...packageOptions, program, server.url, schema, `r${round}-`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const output = text(child.stdout);
    await once(child.stdout, 'data');
    await wait(5 + ((round * 37) % 90));
    child.kill('SIGKILL');
    const lines = (await output).split('\n').slice(0, -1);
    for (const [id = '', revision] of lines.map((line) => line.split(' '))) all.set(id, Number(revision));
    await store(storage, { do: 'touch', kind: 'bot', key: [`r${round}-shared`], version: 'free' });
  }
  for (const [id, revision] of all) {
    expect((await find(storage, 'draft', id))?.record['revision']).toBeGreaterThanOrEqual(revision);
  }
  expect(all.size).toBeGreaterThan(6);
}, 60_000);

it('[RS2] two nodes that replace one draft at once: one wins each revision', async () => {
  const nodes = await Promise.all([open(), open()]);
  const node = (index: number) => nodes[index % 2] as PostgresStorage;
  await store(node(0), putBot('a'), draftOf('a', 1));
  for (let revision = 1; revision < 9; revision += 1) {
    const version = (await find(node(0), 'draft', 'a'))?.version;
    const condition = { kind: 'draft', key: ['a'], version };
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) => commit(node(index), [draftOf('a', revision + 1)], [condition])),
    );
    expect(outcomes.toSorted()).toEqual(['committed', ...Array.from({ length: 7 }, () => 'conflict')]);
  }
});
