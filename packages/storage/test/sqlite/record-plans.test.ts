import { type AnyKind, type RecordRequest, recordKinds, type Scalar } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { planRead } from '../../src/sql/record-plans.ts';
import type { SqliteValue } from '../../src/sqlite/driver.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';

const tables = sqliteTables(recordKinds);
const connection = openWriter(':memory:', { tables, busyTimeoutMs: 100 });
afterAll(() => connection.close());

function planOf(kind: AnyKind, request: RecordRequest, isOfStore = kind.scope === 'store'): readonly string[] {
  const scope = isOfStore ? 'store' : { brand: 'acme' };
  const { statements } = planRead(tables, scope, request);
  return statements.flatMap(({ sql, params }) =>
    connection
      .all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...(params as readonly SqliteValue[]))
      .map(({ detail }) => detail),
  );
}

/** A value of any type. */
const value: Scalar = 1;

const ofOne = recordKinds.flatMap((kind) => [
  [
    `${kind.name} by its key`,
    kind,
    { do: 'get', kind: kind.name, key: kind.key.map(() => value), heads: true },
  ] as const,
  ...Object.entries(kind.unique).map(
    ([index, { fields }]) =>
      [
        `${kind.name} by ${index}`,
        kind,
        { do: 'find', kind: kind.name, index, values: fields.map(() => value), heads: true },
      ] as const,
  ),
]);

it.for(ofOne)('[SQ13] %s is one search by an index of all its fields', ([, kind, request]) => {
  const fields = request.do === 'get' ? request.key.length : request.values.length;
  const plan = planOf(kind, request);
  expect(plan).toHaveLength(1);
  expect(plan[0]).toMatch(/^SEARCH r USING (INDEX|(INTEGER )?PRIMARY KEY) /);
  expect(plan[0]?.split('=?')).toHaveLength(fields + 1 + (plan[0]?.includes('brand=?') === true ? 1 : 0));
});

/** Counted lists are tested with their counters. */
const lists = recordKinds.flatMap((kind) =>
  Object.entries(kind.lists)
    .filter(([, { counted }]) => counted === undefined)
    .flatMap(([list, { orders, within = [], scope }]) =>
      Object.keys(orders).map((order) => {
        const listed = { kind: kind.name, list, within: within.map(() => value), where: {}, order };
        return [`${kind.name} ${list} by ${order}`, kind, listed, scope ?? kind.scope] as const;
      }),
    ),
);

it.for(lists)('[SQ13] %s reads an index in its order', ([, kind, listed, scope]) => {
  const isOfStore = scope === 'store';
  const orderedBy = kind.lists[listed.list]?.orders[listed.order]?.[0]?.field;
  for (const request of [
    { do: 'list', ...listed, offset: 0, limit: 20, heads: true },
    { do: 'scan', ...listed, look: 20 },
  ] as const) {
    // A scan reads the records that it looks at once, and selects its matches among them.
    const plan = planOf(kind, request, isOfStore)
      .join('\n')
      .replace(/^CO-ROUTINE r\n(.*)\nSCAN r$/m, '$1');
    expect(plan).not.toContain('TEMP B-TREE');
    // A table is in the order of a key that is one integer.
    if (kind.key.length === 1 && kind.key[0] === orderedBy && kind.scope === 'store') continue;
    expect(plan).toMatch(/(SEARCH|SCAN) r USING ((COVERING )?INDEX|PRIMARY KEY)/);
    expect(plan).not.toMatch(/SCAN r(?! USING)/);
  }
});
