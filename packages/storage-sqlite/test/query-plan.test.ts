import type { BotListQuery } from '@botwright/core/ports';
import { afterAll, describe, expect, it } from 'vitest';
import { findAttemptSql, findByLinkSql, findConnectionSql } from '../src/account-connection-store.ts';
import { findAccountSql, findExternalSql, listAccountsSql } from '../src/account-store.ts';
import {
  betweenSql,
  botCountsSql,
  countFoundSql,
  countIndexedSql,
  findIndexedSql,
  nearStartSql,
  orderKeys,
  rowsSql,
} from '../src/bot-list-sql.ts';
import { findBotSql, findLinkedSql } from '../src/bot-store.ts';
import { claimedSql, dueOfTargetSql, nextTargetSql } from '../src/claim-deliveries.ts';
import { nextRangeSql, rangeOfRowSql, rangesSql, rangesTotalSql } from '../src/counted-ranges.ts';
import { dropBodySql, eraseBodySql, findBodySql } from '../src/delivery-bodies.ts';
import { readyBrandsSql, refreshBrandSql, serveBrandSql } from '../src/delivery-brands.ts';
import { endOfRangeSql, rangeOfIdSql } from '../src/delivery-counts.ts';
import { endedLeasesSql } from '../src/delivery-leases.ts';
import { deliveriesBetweenSql, deliveryRowsSql, filterParams, newestDeliveriesSql } from '../src/delivery-list-sql.ts';
import { partitionStartSql } from '../src/delivery-partitions.ts';
import { findLeaseSql, finishedSql, firstWithRoomSql } from '../src/delivery-queue.ts';
import { botDeliveriesSql, customerDeliveriesSql, findDeliverySql } from '../src/delivery-store.ts';
import { refreshSql } from '../src/delivery-targets.ts';
import {
  deleteOlderSql,
  findDraftSql,
  findHeadSql,
  insertChangeSql,
  oldestSql,
  revisionsSql,
  runSql,
} from '../src/draft-store.ts';
import { openWriter } from '../src/open-writer.ts';
import { findAheadSql, findHoldingSql, forgetEndedSql } from '../src/rate-limiter.ts';
import { findRequestSql } from '../src/request-store.ts';
import {
  findBrandSql,
  findPrincipalSql,
  listTokensSql,
  sweepConnectionsSql,
  sweepRequestsSql,
  sweepVersionsSql,
} from '../src/tenant-registry.ts';
import { newestVersionsSql, versionRowsSql, versionsBetweenSql } from '../src/version-list.ts';
import { findVersionSql, latestVersionSql } from '../src/version-store.ts';

const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
afterAll(() => connection.close());

function planOf(sql: string, params: readonly (string | number | null)[]): readonly string[] {
  return connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params).map((row) => row.detail);
}

const byKey = [
  ['bot', findBotSql, 2, 'SEARCH bots USING INDEX sqlite_autoindex_bots_1 (brand=? AND id=?)'],
  ['brand', findBrandSql, 1, 'SEARCH brands USING PRIMARY KEY (name=?)'],
  [
    'version',
    findVersionSql,
    3,
    'SEARCH versions USING INDEX sqlite_autoindex_versions_1 (brand=? AND bot_id=? AND id=?)',
  ],
  ['latest version', latestVersionSql, 2, 'SEARCH versions USING INDEX versions_revealed (brand=? AND bot_id=?)'],
  ['version list', newestVersionsSql, 4, 'SEARCH versions USING INDEX versions_revealed (brand=? AND bot_id=?)'],
  [
    'versions deep in the list',
    versionsBetweenSql,
    6,
    'SEARCH versions USING INDEX versions_revealed (brand=? AND bot_id=? AND id>? AND id<?)',
  ],
  [
    'versions of a range',
    versionRowsSql,
    6,
    'SEARCH versions USING COVERING INDEX versions_revealed (brand=? AND bot_id=? AND id>? AND id<?)',
  ],
  ['version total', rangesTotalSql, 2, 'SEARCH counted_ranges USING PRIMARY KEY (brand=? AND list=?)'],
  [
    'request',
    findRequestSql,
    4,
    'SEARCH requests USING INDEX sqlite_autoindex_requests_1 (brand=? AND person=? AND path=? AND key=?)',
  ],
  ['rate', findHoldingSql, 3, 'SEARCH rate_log USING COVERING INDEX rate_log_key (key=? AND ends_at>?)'],
  ['rate ahead', findAheadSql, 2, 'SEARCH rate_log USING COVERING INDEX rate_log_key (key=? AND ends_at>?)'],
  ['rate sweep', forgetEndedSql, 1, 'SEARCH rate_log USING INDEX rate_log_ended (ends_at<?)'],
  ['account', findAccountSql, 2, 'SEARCH accounts USING INDEX sqlite_autoindex_accounts_1 (brand=? AND id=?)'],
  ['account list', listAccountsSql, 2, 'SEARCH accounts USING INDEX accounts_connected (brand=? AND kind=?)'],
  [
    'account by its outside id',
    findExternalSql,
    3,
    'SEARCH accounts USING INDEX accounts_external (brand=? AND kind=? AND external_id=?)',
  ],
  [
    'connection',
    findConnectionSql,
    2,
    'SEARCH account_connections USING INDEX sqlite_autoindex_account_connections_1 (brand=? AND id=?)',
  ],
  [
    'connection by its link',
    findByLinkSql,
    2,
    'SEARCH account_connections USING INDEX sqlite_autoindex_account_connections_2 (brand=? AND link_hash=?)',
  ],
  [
    'attempt',
    findAttemptSql,
    2,
    'SEARCH authorization_attempts USING INDEX sqlite_autoindex_authorization_attempts_1 (brand=? AND state_hash=?)',
  ],
] as const;

it.for(byKey)('[SQ13] %s is one search by an index', ([, sql, params, plan]) => {
  expect(planOf(sql, Array(params).fill(0))).toEqual([plan]);
});

it('[SQ13] a principal and its brand are found by their keys, and the tokens of a brand by an index', () => {
  expect(planOf(findPrincipalSql, ['aa'])).toEqual([
    'SEARCH tokens USING PRIMARY KEY (hash=?)',
    'SEARCH brands USING PRIMARY KEY (name=?)',
  ]);
  expect(planOf(listTokensSql, ['acme'])).toEqual(['SEARCH tokens USING INDEX tokens_brand (brand=?)']);
});

it('[SQ13] what is removed by its age is found by an index, a slice at a time, and attempts with their connections', () => {
  const slice = (found: string) => ['SCALAR SUBQUERY 2', 'CO-ROUTINE (subquery-1)', found, 'SEARCH (subquery-1)'];
  const versions = 'SEARCH versions USING COVERING INDEX versions_reserved (reserved_at<?)';
  expect(planOf(sweepVersionsSql, [0])).toEqual([versions, ...slice(versions)]);
  const requests = (covering: string) => `SEARCH requests USING ${covering}INDEX requests_ended (<expr><?)`;
  expect(planOf(sweepRequestsSql, [0])).toEqual([requests(''), ...slice(requests('COVERING '))]);
  const connections = 'SEARCH account_connections USING COVERING INDEX account_connections_created (created_at<?)';
  expect(planOf(sweepConnectionsSql, [0])).toEqual([
    connections,
    ...slice(connections),
    'SEARCH authorization_attempts USING COVERING INDEX authorization_attempts_connection (brand=? AND connection_id=?)',
  ]);
});

it('[SQ13] a draft is found by two keys', () => {
  const byKeys = [
    'SEARCH drafts USING INDEX sqlite_autoindex_drafts_1 (brand=? AND bot_id=?)',
    'SEARCH draft_states USING INDEX sqlite_autoindex_draft_states_1 (brand=? AND bot_id=? AND revision=?)',
  ];
  expect(planOf(findHeadSql, ['acme', 'b1'])).toEqual(byKeys);
  expect(planOf(findDraftSql, ['acme', 'b1'])).toEqual([
    ...byKeys,
    'SEARCH draft_violations USING INDEX sqlite_autoindex_draft_violations_1 (brand=? AND bot_id=?) LEFT-JOIN',
  ]);
});

it('[SQ13] linked bots are found by their keys', () => {
  const plan = planOf(findLinkedSql, ['acme', '[]', '[]']).join('\n');
  expect(plan).toContain('SEARCH bots USING INDEX sqlite_autoindex_bots_1 (brand=? AND id=?)');
  expect(plan).toContain('SEARCH bots USING INTEGER PRIMARY KEY (rowid=?)');
  expect(plan).not.toContain('SCAN bots');
});

it.for([
  ['revisions', revisionsSql.page, ['acme', 'b1', 20, 0], 'SEARCH draft_states USING INDEX'],
  ['the changes that make a text', runSql, ['acme', 'b1', 1, 20], 'SEARCH draft_states USING INDEX'],
  [
    'a new change',
    insertChangeSql,
    ['acme', 'b1', 2, 9, 9, 7, '{}', 1],
    'SEARCH draft_states USING INDEX sqlite_autoindex_draft_states_1 (brand=? AND bot_id=? AND revision=?)',
  ],
  ['the oldest past state', oldestSql, ['acme', 'b1', 20], 'SEARCH draft_states USING INDEX'],
  ['pruning', deleteOlderSql, ['acme', 'b1', 20], 'SEARCH draft_states USING COVERING INDEX'],
] as const)('[SQ13][SQ14] %s: walks its key without sorting', ([, sql, params, search]) => {
  const plan = planOf(sql, params).join('\n');
  expect(plan).toContain(search);
  expect(plan).not.toMatch(/SCAN draft|TEMP B-TREE/);
});

describe('lists of bots', () => {
  const parts = [
    { workspace: 1, channel_family: 'native' },
    { workspace: 2, channel_family: 'native' },
    { workspace: 2, channel_family: 'apichat' },
  ];
  const key = '(brand=? AND state=? AND workspace=? AND channel_family=?';
  const listOf = (order: BotListQuery['order']) => ({
    brand: 'acme',
    filter: { state: 'active', workspaces: [1, 2], order } as const,
    parts,
    limit: 20,
  });

  it('[SQ13][SQ28] bots are counted by their counters alone', () => {
    for (const family of [{}, { channelFamily: 'native' }]) {
      const { sql, params } = botCountsSql('acme', { state: 'active', workspaces: [1, 2], ...family });
      const keys = `(brand=? AND state=? AND workspace=?${family.channelFamily ? ' AND channel_family=?' : ''})`;
      expect(planOf(sql, params)[0]).toBe(`SEARCH bot_counts USING PRIMARY KEY ${keys}`);
    }
  });

  it.for(['published', 'created', 'name'] as const)('[SQ13] by %s: reads of its index are merged', (order) => {
    for (const search of [undefined, 'x']) {
      const { sql, params } = nearStartSql(listOf(order), { offset: 0, search }) ?? { sql: '', params: [] };
      const [first, ...plan] = planOf(sql, params);
      expect(first).toBe('SEARCH bots USING INTEGER PRIMARY KEY (rowid=?)');
      const covering = search === undefined || order === 'name' ? 'COVERING ' : '';
      expect(plan.filter((line) => line.startsWith('SEARCH'))).toEqual(
        parts.map(() => `SEARCH bots USING ${covering}INDEX bots_${order} ${key})`),
      );
      // Only the bots of the page are sorted.
      expect(plan.filter((line) => line.includes('ORDER BY'))).toEqual(['USE TEMP B-TREE FOR ORDER BY']);
      expect(plan.at(-1)).toBe('USE TEMP B-TREE FOR ORDER BY');
    }
  });

  it.for(['published', 'created', 'name'] as const)(
    '[SQ13][SQ27] by %s: deep in the list a part of its index is read',
    (order) => {
      expect(nearStartSql(listOf(order), { offset: 9_000 })).toBeUndefined();
      const place = { first_key: 'a', first_id: 'b' };
      const { sql, params } = betweenSql(listOf(order), { from: place, to: place, skipped: 3 });
      const search = `SEARCH bots USING COVERING INDEX bots_${order} ${key} AND (${orderKeys[order]},id)>(?,?) AND (${orderKeys[order]},id)<(?,?))`;
      expect(planOf(sql, params)).toContain(search);
      expect(planOf(rowsSql(order), ['acme', 'active', '', '', null, null]).join('\n')).toContain(
        search.replace('SEARCH ', 'SEARCH '),
      );
    },
  );

  it('[SQ13][SQ27] ranges are found by their key', () => {
    const ranges = 'SEARCH counted_ranges USING PRIMARY KEY (brand=? AND list=?';
    expect(planOf(rangesSql, ['acme', 'x', '[]'])[0]).toBe(`${ranges})`);
    expect(planOf(rangeOfRowSql, ['acme', 'x', 'a', 'b'])).toContain(`${ranges} AND (first_key,first_id)<(?,?))`);
    expect(planOf(nextRangeSql, ['acme', 'x', 'a', 'b'])).toEqual([`${ranges} AND (first_key,first_id)>(?,?))`]);
    expect(planOf(rangeOfIdSql, ['acme', 'x', 'a'])).toEqual([`${ranges} AND first_key<?)`]);
    expect(planOf(endOfRangeSql, ['acme', 'x', 'a'])).toEqual([`${ranges} AND first_key>?)`]);
  });

  it('[SQ13][SQ29] a search uses the index of names, or the index by name', () => {
    const { filter } = listOf('published');
    const indexed = findIndexedSql('acme', filter, 'text');
    expect(planOf(indexed.sql, indexed.params).slice(0, 2)).toEqual([
      'SCAN bot_names VIRTUAL TABLE INDEX 0:M1',
      'SEARCH bots USING INTEGER PRIMARY KEY (rowid=?)',
    ]);
    const candidates = countIndexedSql('text', 9);
    expect(planOf(candidates.sql, candidates.params)).toContain('SCAN bot_names VIRTUAL TABLE INDEX 0:M1');
    const compared = countFoundSql(listOf('published'), 'te');
    expect(planOf(compared.sql, compared.params)).toContain(`SEARCH bots USING COVERING INDEX bots_name ${key})`);
  });
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
      'SEARCH delivery_waits USING PRIMARY KEY (target=?)',
    ],
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
      'SEARCH ch USING COVERING INDEX channels_bot (brand=? AND bot_id=?)',
      'SEARCH c USING COVERING INDEX sqlite_autoindex_customers_1 (channel=?)',
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
  const rows = planOf(deliveryRowsSql(filter.target), [...params.filter((param) => param !== '[1]'), 'a', '', 'b', '']);
  expect(rows).toEqual([`SEARCH deliveries USING INDEX ${keys} AND id>? AND id<?)`]);
});
