import type { Message } from '@botwright/core/conversation';
import type { BrandTransaction, Committed, Load, NewAccount, Operation, Storage } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../src/postgres-storage.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { brand, insertBot, sampleDelivery } from './samples.ts';
import { silentNetwork } from './silent-network.ts';

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

interface OpenOptions {
  readonly url?: string;
  readonly schema?: string;
  readonly statementTimeoutMs?: number;
}

async function open(options: OpenOptions = {}): Promise<PostgresStorage> {
  const storage = await postgresStorage({ url: server.url, schema, connections: 3, ...options });
  opened.unshift(storage);
  return storage;
}

async function makeCustomer(storage: Storage): Promise<number> {
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

function sampleMessage(seq: number): Message {
  const sender = { id: 1, name: 'Ada', type: 'customer' } as const;
  return {
    type: 'text',
    data: { body: 'Hi' },
    uuid: `e0000000-0000-4000-8000-${`${seq}`.padStart(12, '0')}`,
    seq,
    sender,
    at: seq,
  };
}

async function execute(
  storage: Storage,
  loads: readonly Load[],
  operations: () => readonly Operation[],
): Promise<Committed> {
  const executed = await storage.execute?.(brand, function* () {
    yield loads;
    return { operations: operations() };
  });
  if (executed === undefined) throw new Error('The store runs use-cases.');
  return executed.committed;
}

const said = (customer: number): readonly Operation[] => [
  { kind: 'insertMessage', customer, message: sampleMessage(1) },
  { kind: 'updateCustomer', number: customer, change: { lastSeq: 1 } },
];

/** Milliseconds in which a busy machine runs a statement that waits for nothing. */
const enoughMs = 3_000;

it.for<[string, (absent: number) => Operation]>([
  ['change', (number) => ({ kind: 'updateCustomer', number, change: { unread: 3 } })],
  ['message', (customer) => ({ kind: 'insertMessage', customer, message: sampleMessage(1) })],
  ['entry', (customer) => ({ kind: 'enqueue', customer, item: { kind: 'start' }, at: 5 })],
])('[ST125] nothing is stored with the %s of a customer that the brand does not have', async ([, operation]) => {
  const storage = await open();
  const customer = await makeCustomer(storage);
  const absent = customer + 100;
  for (const loads of [[customer], [customer, absent]]) {
    const attempt = execute(
      storage,
      loads.map((number) => ({ kind: 'customer', number })),
      () => [...said(customer), operation(absent)],
    );
    await expect(attempt).rejects.toThrow();
  }
  expect((await storage.reader(brand).messages.list(customer, { offset: 0, limit: 5 })).total).toBe(0);
});

it('[PG32] a use-case takes two round trips, also with the first delivery to a target', async () => {
  const sent: string[] = [];
  const pool = server.openPool({ max: 1, pipeline: true });
  pool.on('connect', (client: pg.PoolClient) => {
    const { query } = client;
    client.query = ((...given: readonly [{ readonly text: string } | string]) => {
      const [first] = given;
      sent.push((typeof first === 'string' ? first : first.text).trim().split(/\W/)[0]?.toUpperCase() ?? '');
      return (query as (...given: unknown[]) => unknown).apply(client, [...given]);
    }) as typeof query;
  });
  const storage = await postgresStorage({ pool, schema, notifications: false });
  opened.push({ close: () => pool.end() }, storage);
  const customer = await makeCustomer(storage);
  const rounds = [];
  for (const delivery of [1, 2]) {
    sent.length = 0;
    await execute(storage, [{ kind: 'customer', number: customer }], () => [
      { kind: 'addDeliveries', deliveries: [sampleDelivery(delivery)] },
      { kind: 'updateCustomer', number: customer, change: { unread: delivery } },
    ]);
    rounds.push(sent.join(' '));
  }
  expect(rounds[0]).toMatch(/^BEGIN .*WITH UPDATE COMMIT$/);
  expect(rounds[1]).toBe(rounds[0]);
  expect((await storage.reader(brand).deliveries.list({ workspaces: [1], offset: 0, limit: 5 })).total).toBe(2);
});

const account: NewAccount = {
  ...{ id: 'a1', kind: 'scheduler', externalId: 'e1', name: 'A', encryptedTokens: 't', scopes: [] },
  ...{ person: 1, connectedAt: 1 },
};

it.for<[string, (tx: BrandTransaction) => Promise<unknown>]>([
  ['one bot', (tx) => tx.bots.lock('a')],
  ['one account', (tx) => tx.accounts.connect(account, { returns: true })],
])('[PG11] transactions of two schemas about %s do not wait for each other', async ([, use]) => {
  const first = await open();
  const other = server.newSchema();
  const second = await open({ schema: other, statementTimeoutMs: enoughMs });
  for (const storage of [first, second]) await storage.transaction(brand, (tx) => insertBot(tx, 'a'));
  await first.transaction(brand, async (tx) => {
    await use(tx);
    await second.transaction(brand, use);
  });
  await server.drop(other);
});

describe('a commit that is sent with its changes', { timeout: 120_000 }, () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(() => {
    process.off('unhandledRejection', note);
  });

  /** Makes each row of a table take a second. */
  async function slowInserts(table: string): Promise<void> {
    await server.pool.query(`CREATE FUNCTION "${schema}".slow() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(1); RETURN new; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON "${schema}".${table} FOR EACH ROW EXECUTE FUNCTION "${schema}".slow()`);
  }

  it('[PG27] rejects when the connection falls silent, and nothing else does', async () => {
    const network = await silentNetwork(server.url);
    opened.push(network);
    const storage = await open({ url: network.url, statementTimeoutMs: enoughMs });
    const customer = await makeCustomer(storage);
    // The last change is running then, and the earlier ones were answered.
    await slowInserts('inbox');
    const attempt = execute(storage, [{ kind: 'customer', number: customer }], () => {
      setTimeout(network.silence, 500);
      return [...said(customer), { kind: 'enqueue', customer, item: { kind: 'start' }, at: 5 }];
    });
    await expect(attempt).rejects.toThrow('the transaction may be stored or not');
    expect((await storage.reader(brand).customers.find(customer))?.number).toBe(customer);
    expect(unhandled).toEqual([]);
  });

  it('[PG27] waits for the changes that it was sent behind, each of which may take its time', async () => {
    const storage = await open({ statementTimeoutMs: enoughMs });
    const customer = await makeCustomer(storage);
    await slowInserts('messages');
    await execute(storage, [{ kind: 'customer', number: customer }], () =>
      Array.from({ length: 10 }, (_, index) => ({
        kind: 'insertMessage',
        customer,
        message: sampleMessage(index + 1),
      })),
    );
    expect((await storage.reader(brand).messages.list(customer, { offset: 0, limit: 20 })).total).toBe(10);
    expect(unhandled).toEqual([]);
  });
});
