import { isStorageUnavailable } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { brand, enqueue, find, insertCustomer, putBot, store } from './samples.ts';

let server: PostgresServer;
let schema: string;
let pool: pg.Pool;
let storage: PostgresStorage;
/** Milliseconds in which a busy machine connects, or runs a statement that waits for nothing. */
const enoughMs = 3_000;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  schema = server.newSchema();
  pool = server.openPool({ max: 2, connectionTimeoutMillis: enoughMs });
  storage = await postgresStorage({ pool, schema, statementTimeoutMs: enoughMs });
});
afterEach(async () => {
  await storage.close();
  await pool.end();
  await server.drop(schema);
});

/** Runs this when a table is written, by default with a new bot, or when that is committed. */
async function onWrite(
  does: string,
  moment: 'now' | 'at the commit' = 'now',
  write = 'INSERT ON',
  table = 'bot_records',
) {
  const when = moment === 'now' ? '' : 'CONSTRAINT';
  const deferred = moment === 'now' ? '' : 'DEFERRABLE INITIALLY DEFERRED';
  await server.pool.query(`CREATE FUNCTION "${schema}".does() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN ${does}; RETURN new; END $$;
    CREATE ${when} TRIGGER does AFTER ${write} "${schema}".${table} ${deferred} FOR EACH ROW
    EXECUTE FUNCTION "${schema}".does()`);
}

const insert = () => store(storage, putBot('a'));
const failureOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'none',
    (error: Error) => [isStorageUnavailable(error) ? 'unavailable' : 'fault', error.message] as const,
  );

it.for([
  ['PERFORM pg_terminate_backend(pg_backend_pid())', /^PostgreSQL cannot be reached: /],
  ['PERFORM pg_sleep(60)', /^A statement took longer than the statement time-out of the storage\.$/],
  ["RAISE 'no space left' USING ERRCODE = '53100'", /^PostgreSQL refuses it: no space left$/],
  ["RAISE 'a standby' USING ERRCODE = '25006'", /^PostgreSQL refuses it: a standby$/],
] as const)('[PG30][ST117] after %s a later attempt may succeed', async ([does, message]) => {
  await onWrite(does);
  expect(await failureOf(insert())).toEqual(['unavailable', expect.stringMatching(message)]);
  await server.pool.query(`DROP TRIGGER does ON "${schema}".bot_records`);
  expect(await find(storage, 'bot', 'a')).toBeUndefined();
  await insert();
});

it('[PG30][ST117] without a connection nothing can be asked, neither data nor rates nor tokens', async () => {
  const held = [await pool.connect(), await pool.connect()];
  const expected = ['unavailable', 'PostgreSQL cannot be reached: timeout exceeded when trying to connect'];
  const request = { now: 1, limit: 1, windowMs: 1_000 };
  expect(
    await Promise.all([
      failureOf(insert()),
      failureOf(find(storage, 'bot', 'a')),
      failureOf(storage.rateLimiter.admit('key', request)),
      failureOf(storage.deliveryQueue.recover()),
      failureOf(storage.conversationQueue.recover()),
    ]),
  ).toEqual(Array(5).fill(expected));
  for (const client of held) client.release();
});

it('[PG30][PG5][ST117] after a connection that breaks during the commit no other attempt is asked for', async () => {
  await onWrite('PERFORM pg_terminate_backend(pg_backend_pid())', 'at the commit');
  const outcome = await storage.commit({ brand }, { conditions: [], operations: [putBot('a')] });
  expect(outcome).toMatchObject({ kind: 'unknown' });
  expect(await failureOf(insert())).toEqual(['fault', expect.stringContaining('may be stored or not')]);
});

it('[PG30][ST117] a lease whose connection breaks during the commit may be asked for again', async () => {
  const customerNumber = await insertCustomer(storage);
  await store(storage, enqueue(customerNumber));
  await onWrite('PERFORM pg_terminate_backend(pg_backend_pid())', 'at the commit', 'UPDATE ON', 'conversation_work');
  const take = () =>
    storage.conversationQueue.take({ brand, customerNumber }, { worker: 'w', now: 10, leaseUntil: 20 });
  expect(await failureOf(take())).toEqual([
    'unavailable',
    expect.stringMatching(/^PostgreSQL cannot be reached: .*may be stored or not/),
  ]);
  await server.pool.query(`DROP TRIGGER does ON "${schema}".conversation_work`);
  expect(await take()).toMatchObject({ customerNumber });
});

it.for(['23505', '40001', '40P01'])('[RS5] an error %s of the server is a conflict', async (code) => {
  await onWrite(`RAISE 'refused' USING ERRCODE = '${code}'`);
  expect(await storage.commit({ brand }, { conditions: [], operations: [putBot('a')] })).toEqual({ kind: 'conflict' });
});
