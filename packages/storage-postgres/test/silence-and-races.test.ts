import { setTimeout as wait } from 'node:timers/promises';
import type { ClaimRequest } from '@botwright/core/ports';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresStorage, type PostgresStorageOptions, postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { brand, insertBot, sampleDelivery } from './samples.ts';
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
    await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
    const messages: Promise<string>[] = [];
    const outcome = (attempt: Promise<unknown>) =>
      attempt.then(
        () => 'stored',
        (error: Error) => error.message,
      );
    const [first, second, silent] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    // One in the middle of a transaction, one at its end, and one that begins.
    messages.push(
      outcome(
        storage.transaction(brand, async (tx) => {
          await insertBot(tx, 'b');
          first?.resolve();
          await silent?.promise;
          await insertBot(tx, 'c');
        }),
      ),
      outcome(
        storage.transaction(brand, async (tx) => {
          await insertBot(tx, 'd');
          second?.resolve();
          await silent?.promise;
        }),
      ),
    );
    await Promise.all([first?.promise, second?.promise]);
    storage.network.silence();
    silent?.resolve();
    messages.push(outcome(storage.transaction(brand, (tx) => insertBot(tx, 'e'))));
    const seen = await Promise.all(messages);
    expect(seen[0]).toContain('longer than the statement time-out');
    expect(seen[1]).toContain('the transaction may be stored or not');
    await expect.poll(() => outcome(storage.reader(brand).bots.find('a')), { timeout: 30_000 }).toBe('stored');
    await storage.transaction(brand, (tx) => insertBot(tx, 'f'));
    expect(await storage.reader(brand).bots.find('b')).toBeUndefined();
    expect(await storage.reader(brand).bots.find('f')).toMatchObject({ id: 'f' });
  });

  it('[PG27] is given up by a statement of the host, too, and by what takes turns', async () => {
    const storage = await openThroughNetwork();
    await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
    const [first, second, silent] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    const outcomes = Promise.allSettled([
      storage.transaction(brand, async (tx) => {
        await insertBot(tx, 'b');
        first?.resolve();
        await silent?.promise;
        await storage.clientOf(tx).query('SELECT 1');
      }),
      storage.withDeliveryQueue(async ({ queue, client }) => {
        await client.query('SELECT 1');
        second?.resolve();
        await silent?.promise;
        await queue.claim(claimOf('a'));
      }),
    ]);
    await Promise.all([first?.promise, second?.promise]);
    storage.network.silence();
    silent?.resolve();
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        reason: { message: expect.stringContaining('longer than the statement time-out') },
      });
    }
    expect(await storage.reader(brand).bots.find('b')).toBeUndefined();
  });

  it('[PG27] holds up neither lists nor the end of the storage', async () => {
    const storage = await openThroughNetwork();
    await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
    const request = { state: 'active', workspaces: [1], order: 'created', page: 1, pageSize: 5 } as const;
    const list = () => storage.reader(brand).bots.list(request);
    await Promise.all([list(), list(), list()]);
    storage.network.silence();
    const failed = await Promise.allSettled([list(), list(), list()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await list()).total).toBe(1);
    storage.network.silence();
    const hanging = list().catch(() => undefined);
    await storage.close();
    await hanging;
  });
});

it('[PG28] what grows with what is stored may take longer than the time-out', async () => {
  const storage = await open({ statementTimeoutMs: enoughMs });
  await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
  // Takes the time of hundreds of thousands of customers.
  await query(`CREATE FUNCTION "${schema}".slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(${(2 * enoughMs) / 1_000}); RETURN old; END $$;
    CREATE TRIGGER slow BEFORE DELETE ON "${schema}".bots FOR EACH ROW EXECUTE FUNCTION "${schema}".slow()`);
  await storage.transaction(brand, async (tx) => {
    await tx.bots.lock('a');
    await tx.bots.destroy('a');
    await tx.deliveries.eraseOfBot('a', 5);
  });
  expect(await storage.reader(brand).bots.find('a')).toBeUndefined();
  // The time-out holds again afterwards, in the same transaction.
  const slow = storage.transaction(brand, async (tx) => {
    await tx.deliveries.eraseOfBot('a', 5);
    await storage.clientOf(tx).query(`SELECT pg_sleep(${(20 * enoughMs) / 1_000})`);
  });
  await expect(slow).rejects.toThrow('statement timeout');
});

it('[PG29] a statement of the host fails with its own error', async () => {
  const storage = await open();
  const ask = (sql: string) => storage.transaction(brand, (tx) => storage.clientOf(tx).query(sql));
  await expect(ask('INSERT INTO projects VALUES (1)')).rejects.toThrow('relation "projects" does not exist');
  await expect(ask(`SELECT colour FROM "${schema}".bots`)).rejects.toThrow('column "colour" does not exist');
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
    storage.transaction(brand, (tx) => tx.deliveries.add(numbers.map((number) => sampleDelivery(number))));
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

it('[DQ17] a body goes with the last delivery that has it, whoever prunes them at the same time', async () => {
  const storage = await open();
  const [first, second] = [1, 2].map((number) =>
    sampleDelivery(number, { body: 'shared', target: { kind: 'hook', number } }),
  );
  if (first === undefined || second === undefined) throw new Error('There are two.');
  await storage.transaction(brand, (tx) => tx.deliveries.add([first, second]));
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
