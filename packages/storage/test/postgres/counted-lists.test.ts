import { randomUUID } from 'node:crypto';
import type { ListAnswer, ListRequest, RecordOperation } from '@botwright/core/ports';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordDialect, recordObjects } from '../../src/postgres/record-dialect.ts';
import { schemaPrefix } from '../../src/postgres/sql.ts';
import { planRead, planWrite, type ReadPlan, type RecordSchema } from '../../src/sql/record-plans.ts';
import { recordTables } from '../../src/sql/record-tables.ts';
import type { SqlText } from '../../src/sql/sql-text.ts';
import { houses, type Item, identityOf, items, members, requestsOfLists, step } from '../sql/counted-items.ts';
import { type PostgresServer, startPostgres } from './postgres-server.ts';

const name = `counted_${randomUUID().slice(0, 8)}`;
const schema = recordTables([houses, items], recordDialect, `"${name}".`);
const { counts: _, ...plain } = recordDialect;
const uncounted = recordTables([houses, items], plain, `"${name}".`);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
  await server.pool.query(
    `CREATE SCHEMA "${name}"; SET search_path = "${name}"; ${recordObjects(schema).join(';\n').replaceAll(schemaPrefix, `"${name}".`)}`,
  );
}, 60_000);
afterAll(() => server.stop());

async function all({ sql, params }: SqlText): Promise<readonly Readonly<Record<string, unknown>>[]> {
  let number = 0;
  const text = sql.replaceAll('?', () => {
    number += 1;
    return `$${number}`;
  });
  return (await server.pool.query(text, [...params])).rows;
}

async function commit(operations: readonly RecordOperation[]): Promise<void> {
  for (const operation of operations) {
    for (const statement of planWrite(schema, 'acme', operation, () => undefined)) await all(statement);
  }
}

async function list(of: RecordSchema, request: ListRequest): Promise<unknown> {
  const { statements, answer }: ReadPlan = planRead(of, { brand: 'acme' }, request);
  const rows = [];
  for (const statement of statements) rows.push(await all(statement));
  const { items: found, total } = answer(rows) as ListAnswer<Item>;
  return { total, ids: found.map(({ record }) => record.id) };
}

async function expectLists(requests: readonly ListRequest[]): Promise<void> {
  for (const request of requests) {
    expect([request, await list(schema, request)]).toEqual([request, await list(uncounted, request)]);
  }
}

const put = (index: number, item: object): RecordOperation => ({
  do: 'put',
  kind: 'item',
  record: { ...identityOf(index), ...item },
  version: `v${index}`,
});
const house = (id: string): RecordOperation => ({ do: 'put', kind: 'house', record: { id }, version: 'v' });

it('[ST100][ST101] counted lists equal filtering and sorting all records after any writes', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(members, { minLength: 230, maxLength: 250 }),
      fc.array(step, { maxLength: 60 }),
      fc.array(requestsOfLists, { minLength: 60, maxLength: 60 }),
      async (first, steps, requests) => {
        await commit([house('h1'), house('h2'), ...first.map((item, index) => put(index, item))]);
        await expectLists(requests.slice(0, 30));
        const { id } = identityOf(0);
        await commit(
          steps.map((each) =>
            each.kind === 'put'
              ? put(each.index, each.members)
              : { do: 'delete', kind: 'item', key: [identityOf(each.index).id] },
          ),
        );
        await commit([{ do: 'touch', kind: 'house', key: ['h1'], version: id }]);
        await expectLists(requests.slice(30));
        await commit([{ do: 'delete', kind: 'house', key: ['h1'] }]);
        await expectLists(requests.slice(0, 10));
        await commit([{ do: 'delete', kind: 'house', key: ['h2'] }]);
        await expectLists(requests.slice(0, 5));
      },
    ),
    { seed: 20261127, numRuns: 2, endOnFailure: true },
  );
  const counts = `SELECT list, part, sum(change) AS total FROM "${name}".counter_changes GROUP BY 1, 2 HAVING sum(change) <> 0`;
  expect(await all({ sql: counts, params: [] })).toEqual([]);
});

/** The names of the nodes of a plan. */
async function planOf({ sql, params }: SqlText): Promise<string> {
  const rows = await all({ sql: `EXPLAIN ${sql}`, params });
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it('[ST100] pages near the start and deep in a list read an index of the list in its order', {
  timeout: 60_000,
}, async () => {
  const table = `"${name}".item_records`;
  await commit([house('h1')]);
  await all({
    sql: `INSERT INTO ${table} (brand, version, id, number, house, name, purpose, state, place, family, is_on, agent, at, made_at)
      SELECT 'acme', 'v', lpad(i::text, 6, '0'), i, 'h1', 'name ' || i % 99, 'it''s live', CASE WHEN i % 9 = 0 THEN 'trashed'
        ELSE 'active' END, i % 20, 'native', i % 2 = 0, nullif(i % 50, 0), nullif(i % 7, 0), i % 300
      FROM generate_series(1, 20000) AS i`,
    params: [],
  });
  await server.pool.query(`ANALYZE ${table}; ANALYZE "${name}".counter_changes`);
  const wheres = [
    { state: 'active' },
    { state: 'active', places: [1, 2] },
    { state: 'active', places: [3], isOn: true, family: 'native' },
    { state: 'active', agent: 7 },
  ];
  for (const where of wheres) {
    for (const order of Object.keys(items.lists.live.orders)) {
      for (const offset of [0, 5_000]) {
        const request = {
          do: 'list',
          kind: 'item',
          list: 'live',
          within: [],
          where,
          order,
          offset,
          limit: 20,
        } as const;
        const [page] = planRead(schema, { brand: 'acme' }, request).statements;
        const plan = await planOf(page as SqlText);
        const group = 'agent' in where ? 'item_live_state_agent' : 'item_live_state';
        const index = `${group}_parts_${order.replace('N', '_n')}`;
        expect([where, order, plan]).toEqual([
          where,
          order,
          expect.stringMatching(new RegExp(`Index (Only )?Scan using ${index}`)),
        ]);
        expect(plan).not.toContain('Seq Scan on item_records');
        // The records of each part come sorted from the index; only those of the page are sorted.
        expect(plan.split('Nested Loop').at(-1)).not.toMatch(/Sort Key: r\./);
        await list(schema, request);
      }
    }
  }
});
