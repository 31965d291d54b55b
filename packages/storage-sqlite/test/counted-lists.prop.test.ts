import { type ListAnswer, type ListRequest, type RecordOperation, recordKind } from '@botwright/core/ports';
import { planRead, planWrite, type RecordSchema, recordSchema, recordTables } from '@botwright/storage-sql';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Connection, openConnection } from '../src/connection.ts';
import { sqliteDialect } from '../src/records/sqlite-records.ts';

interface House {
  readonly id: string;
}

interface Item {
  readonly id: string;
  readonly number: number;
  readonly house: string;
  readonly name: string;
  readonly purpose: string;
  readonly state: string;
  readonly place: number;
  readonly family: string;
  readonly isOn: boolean;
  readonly agent?: number;
  readonly at?: number;
  readonly madeAt: number;
}

const houses = recordKind<House>()({ name: 'house', key: ['id'], fields: { id: 'text' } });

const byId = { field: 'id', direction: 'ascending' } as const;
const places = ['places', 'family', 'isOn'] as const;

const items = recordKind<Item>()({
  name: 'item',
  key: ['id'],
  owner: { kind: 'house', fields: ['house'] },
  fields: {
    id: 'text',
    number: 'integer',
    house: 'text',
    name: 'text',
    purpose: 'text',
    state: 'text',
    place: 'integer',
    family: 'text',
    isOn: 'boolean',
    agent: 'integer?',
    at: 'integer?',
    madeAt: 'integer',
  },
  unique: { number: { fields: ['number'], scope: 'store' } },
  lists: {
    live: {
      only: { purpose: "it's live" },
      filters: {
        state: { field: 'state', by: 'equal' },
        places: { field: 'place', by: 'oneOf' },
        family: { field: 'family', by: 'equal' },
        isOn: { field: 'isOn', by: 'equal' },
        agent: { field: 'agent', by: 'equal' },
        name: { field: 'name', by: 'contains', indexed: true },
      },
      counted: [
        { each: ['state'], parts: places },
        { each: ['state', 'agent'], parts: places },
      ],
      orders: {
        recent: [{ field: 'at', direction: 'descending' }, { field: 'madeAt', direction: 'ascending' }, byId],
        first: [{ field: 'at', direction: 'ascending' }, byId],
        name: [{ field: 'name', direction: 'ascending' }, byId],
        lastName: [
          { field: 'name', direction: 'descending' },
          { field: 'at', direction: 'descending' },
          { field: 'id', direction: 'descending' },
        ],
        number: [{ field: 'number', direction: 'ascending' }],
      },
    },
    ofHouse: {
      within: ['house'],
      filters: { isDated: { field: 'at', by: 'present' } },
      counted: [{ each: ['isDated'], parts: [] }],
      orders: { newest: [{ field: 'id', direction: 'descending' }] },
    },
  },
});

const mostInRange = 8;
const tables = recordTables([houses, items]);
const schema: RecordSchema = { tables, dialect: sqliteDialect };
const { counts: _, ...uncounted } = sqliteDialect;
const plain: RecordSchema = { tables, dialect: uncounted };

let connection: Connection;
function open(): void {
  connection = openConnection(':memory:', { mode: 'write', busyTimeoutMs: 100 });
  for (const statement of recordSchema(tables, sqliteDialect, mostInRange)) connection.script(statement);
  for (const id of ['h1', 'h2']) write({ do: 'put', kind: 'house', record: { id }, version: 'v' });
}

function write(operation: RecordOperation): void {
  const plan = planWrite(schema, 'acme', operation, () => false);
  if (!('statements' in plan)) throw new Error('The operation is no statement.');
  for (const { sql, params } of plan.statements) connection.run(sql, ...(params as readonly string[]));
}

function list(of: RecordSchema, request: ListRequest): { readonly ids: readonly string[]; readonly total: number } {
  const { statements, more, answer } = planRead(of, { brand: 'acme' }, request);
  const rowsOf = (all: typeof statements) =>
    all.map(({ sql, params }) => connection.all<Record<string, unknown>>(sql, ...(params as readonly string[])));
  const rows = rowsOf(statements);
  const { items: found, total } = answer([...rows, ...rowsOf(more?.(rows) ?? [])]) as ListAnswer<Item>;
  return { ids: found.map(({ record }) => record.id), total };
}

/** Compares the counters of ranges with the records in them. */
function expectAgreement(): void {
  const counted = connection.all<{ list: string; within: string; total: number; size: number }>(
    'SELECT list, within, sum(total) AS total FROM list_ranges GROUP BY 1, 2 ORDER BY 1, 2',
  );
  const groups: Readonly<Record<string, readonly [within: string, where: string]>> = {
    item_live_state: ['json_array(state)', "purpose = 'it''s live'"],
    item_live_state_agent: ['json_array(state, agent)', "purpose = 'it''s live'"],
    item_of_house_is_dated: ['json_array(house, CASE WHEN at IS NULL THEN 0 ELSE 1 END)', 'true'],
  };
  const expected = Object.entries(groups).flatMap(([group, [within, where]]) =>
    Object.keys(items.lists[group.startsWith('item_live') ? 'live' : 'ofHouse'].orders).flatMap((order) =>
      connection.all(
        `SELECT '${group} ${order}' AS list, ${within} AS within, count(*) AS total FROM item_records
          WHERE ${where} GROUP BY 2 ORDER BY 2`,
      ),
    ),
  );
  const inOrder = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(inOrder(counted)).toEqual(inOrder(expected));
  const sizes = connection.all<{ size: number }>(
    'SELECT sum(total) AS size FROM list_ranges GROUP BY list, within, first',
  );
  expect(Math.min(1, ...sizes.map(({ size }) => size))).toBe(1);
  expect(Math.max(0, ...sizes.map(({ size }) => size))).toBeLessThanOrEqual(mostInRange + (mostInRange >> 3));
  expect(connection.all('SELECT * FROM list_ranges WHERE total <= 0')).toEqual([]);
  for (const group of Object.keys(groups)) {
    const sums = connection.get<{ total: number }>(`SELECT coalesce(sum(total), 0) AS total FROM "${group}_counts"`);
    const [order] = Object.keys(items.lists[group.startsWith('item_live') ? 'live' : 'ofHouse'].orders);
    const inRanges = connection.get(
      'SELECT coalesce(sum(total), 0) AS total FROM list_ranges WHERE list = ?',
      `${group} ${order}`,
    );
    expect(sums).toEqual(inRanges);
  }
}

function expectLists(requests: readonly ListRequest[]): void {
  for (const request of requests) {
    expect([request, list(schema, request)]).toEqual([request, list(plain, request)]);
  }
}

const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const members = fc.record(
  {
    house: fc.constantFrom('h1', 'h1', 'h2'),
    name: fc.constantFrom('', 'a', 'abc', 'abcd', 'xabcx', 'z', 'é"d'),
    purpose: fc.constantFrom("it's live", "it's live", "it's live", 'test'),
    state: fc.constantFrom('active', 'active', 'trashed'),
    place: fc.constantFrom(-1, 1, 2),
    family: fc.constantFrom('native', 'other'),
    isOn: fc.boolean(),
    agent: optional(fc.constantFrom(1, 2)),
    at: optional(fc.integer({ min: -3, max: 9 })),
    madeAt: fc.nat(3),
  },
  { noNullPrototype: true },
);

const requests = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('item'), list: fc.constant('live') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('item'), list: fc.constant('ofHouse') }) },
);

const where = fc
  .record({
    state: fc.constantFrom('active', 'active', 'trashed'),
    places: optional(fc.constantFrom([1, 2, -1], [2], [], [1, 2, 9])),
    family: optional(fc.constantFrom('native', 'other')),
    isOn: optional(fc.boolean()),
    agent: optional(fc.constantFrom(1, 2, null)),
    name: optional(fc.constantFrom('abc', 'a', 'nothing', '"d', 'é"d', '')),
  })
  .map((filters) => Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)));

const requestsOfLists = fc
  .tuple(requests, where, fc.constantFrom('recent', 'first', 'name', 'lastName', 'number'), fc.nat(260), fc.boolean())
  .map(([of, filters, order, offset, isNear]): ListRequest => {
    const slice = { do: 'list', offset: isNear ? offset % 20 : offset, limit: 7 } as const;
    if (of.list === 'live') return { ...of, ...slice, within: [], where: filters, order };
    return { ...of, ...slice, within: [offset % 3 === 0 ? 'h2' : 'h1'], where: { isDated: isNear }, order: 'newest' };
  });

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('put' as const), index: fc.nat(260), members }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), index: fc.nat(260) }) },
);

function put(index: number, item: object): void {
  const id = `${(index * 7919) % 1_000}`.padStart(4, '0');
  write({ do: 'put', kind: 'item', record: { id, number: 1_000 - index, ...item }, version: `v${index}` });
}

it('[ST100][ST101][SQ20][SQ27][SQ28][SQ29] counted lists equal filtering and sorting all records after any writes', () => {
  fc.assert(
    fc.property(
      fc.array(members, { minLength: 230, maxLength: 250 }),
      fc.array(step, { maxLength: 120 }),
      fc.array(requestsOfLists, { minLength: 60, maxLength: 60 }),
      (first, steps, lists) => {
        open();
        first.forEach((item, index) => put(index, item));
        expectAgreement();
        expectLists(lists.slice(0, 30));
        for (const each of steps) {
          const id = `${(each.index * 7919) % 1_000}`.padStart(4, '0');
          if (each.kind === 'put') put(each.index, each.members);
          else write({ do: 'delete', kind: 'item', key: [id] });
        }
        expectAgreement();
        expectLists(lists.slice(30));
        write({ do: 'delete', kind: 'house', key: ['h1'] });
        expectAgreement();
        expectLists(lists.slice(0, 10));
        connection.script('DELETE FROM item_records');
        expect(connection.all('SELECT * FROM list_ranges')).toEqual([]);
        connection.close();
      },
    ),
    { seed: 20261127, numRuns: 12, endOnFailure: true },
  );
});
