import type { ClaimRequest, NewDelivery } from '@botwright/core/ports';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, brand, insertCustomer, sampleDelivery } from './samples.ts';

/** The moment by the clock before it is set back, and the length of the setback. */
const [ahead, step] = [1_000_000, 5_000];
const now = ahead - step;
const statementTimeoutMs = 1_500;

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
  pool = server.openPool({ max: 2 });
  storage = await postgresStorage({ pool, schema, statementTimeoutMs, notifications: false });
});
afterEach(async () => {
  await storage.close();
  await pool.end();
  await server.drop(schema);
});

const claimOf = (moment: number, worker = 'w'): ClaimRequest => ({
  ...{ worker, now: moment, leaseUntil: moment + 60_000, limit: 256, slots: 256, perTarget: 8, bodyBytes: 8_000_000 },
});

const add = (deliveries: readonly NewDelivery[], of = brand) =>
  storage.commit({ brand: of }, { conditions: [], operations: [addDeliveries(...deliveries)] });

const planned = (number: number, target: number) =>
  sampleDelivery(number, { createdAt: ahead, dueAt: ahead + 60_000, target: { kind: 'hook', number: target } });

async function aheadIn(table: string, column: string): Promise<number> {
  const { rows } = await server.pool.query(
    `SELECT count(*)::int AS ahead FROM "${schema}".${table} WHERE ${column} > ${now + 1_000}`,
  );
  return (rows as readonly { readonly ahead: number }[])[0]?.ahead ?? -1;
}

/** @param action - The action of PostgreSQL on each row whose moment becomes earlier. */
async function beforeEarlier(table: string, column: string, action: string): Promise<() => Promise<unknown>> {
  await server.pool.query(
    `CREATE FUNCTION "${schema}".earlier() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${action}; RETURN new; END $$;
     CREATE TRIGGER earlier BEFORE UPDATE OF ${column} ON "${schema}".${table} FOR EACH ROW
       WHEN (NEW.${column} < OLD.${column}) EXECUTE FUNCTION "${schema}".earlier()`,
  );
  return () => server.pool.query(`DROP TRIGGER earlier ON "${schema}".${table}`);
}

async function arrive(count: number): Promise<void> {
  const customer = await insertCustomer(storage);
  await server.pool.query(`SET session_replication_role = replica;
    INSERT INTO "${schema}".customer_records SELECT (c).* FROM (
      SELECT jsonb_populate_record(c, jsonb_build_object('number', c.number + n)) AS c
      FROM "${schema}".customer_records AS c, generate_series(1, ${count}) AS n WHERE c.number = ${customer}) AS c;
    INSERT INTO "${schema}".inbox (brand, customer_number, at, item_json, ends_wait)
      SELECT 'acme', ${customer} + n, ${ahead}, '{}', false FROM generate_series(1, ${count}) AS n;
    INSERT INTO "${schema}".conversation_work (customer_number, brand, waits_since, due_at)
      SELECT ${customer} + n, 'acme', ${ahead}, ${ahead} FROM generate_series(1, ${count}) AS n;
    SET session_replication_role = origin`);
}

const steps = (moment: number) =>
  storage.conversationQueue.claim({ ...claimOf(moment), work: 'step', limit: 64 } as never);

describe('a claim that fails after the clock was set back', () => {
  it('[DQ27] leaves what it did not store to the next one', async () => {
    await add([planned(1, 1)]);
    await storage.deliveryQueue.claim(claimOf(ahead));
    const mend = await beforeEarlier('deliveries', 'due_at', `RAISE EXCEPTION 'no'`);
    await expect(storage.deliveryQueue.claim(claimOf(now))).rejects.toThrow('no');
    await mend();
    expect(await storage.deliveryQueue.claim(claimOf(now + 1))).toHaveLength(1);
  });

  it('[CQ22] leaves what it did not store to the next one', async () => {
    await steps(ahead);
    await arrive(3);
    const mend = await beforeEarlier('conversation_work', 'due_at', `RAISE EXCEPTION 'no'`);
    await expect(steps(now)).rejects.toThrow('no');
    await mend();
    expect(await steps(now + 1)).toHaveLength(3);
  });
});

describe('a step that thousands of rows were planned before', () => {
  it('[PG35] delays no claim of due work, for any duration of a slice, until everything is planned again', async () => {
    await storage.deliveryQueue.claim(claimOf(ahead));
    await add(Array.from({ length: 700 }, (_, index) => planned(10 + index, 1 + (index % 30))));
    await add([sampleDelivery(1)], 'calm');
    await beforeEarlier('deliveries', 'due_at', 'PERFORM pg_sleep(0.005)');
    const first = await storage.deliveryQueue.claim(claimOf(now));
    expect(first.map((each) => each.brand)).toEqual(['calm']);
    for (let tries = 1; tries < 40 && (await aheadIn('deliveries', 'due_at')) > 0; tries += 1) {
      await storage.deliveryQueue.claim(claimOf(now + tries));
    }
    expect(await aheadIn('deliveries', 'due_at')).toBe(0);
  }, 120_000);

  it('[PG35] is no failure of a claim of conversations either', async () => {
    await steps(ahead);
    await arrive(400);
    await beforeEarlier('conversation_work', 'due_at', 'PERFORM pg_sleep(0.005)');
    await server.pool.query(`UPDATE "${schema}".conversation_work SET due_at = ${ahead + 1}`);
    let found = 0;
    for (let tries = 0; tries < 40 && (await aheadIn('conversation_work', 'waits_since')) > 0; tries += 1) {
      found += (await steps(now + tries)).length;
    }
    expect(await aheadIn('conversation_work', 'waits_since')).toBe(0);
    expect(await aheadIn('inbox', 'at')).toBe(0);
    expect(found + (await steps(now + 41)).length).toBeGreaterThanOrEqual(64);
  }, 120_000);

  it('[PG35] is read a thousand rows at a time, for any statistics', async () => {
    await server.pool.query(`ANALYZE "${schema}".deliveries; ANALYZE "${schema}".delivery_targets`);
    await server.pool.query(
      `ALTER TABLE "${schema}".deliveries SET (autovacuum_enabled = false);
       CREATE TABLE "${schema}".changes (transaction text);
       CREATE FUNCTION "${schema}".note() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN INSERT INTO "${schema}".changes VALUES (pg_current_xact_id()::text); RETURN new; END $$;
       CREATE TRIGGER note BEFORE UPDATE OF due_at ON "${schema}".deliveries FOR EACH ROW
         WHEN (NEW.due_at < OLD.due_at) EXECUTE FUNCTION "${schema}".note()`,
    );
    const many = Array.from({ length: 4_500 }, (_, index) => planned(10 + index, 1 + (index % 30)));
    for (let from = 0; from < many.length; from += 500) await add(many.slice(from, from + 500));
    await storage.deliveryQueue.claim(claimOf(now - 60_000));
    const { rows } = await server.pool.query(
      `SELECT count(*)::int AS changed FROM "${schema}".changes GROUP BY transaction`,
    );
    const changed = (rows as readonly { readonly changed: number }[]).map((each) => each.changed);
    expect(changed.reduce((sum, each) => sum + each, 0)).toBe(4_500);
    expect(Math.max(...changed)).toBeLessThanOrEqual(1_000);
  }, 60_000);
});
