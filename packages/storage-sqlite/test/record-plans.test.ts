import type { CustomerListQuery } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { channelListParams, channelListSql, channelsOfBotSql, findChannelSql } from '../src/channel-store.ts';
import { customerListSql } from '../src/customer-list-sql.ts';
import { findByTokenSql, findCustomerSql } from '../src/customer-store.ts';
import { customerSearchSql, lastOfStepSql } from '../src/customer-texts.ts';
import { findHookSql, hookListSql } from '../src/hook-store.ts';
import { lastSeqSql, newestMessagesSql } from '../src/message-store.ts';
import { openWriter } from '../src/open-writer.ts';
import { findChannelByTokenSql } from '../src/tenant-registry.ts';

const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
afterAll(() => connection.close());

function planOf(sql: string, params: readonly (string | number)[]): readonly string[] {
  return connection.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params).map((row) => row.detail);
}

it.for([
  ['channel', findChannelSql, 2, ['SEARCH channels USING INTEGER PRIMARY KEY (rowid=?)']],
  ['channels of a bot', channelsOfBotSql, 2, ['SEARCH channels USING INDEX channels_bot (brand=? AND bot_id=?)']],
  [
    'channel by token',
    findChannelByTokenSql,
    1,
    [
      'SEARCH channels USING INDEX sqlite_autoindex_channels_1 (token_hash=?)',
      'SEARCH brands USING PRIMARY KEY (name=?)',
    ],
  ],
  ['customer', findCustomerSql, 2, ['SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)']],
  [
    'customer by token',
    findByTokenSql,
    3,
    ['SEARCH customers USING INDEX sqlite_autoindex_customers_1 (channel=? AND token=?)'],
  ],
  ['newest messages', newestMessagesSql, 3, ['SEARCH messages USING PRIMARY KEY (customer=? AND seq<?)']],
  [
    'last message',
    lastSeqSql,
    2,
    [
      'SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)',
      'CORRELATED SCALAR SUBQUERY 1',
      'SEARCH messages USING PRIMARY KEY (customer=?)',
    ],
  ],
  ['hook', findHookSql, 2, ['SEARCH hooks USING INTEGER PRIMARY KEY (rowid=?)']],
  [
    'hooks of a channel',
    hookListSql({ channelNumber: 1 }).page,
    4,
    ['SEARCH hooks USING INDEX hooks_channel (channel=?)'],
  ],
  [
    'active hooks',
    hookListSql({ channelNumber: 1, active: true }).page,
    5,
    ['SEARCH hooks USING INDEX hooks_channel (channel=?)'],
  ],
  ['hooks of a brand', hookListSql({}).page, 3, ['SEARCH hooks USING INDEX hooks_brand (brand=?)']],
] as const)('[SQ13] %s: by an index, in its order', ([, sql, params, plan]) => {
  expect(planOf(sql, Array(params).fill(1))).toEqual(plan);
});

it('[SQ13] channels list by number without sorting', () => {
  const query = { workspaces: [1, 2], type: 'apichat', active: true, offset: 0, limit: 20 };
  const params = channelListParams('acme', query);
  for (const [sql, more] of [
    [channelListSql(query).page, [20, 0]],
    [channelListSql(query).count, []],
  ] as const) {
    const plan = planOf(sql, [...params, ...more]);
    expect(plan[0]).toBe('SEARCH channels USING INDEX channels_live (brand=?)');
    expect(plan.join('\n')).not.toMatch(/ORDER BY|SCAN channels/);
  }
});

const filters: readonly Partial<CustomerListQuery>[] = [
  {},
  { agentId: 7 },
  { agentId: null },
  { optIn: true },
  { agentId: 7, optIn: false },
];
const lists = filters.flatMap((filter) =>
  [[1], [1, 2, 3]].flatMap((workspaces) =>
    [{}, { channelNumber: 5 }].flatMap((channel) =>
      [{}, { archived: true }].map((archived) => ({ workspaces, ...channel, ...archived, ...filter })),
    ),
  ),
);

it.for(lists)('[SQ13][SQ21] customers by %j: reads of an index are merged, and nothing is sorted', (members) => {
  const sql = customerListSql('acme', { ...members, offset: 0, limit: 20 });
  const isByAgent = typeof members.agentId === 'number' && members.channelNumber === undefined;
  const index =
    members.channelNumber !== undefined
      ? 'customers_channel (channel=? AND archived=?)'
      : `customers_${isByAgent ? 'agent' : 'live'} (brand=? AND workspace=? AND ${isByAgent ? 'agent' : 'archived'}=?)`;

  const [first, ...rest] = planOf(sql.page, [...sql.pageParams, 20, 0]);
  expect(first).toBe('SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)');
  const searches = rest.filter((line) => line.startsWith('SEARCH'));
  const states = isByAgent || members.archived !== undefined ? 1 : 2;
  const places = members.channelNumber === undefined ? members.workspaces.length : 1;
  expect(searches).toEqual(Array(states * places).fill(`SEARCH customers USING COVERING INDEX ${index}`));
  expect(rest.join('\n')).not.toMatch(/ORDER BY|SCAN customers/);
});

it('[SQ13][CU50] the end of a step of a search is found by the index of the texts', () => {
  expect(planOf(lastOfStepSql, ['acme', 0, 1_999])).toEqual([
    'SEARCH customer_texts USING PRIMARY KEY (brand=? AND number>?)',
  ]);
});

it.for(lists)('[SQ13][CU50] a step of a search by %j reads the texts between two numbers', (members) => {
  const { sql, params } = customerSearchSql('acme', { ...members, by: 'email', text: 'x', after: 0, limit: 9 }, 9);
  const [first, ...rest] = planOf(sql, params);
  expect(first).toBe('SEARCH texts USING PRIMARY KEY (brand=? AND number>? AND number<?)');
  const isJoined = ['agentId', 'archived', 'optIn'].some((filter) => filter in members);
  const searches = rest.filter((line) => line.startsWith('SEARCH'));
  expect(searches).toEqual(isJoined ? ['SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)'] : []);
  expect(rest.join('\n')).not.toMatch(/ORDER BY|SCAN (texts|customers)/);
});

it.for(lists)('[SQ20] the total of customers by %j is read from counters where they have it', (members) => {
  const sql = customerListSql('acme', { ...members, offset: 0, limit: 20 });
  const plan = planOf(sql.count, sql.countParams).join('\n');
  const isCounted = members.agentId === undefined && members.optIn === undefined;
  if (isCounted) expect(plan).toMatch(/^SEARCH customer_counts USING (COVERING INDEX|PRIMARY KEY)/);
  else expect(plan).toContain('SEARCH customers USING COVERING INDEX');
  expect(plan).not.toMatch(/SCAN customer/);
});
