import type { ListRequest } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { houses, items } from './counted-items.ts';
import { openSqliteDatabase } from './sqlite-database.ts';

const database = openSqliteDatabase([houses, items]);
afterAll(() => database.close());
database.commit({ brand: 'acme' }, [{ do: 'put', kind: 'house', record: { id: 'h1' }, version: 'v' }]);
database.all(
  `WITH RECURSIVE s (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 3000)
    INSERT INTO item_records (brand, version, id, number, house, name, purpose, state, place, family, is_on, agent, at, made_at)
    SELECT 'acme', 'v', format('%06d', i), i, 'h1', 'name ' || i % 99, 'it''s live', 'active', i % 3, 'native', i % 2,
      nullif(i % 2, 0), nullif(i % 7, 0), i % 300 FROM s`,
);

const wheres: readonly ListRequest['where'][] = [
  { state: 'active' },
  { state: 'active', places: [1, 2] },
  { state: 'active', places: [1], isOn: true, family: 'native' },
  { state: 'active', agent: 1 },
  { state: 'active', agent: null, isOn: false },
];
const requests = wheres.flatMap((where) =>
  Object.keys(items.lists.live.orders).flatMap((order) =>
    [0, 300].map(
      (offset) => ({ do: 'list', kind: 'item', list: 'live', within: [], where, order, offset, limit: 20 }) as const,
    ),
  ),
);

it.for(requests)('[SQ13][SQ21][SQ27] pages of %j read an index that covers them, in its order', (request) => {
  const [parts, page] = database.stepsOf({ brand: 'acme' }, request);
  const group = 'agent' in request.where ? 'item_live_state_agent' : 'item_live_state';
  expect(parts?.[0]).toMatch(new RegExp(`^SEARCH ${group}_counts USING PRIMARY KEY \\(brand=\\? AND within=\\?`));
  const steps = page ?? [];
  const index = `${group}_parts_${request.order.replace('N', '_n')}`;
  const read = steps.filter((step) => step.startsWith('SEARCH r USING COVERING INDEX'));
  expect(read.length).toBeGreaterThan(0);
  for (const step of read) expect(step).toContain(`COVERING INDEX ${index} (brand=?`);
  expect(steps.join('\n')).not.toMatch(/SCAN r\b/);
  // Only the records of the page are sorted.
  expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual(
    steps.at(-1) === 'USE TEMP B-TREE FOR ORDER BY' ? ['USE TEMP B-TREE FOR ORDER BY'] : [],
  );
  expect(steps.filter((step) => step.startsWith('SEARCH r USING INDEX'))).toEqual([
    'SEARCH r USING INDEX sqlite_autoindex_item_records_1 (brand=? AND id=?)',
  ]);
});
