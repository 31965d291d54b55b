import type { NewDelivery } from '@botwright/core/ports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDueWork } from '../../src/postgres/conversation-queue.ts';
import { findCandidates } from '../../src/postgres/delivery-claim.ts';
import { findAnything } from '../../src/postgres/delivery-turns.ts';
import { type PostgresStorage, postgresStorage } from '../../src/postgres/index.ts';
import { compiler } from '../../src/postgres/session.ts';
import type { Sql } from '../../src/postgres/sql.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';
import { addDeliveries, store } from './samples.ts';

const waiting = 5_000;
const bounds = { slots: 1_000, perTarget: 8 };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
}, 60_000);
afterAll(() => server.stop());

function delivery(number: number, target: number): NewDelivery {
  return {
    id: `01910000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    target: { kind: 'hook', number: target },
    workspace: 1,
    customerNumber: number,
    messageUuid: 'm',
    origin: 'https://crm.example.com',
    createdAt: 1_000,
    dueAt: 1_000,
    body: '{}',
  };
}

interface Plan {
  readonly 'QUERY PLAN': readonly {
    readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
  }[];
}

/**
 * The number of blocks that a claim reads to find its deliveries, by the plan that PostgreSQL caches for all claims.
 */
async function blocksOfClaim(storage: PostgresStorage, schema: string): Promise<number> {
  // Marks the targets with waiting deliveries.
  await storage.deliveryQueue.nextDueAt(bounds);
  await server.pool.query(`ANALYZE "${schema}".deliveries`);
  await server.pool.query(`ANALYZE "${schema}".delivery_targets`);
  return blocksOf(findCandidates({ now: 2_000, perTarget: bounds.perTarget, most: 16, brands: 16 }), schema);
}

/** The number of blocks that a statement reads by its generic plan. The parameters are numbers. */
async function blocksOf(statement: Sql, schema: string): Promise<number> {
  const { text } = compiler(schema, false)(statement);
  const client = await server.pool.connect();
  await client.query(`BEGIN; SET LOCAL plan_cache_mode = force_generic_plan; PREPARE measured AS ${text}`);
  const { rows } = await client.query(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE measured (${statement.params.join(', ')})`,
  );
  await client.query('ROLLBACK; DEALLOCATE measured');
  client.release();
  const [plan] = rows as readonly Plan[];
  const read = plan?.['QUERY PLAN'][0]?.Plan;
  return (read?.['Shared Hit Blocks'] ?? 0) + (read?.['Shared Read Blocks'] ?? 0);
}

it.each([
  ['all wait for one target', () => 1],
  ['they wait for a tenth as many targets', (number: number) => 1 + (number % (waiting / 10))],
] as const)(
  '[DQ8] a claim reads a few rows of five thousand that wait: %s',
  async (_, targetOf) => {
    const schema = server.newSchema();
    const storage = await postgresStorage({ pool: server.pool, schema });
    const many = Array.from({ length: waiting }, (_each, number) => delivery(number, targetOf(number)));
    await store(storage, addDeliveries(...many));
    expect(await blocksOfClaim(storage, schema)).toBeLessThan(1_000);
    await storage.close();
    await server.drop(schema);
  },
  120_000,
);

it('[CQ5][DQ7] looking for work reads a few rows where a hundred thousand wait for later', async () => {
  const schema = server.newSchema();
  const storage = await postgresStorage({ pool: server.pool, schema });
  const many = 'generate_series(1, 100000) AS n';
  await server.pool.query(`SET session_replication_role = replica; INSERT INTO "${schema}".conversation_work
    (customer_number, brand, waits_since, due_at) SELECT n, 'acme', 9000, 9000 FROM ${many};
    INSERT INTO "${schema}".delivery_brands (brand, ready_at) SELECT 'brand ' || n, 9000 FROM ${many};
    SET session_replication_role = origin; ANALYZE "${schema}".conversation_work; ANALYZE "${schema}".delivery_brands`);
  await server.pool.query(`UPDATE "${schema}".delivery_turns SET look_at = 9000`);
  expect(await blocksOf(findAnything(2_000, 8), schema)).toBeLessThan(20);
  for (const awaits of [0, 1]) {
    expect(await blocksOf(findDueWork(awaits, 2_000), schema)).toBeLessThan(20);
  }
  await storage.close();
  await server.drop(schema);
}, 120_000);
