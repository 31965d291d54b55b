import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client, ClientPool, ClientQuery, PooledClient } from '../src/client.ts';
import { type PostgresStorage, postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { brand, insertBot, sampleDelivery } from './samples.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

/** Logs the first words of sent statements, and counts the statements that wait for a result at the same time. */
class Statements {
  readonly sent: string[] = [];
  most = 0;
  #waiting = 0;

  async watch<T>(query: string | ClientQuery, send: () => Promise<T>): Promise<T> {
    const text = typeof query === 'string' ? query : query.text;
    this.sent.push(/^\s*(?:with .* )?(\w+)/s.exec(text)?.[1]?.toLowerCase() ?? '');
    this.#waiting += 1;
    this.most = Math.max(this.most, this.#waiting);
    try {
      return await send();
    } finally {
      this.#waiting -= 1;
    }
  }

  begin(): void {
    this.sent.length = 0;
    this.most = 0;
  }
}

interface Opened {
  readonly storage: PostgresStorage;
  readonly schema: string;
  readonly statements: Statements;
  readonly close: () => Promise<void>;
}

interface OpenOptions {
  readonly statementTimeoutMs?: number;
  /** Changes a statement before it is sent. */
  readonly change?: (query: string | ClientQuery) => string | ClientQuery;
}

async function open(pipeline: boolean, options: OpenOptions = {}): Promise<Opened> {
  const statements = new Statements();
  const pool = server.openPool({ max: 2, pipeline });
  const watched: ClientPool = {
    async connect() {
      const client = (await pool.connect()) as unknown as PooledClient;
      const query: Client['query'] = (given) => {
        const changed = options.change?.(given) ?? given;
        return statements.watch(changed, () => client.query(changed));
      };
      return new Proxy(client, { get: (_, name) => (name === 'query' ? query : bound(client, name)) });
    },
  };
  const schema = server.newSchema();
  const storage = await postgresStorage({ pool: watched, schema, notifications: false, ...options });
  return {
    storage,
    schema,
    statements,
    async close() {
      await storage.close();
      await pool.end();
      await server.drop(schema);
    },
  };
}

function bound(client: PooledClient, name: string | symbol): unknown {
  const member: unknown = Reflect.get(client, name);
  return typeof member === 'function' ? member.bind(client) : member;
}

async function makeCustomer(storage: PostgresStorage): Promise<number> {
  const made = await storage.transaction(brand, async (tx) => {
    const { number: channelNumber } = await tx.channels.insert({
      ...{ id: 'c1', name: 'A', type: 'apichat', purpose: 'live', workspace: 1 },
      ...{ active: true, configured: false, createdAt: 1 },
    });
    return tx.customers.insert({
      ...{ channelNumber, workspace: 1, purpose: 'live', name: '', email: '', phone: '', archived: false },
      ...{ blocked: false, optIn: true, registerDate: 1, unread: 0, lastSeq: 0, fields: {} },
    });
  });
  if (made === 'token_taken') throw new Error(made);
  return made.number;
}

/** The parameters of a claim. */
const request = { worker: 'w1', now: 2_000, leaseUntil: 9_000, limit: 8, slots: 16, perTarget: 1, bodyBytes: 1e6 };

const writeAll = (storage: PostgresStorage, customer: number, delivery = 1) =>
  storage.transaction(brand, async (tx) => {
    await Promise.all([tx.customers.lock(customer), tx.settings.revision(), tx.settings.plan()]);
    await Promise.all([
      tx.customers.update(customer, { unread: 1 }),
      tx.conversations.push(customer, { kind: 'closed' }, 1),
      tx.deliveries.add([sampleDelivery(delivery)]),
    ]);
  });

describe.each([true, false])('with a pipeline: %s', (pipeline) => {
  it('[PG32] a transaction sends together what it can, and the same without', async () => {
    const { storage, statements, close } = await open(pipeline);
    const customer = await makeCustomer(storage);
    await writeAll(storage, customer, 1);
    statements.begin();
    await writeAll(storage, customer, 2);
    expect(statements.sent[0]).toBe('begin');
    expect(statements.sent.at(-1)).toBe('commit');
    expect(statements.sent).toHaveLength(8);
    expect(statements.most).toBe(pipeline ? 4 : 1);
    await close();
  });

  it('[PG32][PG12] when a statement among others fails, nothing is stored, and the connection goes on', async () => {
    const { storage, close } = await open(pipeline);
    const customer = await makeCustomer(storage);
    await writeAll(storage, customer, 1);
    await expect(writeAll(storage, customer, 1)).rejects.toThrow('The brand has a delivery with this id.');
    await expect(
      storage.transaction(brand, async (tx) => {
        await tx.customers.lock(customer);
        await Promise.all([
          tx.customers.update(customer, { unread: 5 }),
          storage.clientOf(tx).query('SELECT 1 / 0'),
          tx.customers.update(customer, { unread: 6 }),
        ]);
      }),
    ).rejects.toThrow('division by zero');
    expect((await storage.reader(brand).customers.find(customer))?.unread).toBe(1);
    await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
    await close();
  });

  it('[PG32][PG12] when a transaction cannot begin, nothing of it is stored, and no snapshot is read', async () => {
    let breaks = false;
    const change = (query: string | ClientQuery): string | ClientQuery => {
      const text = typeof query === 'string' ? query : query.text;
      if (!breaks || !text.startsWith('BEGIN')) return query;
      return typeof query === 'string' ? `SELECT 1 / 0; ${text}` : { ...query, text: `SELECT 1 / 0; ${text}` };
    };
    const { storage, close } = await open(pipeline, { change });
    const customer = await makeCustomer(storage);
    await writeAll(storage, customer, 1);
    await storage.deliveryQueue.claim({ ...request, worker: 'w0', leaseUntil: 2_001 });
    const look = async () => [
      await storage.reader(brand).customers.find(customer),
      await storage.reader(brand).deliveries.list({ workspaces: [1], offset: 0, limit: 10 }),
      await storage.reader(brand).conversations.next(customer),
    ];
    const before = await look();
    breaks = true;
    const attempts = [
      () => writeAll(storage, customer, 2),
      () => storage.transaction(brand, (tx) => insertBot(tx, 'a')),
      () => storage.transaction(brand, (tx) => tx.customers.update(customer, { unread: 9 })),
      () => storage.transaction(brand, (tx) => tx.customers.lock(customer)),
      () => storage.transaction(brand, async () => undefined),
      () => storage.deliveryQueue.claim({ ...request, now: 60_000 }),
      () => storage.conversationQueue.claim({ ...request, now: 60_000, work: 'step' }),
      () =>
        storage.reader(brand).customers.list({ workspaces: [1], order: 'last_message', page: 1, pageSize: 1 } as never),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('division by zero');
    breaks = false;
    expect(await look()).toEqual(before);
    await writeAll(storage, customer, 2);
    await close();
  });

  it('[PG12] a connection on which a transaction could not be rolled back is not used again', async () => {
    let breaks = false;
    const change = (query: string | ClientQuery): string | ClientQuery =>
      breaks && (typeof query === 'string' ? query : query.text) === 'ROLLBACK' ? 'SELECT 1 / 0' : query;
    const { storage, close } = await open(pipeline, { change });
    const customer = await makeCustomer(storage);
    breaks = true;
    for (let count = 0; count < 4; count += 1) {
      const refused = storage.transaction(brand, async (tx) => {
        await tx.customers.lock(customer);
        throw new Error('no');
      });
      await expect(refused).rejects.toThrow('no');
    }
    expect((await storage.reader(brand).customers.find(customer))?.number).toBe(customer);
    await writeAll(storage, customer);
    await close();
  });

  it('[PG25] a statement of the host may be an object of a class', async () => {
    class Statement {
      get text() {
        return 'SELECT 7 AS seven';
      }
    }
    const { storage, close } = await open(pipeline);
    const rows = await storage.transaction(
      brand,
      async (tx) => (await storage.clientOf(tx).query(new Statement())).rows,
    );
    expect(rows).toEqual([{ seven: 7 }]);
    await close();
  });

  it('[PG32][PG6] a transaction that cannot have its lock in time rejects, and its connection is free', async () => {
    const { storage, schema, close } = await open(pipeline, { statementTimeoutMs: 3_000 });
    const customer = await makeCustomer(storage);
    const other = await server.pool.connect();
    await other.query(`BEGIN; SELECT 1 FROM "${schema}".customers FOR UPDATE`);
    await expect(writeAll(storage, customer)).rejects.toThrow('A statement took longer than the statement time-out');
    await other.query('ROLLBACK');
    other.release();
    await writeAll(storage, customer);
    await close();
  });
});

it('[PG31] while all that is due belongs to a target with all its leases, a look for work is one statement', async () => {
  const { storage, statements, close } = await open(true);
  const customer = await makeCustomer(storage);
  const { deliveryQueue } = storage;
  const add = (number: number) =>
    storage.transaction(brand, (tx) => tx.deliveries.add([sampleDelivery(number, { customerNumber: customer })]));
  for (const number of [1, 2]) await add(number);
  const [first] = await deliveryQueue.claim(request);
  statements.begin();
  expect(await deliveryQueue.claim(request)).toEqual([]);
  await add(3);
  statements.begin();
  expect(await deliveryQueue.claim(request)).toEqual([]);
  expect(statements.sent).toHaveLength(1);
  // One that is released frees the target.
  await deliveryQueue.release('w1', [first?.id ?? '']);
  expect((await deliveryQueue.claim(request)).map(({ id }) => id)).toEqual([first?.id]);
  await close();
});
