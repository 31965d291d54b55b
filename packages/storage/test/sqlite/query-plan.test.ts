import { recordKinds } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { claimedSql, dueOfTargetSql, nextTargetSql } from '../../src/sqlite/claim-deliveries.ts';
import { botDeliveriesSql, customerDeliveriesSql, findDeliverySql } from '../../src/sqlite/deliveries.ts';
import { dropBodySql, eraseBodySql, findBodySql } from '../../src/sqlite/delivery-bodies.ts';
import { readyBrandsSql, refreshBrandSql, serveBrandSql } from '../../src/sqlite/delivery-brands.ts';
import { rangeOfIdSql } from '../../src/sqlite/delivery-counts.ts';
import { endedLeasesSql } from '../../src/sqlite/delivery-leases.ts';
import {
  deliveriesBetweenSql,
  deliveryRowsSql,
  filterParams,
  newestDeliveriesSql,
} from '../../src/sqlite/delivery-list-sql.ts';
import { headOfLineSql } from '../../src/sqlite/delivery-order.ts';
import { partitionStartSql } from '../../src/sqlite/delivery-partitions.ts';
import { findLeaseSql, finishedSql, firstWithRoomSql } from '../../src/sqlite/delivery-queue.ts';
import { nextRangeSql, rangeOfRowSql, rangesSql } from '../../src/sqlite/delivery-ranges.ts';
import { refreshSql } from '../../src/sqlite/delivery-targets.ts';
import { openWriter } from '../../src/sqlite/open-writer.ts';
import { findAheadSql, findHoldingSql, forgetEndedSql } from '../../src/sqlite/rate-limiter.ts';
import { sqliteTables } from '../../src/sqlite/records/sqlite-dialect.ts';

const connection = openWriter(':memory:', { tables: sqliteTables(recordKinds), busyTimeoutMs: 100 });
afterAll(() => connection.close());

function planOf(sql: string, params: readonly (string | number | null)[]): readonly string[] {
  return connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params).map((row) => row.detail);
}

it.for([
  ['rate', findHoldingSql, 3, 'SEARCH rate_log USING COVERING INDEX rate_log_key (key=? AND ends_at>?)'],
  ['rate ahead', findAheadSql, 2, 'SEARCH rate_log USING COVERING INDEX rate_log_key (key=? AND ends_at>?)'],
  ['rate sweep', forgetEndedSql, 1, 'SEARCH rate_log USING INDEX rate_log_ended (ends_at<?)'],
] as const)('[SQ13] %s is one search by an index', ([, sql, params, plan]) => {
  expect(planOf(sql, Array(params).fill(0))).toEqual([plan]);
});

it('[SQ13][SQ27] ranges are found by their key', () => {
  const ranges = 'SEARCH delivery_ranges USING PRIMARY KEY (brand=? AND list=?';
  expect(planOf(rangesSql, ['acme', 'x', '[]'])[0]).toBe(`${ranges})`);
  expect(planOf(rangeOfRowSql, ['acme', 'x', 'a'])).toEqual([`${ranges} AND first_key<?)`]);
  expect(planOf(nextRangeSql, ['acme', 'x', 'a'])).toEqual([`${ranges} AND first_key>?)`]);
  expect(planOf(rangeOfIdSql, ['acme', 'x', 'a'])).toEqual([
    'SEARCH r USING PRIMARY KEY (brand=? AND list=? AND first_key<?)',
    'CORRELATED SCALAR SUBQUERY 1',
    'SEARCH n USING PRIMARY KEY (brand=? AND list=? AND first_key>?)',
  ]);
});

const firstOfBrand = 'SEARCH t USING COVERING INDEX delivery_targets_ready (brand=? AND ready_at>?)';

const byDeliveryId = 'SEARCH deliveries USING COVERING INDEX sqlite_autoindex_deliveries_1 (brand=? AND id=?)';

it.for([
  [
    'brands in their turns',
    readyBrandsSql,
    [
      'SEARCH delivery_brands USING COVERING INDEX delivery_brands_ready ' +
        '((ready_at,turn,brand)>(?,?,?) AND ready_at<?)',
    ],
  ],
  [
    'next turn of a brand',
    refreshBrandSql,
    [
      'SEARCH delivery_brands USING PRIMARY KEY (brand=?)',
      'SCALAR SUBQUERY 2',
      'SEARCH delivery_targets USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 3',
      firstOfBrand,
      'CORRELATED SCALAR SUBQUERY 1',
      firstOfBrand,
    ],
  ],
  [
    'brand that was served',
    serveBrandSql,
    ['SEARCH delivery_brands USING PRIMARY KEY (brand=?)', 'CORRELATED SCALAR SUBQUERY 1', firstOfBrand],
  ],
  [
    'target whose turn it is',
    nextTargetSql,
    [
      'SEARCH t USING INDEX delivery_targets_ready (brand=? AND ready_at<?)',
      'SEARCH w EXISTS USING PRIMARY KEY (target=? AND due_at<?)',
    ],
  ],
  [
    'first target with room',
    firstWithRoomSql,
    ['SEARCH delivery_targets USING COVERING INDEX delivery_targets_ready (brand=? AND ready_at>?)'],
  ],
  ['start of a line', partitionStartSql, ['SEARCH delivery_waits USING PRIMARY KEY (target=?)']],
  ['due of a target', dueOfTargetSql, ['SEARCH delivery_waits USING PRIMARY KEY (target=? AND due_at<?)']],
  [
    'claimed delivery',
    claimedSql,
    [
      'SEARCH d USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH t USING INTEGER PRIMARY KEY (rowid=?)',
      'SEARCH b USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
  [
    'next turn of a target',
    refreshSql,
    [
      'SEARCH delivery_targets USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH delivery_waits USING PRIMARY KEY (target=? AND due_at<?)',
    ],
  ],
  [
    'first of the ordered deliveries of a customer',
    headOfLineSql,
    ['SEARCH deliveries USING INDEX deliveries_ordered (target=? AND customer_number=?)'],
  ],
  [
    'leases that ended',
    endedLeasesSql,
    [
      'SEARCH l USING INDEX delivery_leases_end (lease_until<?)',
      'SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
] as const)('[SQ13][SQ19] %s: found by an index, in its order', ([, sql, plan]) => {
  expect(planOf(sql, [])).toEqual(plan);
});

it.for([
  [
    'delivery',
    findDeliverySql,
    [
      'SEARCH d USING INDEX sqlite_autoindex_deliveries_1 (brand=? AND id=?)',
      'SEARCH t USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
  [
    'body',
    findBodySql,
    [
      'SEARCH deliveries USING INDEX sqlite_autoindex_deliveries_1 (brand=? AND id=?)',
      'SEARCH delivery_bodies USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
  [
    'body to be erased',
    eraseBodySql,
    [
      'SEARCH delivery_bodies USING INTEGER PRIMARY KEY (rowid=?)',
      'SCALAR SUBQUERY 1',
      'SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)',
    ],
  ],
  [
    'body that nobody needs',
    dropBodySql,
    [
      'SEARCH delivery_bodies USING INTEGER PRIMARY KEY (rowid=?)',
      'SCALAR SUBQUERY 1',
      'SEARCH deliveries USING INTEGER PRIMARY KEY (rowid=?)',
      'SCALAR SUBQUERY 2',
      'SEARCH deliveries USING COVERING INDEX deliveries_body (body_number=?)',
    ],
  ],
  ['lease', findLeaseSql, [byDeliveryId.replace('COVERING ', ''), 'SEARCH l USING INTEGER PRIMARY KEY (rowid=?)']],
  [
    'deliveries of the customers of a bot',
    botDeliveriesSql,
    [
      'SEARCH ch USING INDEX channel_of_bot_created (brand=? AND bot_id=?)',
      'SEARCH c USING COVERING INDEX customer_expiring_first (brand=? AND channel_number=?)',
      'SEARCH d USING INDEX deliveries_customer (brand=? AND customer_number=?)',
    ],
  ],
  [
    'deliveries of a customer',
    customerDeliveriesSql,
    ['SEARCH deliveries USING INDEX deliveries_customer (brand=? AND customer_number=?)'],
  ],
  ['finished deliveries', finishedSql, ['SEARCH deliveries USING INDEX deliveries_finished (finished_at<?)']],
] as const)('[SQ13] %s: found by an index', ([, sql, plan]) => {
  expect(planOf(sql, [])).toEqual(plan);
});

it.for([
  [{}, 'sqlite_autoindex_deliveries_1 (brand=?)'],
  [{ state: 'pending' }, 'sqlite_autoindex_deliveries_1 (brand=?)'],
  [{ state: 'dead' }, 'deliveries_dead (brand=?)'],
  [{ target: 1 }, 'deliveries_target (target=?)'],
  [{ target: 1, state: 'dead' }, 'deliveries_target (target=?)'],
] as const)('[SQ13][SQ27] deliveries %o: reads its index in order', ([members, index]) => {
  const filter = { workspaces: [1], target: undefined, ...members };
  const params = filterParams('acme', filter);
  const plan = planOf(newestDeliveriesSql(filter), [...params, 20, 0]);
  expect(plan[0]).toBe(`SEARCH d USING INDEX ${index}`);
  expect(plan.join('\n')).not.toMatch(/ORDER BY|SCAN [dt]\b/);

  const deep = planOf(deliveriesBetweenSql(filter), [...params, 'a', 'b', 20, 0]);
  const keys = filter.target === undefined ? 'sqlite_autoindex_deliveries_1 (brand=?' : 'deliveries_target (target=?';
  expect(deep[0]).toBe(`SEARCH d USING INDEX ${keys} AND id>? AND id<?)`);
  expect(deep.join('\n')).not.toMatch(/ORDER BY|SCAN [dt]\b/);
  const rows = planOf(deliveryRowsSql(filter.target), [...params.filter((param) => param !== '[1]'), 'a', 'b']);
  expect(rows).toEqual([`SEARCH deliveries USING INDEX ${keys} AND id>? AND id<?)`]);
});
