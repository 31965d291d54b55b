import { setTimeout as wait } from 'node:timers/promises';
import type { ClaimRequest } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PooledClient } from '../../src/postgres/client.ts';
import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, brand, countBots, find, putBot, sampleDelivery, store } from './samples.ts';
import { type SilentNetwork, silentNetwork } from './silent-network.ts';

let server: PostgresServer;
let schema: string;
const opened: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(() => {
  schema = server.newSchema();
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
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

describe('a connection that falls silent', { timeout: 120_000 }, () => {
  async function openThroughNetwork(): Promise<PostgresStorage & { readonly network: SilentNetwork }> {
    const network = await silentNetwork(server.url);
    opened.push(network);
    const storage = await postgresStorage({ url: network.url, schema, connections: 3, statementTimeoutMs: enoughMs });
    opened.unshift(storage);
    return { ...storage, network };
  }

  it('[PG27] is given up, and calls go on with another one', async () => {
    const storage = await openThroughNetwork();
    await store(storage, putBot('a'));
    const [adding, claiming, silent] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const slow = storage.addingWith(async (client) => {
      adding?.resolve();
      await silent?.promise;
      await client.query('SELECT 1');
    });
    const commit = slow.commit(
      { brand },
      { conditions: [], operations: [putBot('b'), addDeliveries(sampleDelivery(1))] },
    );
    const claim = storage
      .withDeliveryQueue(async ({ queue, client }) => {
        await client.query('SELECT 1');
        claiming?.resolve();
        await silent?.promise;
        await queue.claim(claimOf('a'));
      })
      .catch((error: Error) => error);
    await Promise.all([adding?.promise, claiming?.promise]);
    storage.network.silence();
    silent?.resolve();
    const message = expect.stringContaining('longer than the statement time-out');
    expect(await commit).toMatchObject({ kind: 'unavailable', cause: { message } });
    expect(await claim).toMatchObject({ message });
    await store(storage, putBot('c'));
    expect(await find(storage, 'bot', 'b')).toBeUndefined();
    expect(await find(storage, 'bot', 'c')).toBeDefined();
  });

  it('[PG27] names the time-out where further statements wait on the connection', async () => {
    const storage = await openThroughNetwork();
    await store(storage, putBot('a'));
    const adding = storage.addingWith(async (client) => {
      await client.query('SELECT 1');
    });
    storage.network.silence();
    const conditions = ['b', 'c'].map((bot) => ({ kind: 'bot', key: [bot], version: undefined }) as const);
    const operations = [putBot('b'), addDeliveries(sampleDelivery(1))];
    expect(await adding.commit({ brand }, { conditions, operations })).toMatchObject({
      kind: 'unavailable',
      cause: { message: expect.stringContaining('longer than the statement time-out') },
    });
  });

  it('[PG27] has an unknown outcome where the commit was sent', async () => {
    const storage = await openThroughNetwork();
    // The last change is running then, and the earlier ones were answered.
    await query(`CREATE FUNCTION "${schema}".slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN new; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON "${schema}".bot_records FOR EACH ROW EXECUTE FUNCTION "${schema}".slow()`);
    const commit = storage.commit({ brand }, { conditions: [], operations: [putBot('a')] });
    await wait(500);
    storage.network.silence();
    expect(await commit).toMatchObject({ kind: 'unknown' });
    expect(await countBots(storage)).toBe(1);
  });

  it('[PG27] holds up neither lists nor the end of the storage', async () => {
    const storage = await openThroughNetwork();
    await store(storage, putBot('a'));
    const list = () => countBots(storage);
    await Promise.all([list(), list(), list()]);
    storage.network.silence();
    const failed = await Promise.allSettled([list(), list(), list()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await list()).toBe(1);
    storage.network.silence();
    const hanging = list().catch(() => undefined);
    await storage.close();
    await hanging;
  });
});

it('[PG28] what grows with what is stored may take longer than the time-out', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await store(storage, putBot('a'));
  // Takes the time of hundreds of thousands of customers.
  await query(`CREATE FUNCTION "${schema}".slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(${(2 * enoughMs) / 1_000}); RETURN old; END $$;
    CREATE TRIGGER slow BEFORE DELETE ON "${schema}".bot_records FOR EACH ROW EXECUTE FUNCTION "${schema}".slow()`);
  const erase = { do: 'endDeliveries', of: { bot: 'a' }, at: 5 } as const;
  await store(storage, erase, { do: 'delete', kind: 'bot', key: ['a'] });
  expect(await find(storage, 'bot', 'a')).toBeUndefined();
  // The time-out holds again afterwards, in the same transaction.
  const slow = storage.addingWith(async (client) => {
    await client.query(`SELECT pg_sleep(${(20 * enoughMs) / 1_000})`);
  });
  await expect(store(slow, erase, addDeliveries(sampleDelivery(1)))).rejects.toThrow('statement time-out');
});

it('[PG29] a statement of the host fails with its own error', async () => {
  const storage = await open();
  const ask = (sql: string) =>
    store(
      storage.addingWith(async (client) => {
        await client.query(sql);
      }),
      addDeliveries(sampleDelivery(1)),
    );
  await expect(ask('INSERT INTO projects VALUES (1)')).rejects.toThrow('relation "projects" does not exist');
  await expect(ask(`SELECT colour FROM "${schema}".bot_records`)).rejects.toThrow('column "colour" does not exist');
});

const claimOf = (worker: string): ClaimRequest => ({
  worker,
  now: 2_000,
  leaseUntil: 60_000,
  limit: 50,
  slots: 100,
  perTarget: 2,
  bodyBytes: 1_000_000,
});

it('[DQ9] the bound of a target holds while another worker asks when to look again', async () => {
  const storage = await open();
  const add = (...numbers: number[]) =>
    store(storage, addDeliveries(...numbers.map((number) => sampleDelivery(number))));
  await add(1, 2, 3, 4, 5);
  let asking: Promise<unknown> | undefined;
  const claimed = await storage.withDeliveryQueue(async ({ queue }) => {
    const leased = await queue.claim(claimOf('a'));
    // Another node adds to the target, and a third one asks, before this claim is committed.
    await add(6);
    asking = storage.deliveryQueue.nextDueAt({ slots: 100, perTarget: 2 });
    await wait(300);
    return leased;
  });
  await asking;
  expect([claimed.length, (await storage.deliveryQueue.claim(claimOf('b'))).length]).toEqual([2, 0]);
  expect(await query(`SELECT leased FROM "${schema}".delivery_targets`)).toEqual([{ leased: '2' }]);
});

it('[DQ17] a body is removed with the last delivery that has it, also by concurrent prunes', async () => {
  const storage = await open();
  const [first, second] = [1, 2].map((number) =>
    sampleDelivery(number, { body: 'shared', target: { kind: 'hook', number } }),
  );
  if (first === undefined || second === undefined) throw new Error('There are two.');
  await store(storage, addDeliveries(first, second));
  for (const { brand: of, id } of await storage.deliveryQueue.claim(claimOf('a'))) {
    const ended = { state: 'delivered', attempts: [], finishedAt: 5 } as const;
    await storage.deliveryQueue.complete({ brand: of, id, worker: 'a' }, ended);
  }
  let other: Promise<number> | undefined;
  await storage.withDeliveryQueue(async ({ queue }) => {
    expect(await queue.prune(100, 1)).toBe(1);
    other = storage.deliveryQueue.prune(100, 1);
    await wait(300);
  });
  expect(await other).toBe(1);
  expect(await query(`SELECT number FROM "${schema}".delivery_bodies`)).toEqual([]);
});

describe('a claim of conversations, in which another worker changes a row between its two statements', () => {
  const request = { work: 'step', limit: 8, worker: 'w', now: 2_000, leaseUntil: 3_000 } as const;
  const row = () => `"${schema}".conversation_work`;

  /** A storage whose next claim finds the customer, and leases only after `change` is stored. */
  async function openRacing(change: () => string): Promise<PostgresStorage> {
    await open();
    await query(`SET session_replication_role = replica; INSERT INTO ${row()} (customer_number, brand, waits_since, due_at)
      VALUES (1, 'acme', 1000, 1000); SET session_replication_role = origin`);
    const pool = server.openPool({ max: 2 });
    const storage = await open({
      pool: {
        async connect() {
          const client = (await pool.connect()) as pg.PoolClient;
          const { query: send } = client;
          client.query = (async (...given: unknown[]) => {
            const isLease = JSON.stringify(given[0]).includes('skip locked');
            if (isLease) await query(change());
            return Reflect.apply(send, client, given);
          }) as typeof send;
          return client as unknown as PooledClient;
        },
      },
    });
    opened.push({ close: () => pool.end() });
    return storage;
  }

  it.for([
    ['[CQ9] does not lease it before the moment that a release gave', 'due_at = 9000'],
    ['[CQ5] does not lease it for a step when effects have to be carried out', 'awaits_effects = 1'],
    ['[CQ7] does not lease it when the other worker has leased it', "worker = 'other'"],
  ])('%s', async ([, change]) => {
    const storage = await openRacing(() => `UPDATE ${row()} SET ${change}`);
    expect(await storage.conversationQueue.claim(request)).toEqual([]);
    expect(await query(`SELECT 1 FROM ${row()} WHERE worker = 'w'`)).toEqual([]);
  });

  it('[CQ15] returns the deaths that the lease found', async () => {
    const storage = await openRacing(() => `UPDATE ${row()} SET deaths = 2`);
    expect(await storage.conversationQueue.claim(request)).toEqual([{ brand: 'acme', customerNumber: 1, deaths: 2 }]);
  });
});

describe('[PG38] a change of several rows waits for the first one, and holds no other', () => {
  const ended = { state: 'delivered', attempts: [], finishedAt: 5 } as const;
  const ids = [1, 2, 3].map((number) => sampleDelivery(number).id);
  const targetsOf = (at: number) => [{ do: 'endDeliveries', of: { target: { kind: 'hook', number: 1 } }, at }] as const;

  /** Does `change` while another transaction holds the first of three rows. @returns The rows that it does not hold. */
  async function freeDuring(table: 'deliveries' | 'conversation_work', change: () => Promise<unknown>) {
    const [key, indexed] = table === 'deliveries' ? ['number', 'workspace'] : ['customer_number', 'due_at'];
    const rows = `"${schema}".${table}`;
    const keys = (await query(`SELECT ${key} AS key FROM ${rows} ORDER BY ${key}`)).map((row) => row.key);
    const [first] = keys;
    // Stores the rows, and their entries in each index, in the reverse order.
    for (const each of keys.toReversed()) {
      await query(`SET session_replication_role = replica; UPDATE ${rows} SET ${indexed} = ${indexed} + 1
        WHERE ${key} = ${each}; SET session_replication_role = origin`);
    }
    const holder = await server.pool.connect();
    try {
      await holder.query(`BEGIN; SELECT 1 FROM ${rows} WHERE ${key} = ${first} FOR UPDATE`);
      const changing = change();
      const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND wait_event_type = 'Lock' AND query LIKE '%"${schema}"%'`;
      await vi.waitUntil(async () => (await query(waiting)).length > 0, { timeout: 20_000 });
      const free = await query(`SELECT ${key} FROM ${rows} WHERE ${key} > ${first} FOR UPDATE SKIP LOCKED`);
      await holder.query('COMMIT');
      await changing;
      return free.length;
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  }

  it.for<[string, (storage: PostgresStorage) => Promise<unknown>]>([
    ['a renewal', ({ deliveryQueue }) => deliveryQueue.renew({ worker: 'a', leaseUntil: 70_000 })],
    ['a release', ({ deliveryQueue }) => deliveryQueue.release('a')],
    ['a recovery', ({ deliveryQueue }) => deliveryQueue.recover()],
    [
      'a claim that stores results',
      ({ deliveryQueue }) =>
        deliveryQueue.claim({ ...claimOf('a'), ended: ids.toReversed().map((id) => ({ brand, id, progress: ended })) }),
    ],
    ['the end of a target', (storage) => store(storage, ...targetsOf(5))],
    ['the erasure of a customer', (storage) => store(storage, { do: 'endDeliveries', of: { customer: 5 }, at: 5 })],
  ])('%s', async ([, change]) => {
    const storage = await open();
    await store(storage, addDeliveries(...ids.map((_, index) => sampleDelivery(index + 1))));
    expect(await storage.deliveryQueue.claim({ ...claimOf('a'), perTarget: 8 })).toHaveLength(3);
    expect(await freeDuring('deliveries', () => change(storage))).toBe(2);
  });

  it('a renewal of conversations', async () => {
    const storage = await open();
    await query(`SET session_replication_role = replica; INSERT INTO "${schema}".conversation_work
      (customer_number, brand, waits_since, due_at, worker) SELECT n, 'acme', 1, 1, 'a' FROM generate_series(1, 3) AS n;
      SET session_replication_role = origin`);
    const renewing = () => storage.conversationQueue.renew({ worker: 'a', leaseUntil: 70_000 });
    expect(await freeDuring('conversation_work', renewing)).toBe(2);
  });
});
