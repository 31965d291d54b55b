import type { ClaimedDelivery, ClaimRequest, DeliveryRecord } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, insertCustomer, sampleDelivery, store } from './samples.ts';

const hooks = 30;
const sends = 700;
/** Milliseconds. Comparing ten thousand rows with each other takes ten times this long on an idle machine. */
const statementTimeoutMs = 6_000;

let server: PostgresServer;
let schema: string;
let pool: pg.Pool;
let storage: PostgresStorage;

beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());
beforeEach(async () => {
  schema = server.newSchema();
  // One connection, which keeps the plans of the quiet time.
  const options = '-c plan_cache_mode=force_generic_plan';
  pool = server.openPool({ max: 1, options, pipeline: true });
  storage = await postgresStorage({ pool, schema, statementTimeoutMs, notifications: false });
  for (const name of await tables()) {
    await server.pool.query(`ALTER TABLE "${schema}".${name} SET (autovacuum_enabled = false)`);
  }
});
afterEach(async () => {
  await storage.close();
  await pool.end();
  await server.drop(schema);
});

async function tables(): Promise<readonly string[]> {
  const { rows } = await server.pool.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema]);
  return (rows as readonly { readonly tablename: string }[]).map(({ tablename }) => tablename);
}

async function analyse(): Promise<void> {
  for (const name of await tables()) await server.pool.query(`ANALYZE "${schema}".${name}`);
}

const claimOf = (members: Partial<ClaimRequest> = {}): ClaimRequest => ({
  ...{ worker: 'w', now: 2_000, leaseUntil: 60_000, limit: 256, slots: 256, perTarget: 8, bodyBytes: 8_000_000 },
  ...members,
});

const delivered = ({ brand: of, id }: ClaimedDelivery) =>
  ({ brand: of, id, progress: { state: 'delivered', attempts: [], finishedAt: 3_000 } }) as const;

/** Claims, sends and stores, as a worker does, until nothing is due. @returns How many were sent. */
async function work(most = Number.POSITIVE_INFINITY): Promise<number> {
  let sent = 0;
  for (let ended: ReturnType<typeof delivered>[] = []; ; ) {
    const claimed = await storage.deliveryQueue.claim(claimOf(ended.length === 0 ? {} : { ended }));
    sent += claimed.length;
    ended = claimed.map(delivered);
    if (claimed.length === 0 || sent >= most) {
      await storage.withDeliveryQueue(({ queue }) => queue.completeAll('w', ended));
      return sent;
    }
  }
}

const toHooks = (from: number, count: number, of = hooks) =>
  Array.from({ length: count }, (_, index) =>
    sampleDelivery(from + index, { target: { kind: 'hook', number: 1 + (index % of) } }),
  );

/** The state of the last statistics and plans. */
const quietTimes: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['nothing was ever stored', async () => undefined],
  ['one delivery waits', () => store(storage, addDeliveries(sampleDelivery(1)))],
  [
    'a few were sent',
    async () => {
      await store(storage, addDeliveries(...toHooks(1, 2)));
      await work();
    },
  ],
];

describe.each(quietTimes)('statistics are of a time when %s', (_, pass) => {
  beforeEach(async () => {
    await pass();
    await analyse();
    // Plans are made.
    await work();
    await storage.deliveryQueue.nextDueAt({ slots: 256, perTarget: 8 });
    await storage.deliveryQueue.prune(0, 1_000);
  }, 60_000);

  it('[PG33] a burst of one brand is sent, no statement takes long, and it is pruned', async () => {
    for (let from = 1_000; from < 1_000 + hooks * sends; from += hooks * 100) {
      await store(storage, addDeliveries(...toHooks(from, hooks * 100)));
    }
    // One message has a signal for each of its hooks.
    await server.pool.query(
      `INSERT INTO "${schema}".delivery_signals (target)
       SELECT number FROM "${schema}".delivery_targets, generate_series(1, $1) ORDER BY random()`,
      [sends],
    );
    await storage.commit({ brand: 'calm' }, { conditions: [], operations: [addDeliveries(sampleDelivery(1))] });
    expect(await storage.deliveryQueue.nextDueAt({ slots: 256, perTarget: 8 })).toBe(1_000);
    expect(await work(500)).toBeGreaterThanOrEqual(500);
    const [calm] = await storage.read({ brand: 'calm' }, [{ do: 'delivery', id: sampleDelivery(1).id }]);
    expect((calm as DeliveryRecord).progress.state).toBe('delivered');
    while ((await storage.deliveryQueue.prune(4_000, 1_000)) > 0);
    await store(storage, { do: 'endDeliveries', of: { target: { kind: 'hook', number: 1 } }, at: 5_000 });
    expect(await work(240)).toBeGreaterThanOrEqual(240);
  }, 300_000);
});

it('[PG33] many leases that are over at once are ended, and their conversations claimed', async () => {
  const customer = await insertCustomer(storage);
  await analyse();
  const claim = () =>
    storage.conversationQueue.claim({ work: 'inbox', worker: 'w', now: 9_000, leaseUntil: 90_000, limit: 64 } as never);
  await claim();
  await server.pool.query(`SET session_replication_role = replica;
    INSERT INTO "${schema}".customer_records SELECT (c).* FROM (
      SELECT jsonb_populate_record(c, jsonb_build_object('number', c.number + n)) AS c
      FROM "${schema}".customer_records AS c, generate_series(1, 10000) AS n WHERE c.number = ${customer}) AS c;
    INSERT INTO "${schema}".inbox (brand, customer_number, at, item_json, ends_wait)
      SELECT 'acme', ${customer} + n, 1, '{}', false FROM generate_series(1, 10000) AS n;
    INSERT INTO "${schema}".conversation_work (customer_number, brand, waits_since, due_at, worker)
      SELECT ${customer} + n, 'acme', 1, 5000, 'dead' FROM generate_series(1, 10000) AS n;
    SET session_replication_role = origin`);
  expect(await claim()).toHaveLength(64);
  expect(await claim()).toHaveLength(64);
}, 120_000);

it('[PG34][ST121] a refresh that takes too long undoes itself alone: other targets are claimed, smaller slices follow', async () => {
  const { storage: hasty, close } = await openWith(1_500);
  await store(hasty, addDeliveries(sampleDelivery(1)));
  await hasty.deliveryQueue.nextDueAt({ slots: 8, perTarget: 8 });
  // From now on each target takes a while to refresh.
  await server.pool.query(
    `CREATE FUNCTION "${schema}".slow() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_sleep(0.02); RETURN new; END $$;
     CREATE TRIGGER slow BEFORE UPDATE OF ready_at ON "${schema}".delivery_targets FOR EACH ROW
       WHEN (NEW.number > 1) EXECUTE FUNCTION "${schema}".slow()`,
  );
  await store(hasty, addDeliveries(...toHooks(10, 300, 301).slice(1)));
  const first = await hasty.deliveryQueue.claim(claimOf());
  expect(first.map(({ target }) => target.number)).toEqual([1]);
  let next = 0;
  for (let tries = 0; next === 0 && tries < 5; tries += 1) {
    next = (await hasty.deliveryQueue.claim(claimOf())).length;
  }
  expect(next).toBeGreaterThan(0);
  await close();
}, 120_000);

async function openWith(timeoutMs: number) {
  const own = server.openPool({ max: 2 });
  const opened = await postgresStorage({ pool: own, schema, statementTimeoutMs: timeoutMs, notifications: false });
  const close = async () => {
    await opened.close();
    await own.end();
  };
  return { storage: opened, close };
}

it('[PG33][VE33] a count of conversations at many places ends at its bound, before the table is analysed', async () => {
  const own = server.openPool({ max: 1 });
  const counting = await postgresStorage({ pool: own, schema, notifications: false });
  const places = [7, ...Array.from({ length: 99 }, (_, index) => 100 + index)];
  await server.pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO "${schema}".conversation_records (brand, version, customer_number, state_json, waits_at)
      SELECT 'acme', 'v', number, '{}', 7 FROM generate_series(1, 20000) number;
    -- With this number of rows PostgreSQL expects many matches, and prefers bitmaps.
    UPDATE pg_class SET reltuples = 10000000, relpages = pg_relation_size(oid) / 8192 WHERE oid = '"${schema}".conversation_records'::regclass; COMMIT`);
  const count = {
    do: 'count',
    kind: 'conversation',
    list: 'waiting',
    within: [],
    where: { places },
    upTo: 50,
  } as const;
  expect(await counting.read({ brand: 'acme' }, [count])).toEqual([50]);
  await own.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await server.pool.query(
    `SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes
      WHERE schemaname = $1 AND indexrelname = 'conversation_waiting_place'`,
    [schema],
  );
  expect((rows as readonly { readonly read: number }[])[0]?.read).toBeLessThan(1_000);
  await counting.close();
  await own.end();
});
