import type { CustomerListQuery } from '@botwright/core/ports';
import { afterAll, expect, it } from 'vitest';
import { channelListParams, channelListSql, channelsOfBotSql, findChannelSql } from '../src/channel-store.ts';
import {
  customerPageSql,
  customerTotalSql,
  narrowCountsSql,
  nearStartSql,
  wideCountsSql,
} from '../src/customer-list-sql.ts';
import { countExpiringSql, findByTokenSql, findCustomerSql, firstExpiringSql } from '../src/customer-store.ts';
import { customerSearchSql, lastOfStepSql } from '../src/customer-texts.ts';
import { findHookSql, hookListSql } from '../src/hook-store.ts';
import { findMessageSql, lastSeqSql, newestMessagesSql } from '../src/message-store.ts';
import { openWriter } from '../src/open-writer.ts';
import { expiredCustomersSql, findBotByNumberSql, findChannelByTokenSql } from '../src/tenant-registry.ts';

const connection = openWriter(':memory:', { busyTimeoutMs: 100 });
afterAll(() => connection.close());

function planOf(sql: string, params: readonly (string | number | null)[]): readonly string[] {
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
  [
    'customers of a channel that expire',
    countExpiringSql,
    3,
    [
      'CO-ROUTINE (subquery-1)',
      'SEARCH customers USING COVERING INDEX customers_expiring_of_channel (brand=? AND channel=? AND expires_at>?)',
      'SCAN (subquery-1)',
    ],
  ],
  [
    'customer of a channel who expires first',
    firstExpiringSql,
    3,
    ['SEARCH customers USING INDEX customers_expiring_of_channel (brand=? AND channel=? AND expires_at>?)'],
  ],
  [
    'customers that have expired',
    expiredCustomersSql,
    2,
    ['SEARCH customers USING INDEX customers_expiring (expires_at<?)'],
  ],
  [
    'bot by its number',
    findBotByNumberSql,
    1,
    ['SEARCH bots USING INTEGER PRIMARY KEY (rowid=?)', 'SEARCH brands USING PRIMARY KEY (name=?) LEFT-JOIN'],
  ],
  [
    'message by its uuid',
    findMessageSql,
    3,
    [
      'SEARCH messages USING INDEX sqlite_autoindex_messages_2 (customer=? AND uuid=?)',
      'SEARCH customers EXISTS USING INTEGER PRIMARY KEY (rowid=?)',
    ],
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

function customerIndex(members: Partial<CustomerListQuery>): string {
  const [place, keys] =
    members.channelNumber !== undefined ? ['channel', 'channel=?'] : ['workspace', 'brand=? AND workspace=?'];
  const [suffix, agent] = members.agentId === undefined ? ['', ''] : ['_agent', ' AND agent=?'];
  return `customers_${place}${suffix} (${keys}${agent} AND archived=? AND opt_in=?`;
}

it.for(lists)(
  '[SQ13][SQ21] customers by %j: near the start reads of an index are merged, and nothing is sorted',
  (members) => {
    const query = { ...members, offset: 0, limit: 20 };
    const { sql, params } = nearStartSql('acme', query) ?? { sql: '', params: [] };
    const [first, ...rest] = planOf(sql, params);
    expect(first).toBe('SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)');
    const searches = rest.filter((line) => line.startsWith('SEARCH'));
    const states = (members.archived === undefined ? 2 : 1) * (members.optIn === undefined ? 2 : 1);
    const places = members.channelNumber === undefined ? members.workspaces.length : 1;
    const search = `SEARCH customers USING COVERING INDEX ${customerIndex(members)})`;
    expect(searches).toEqual(Array(states * places).fill(search));
    expect(rest.join('\n')).not.toMatch(/ORDER BY|SCAN customers/);
  },
);

it.for(lists)('[SQ13][SQ21] customers by %j: deep in the list a part of one index is read', (members) => {
  const query = { ...members, offset: 9_000, limit: 20 };
  expect(nearStartSql('acme', query)).toBeUndefined();
  const { sql, params } = customerPageSql('acme', query, { first: { range: 1, skipped: 9 }, last: { range: 2 } });
  const plan = planOf(sql, params);
  expect(plan[0]).toBe('SEARCH customers USING INTEGER PRIMARY KEY (rowid=?)');
  expect(plan).toContain(`SEARCH customers USING COVERING INDEX ${customerIndex(members)} AND number>? AND number<?)`);
  expect(plan.join('\n')).not.toMatch(/SCAN customers/);
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

it.for(lists)('[SQ20] customers by %j are counted by their ranges alone', (members) => {
  const query = { ...members, offset: 0, limit: 20 };
  for (const [{ sql, params }, keys] of [
    [customerTotalSql('acme', query), 'brand=? AND list=? AND level=?'],
    [wideCountsSql('acme', query), 'brand=? AND list=? AND level=?'],
    [narrowCountsSql('acme', query, 3), 'brand=? AND list=? AND level=? AND range>? AND range<?'],
  ] as const) {
    const plan = planOf(sql, params);
    expect(plan).toContain(`SEARCH customer_ranges USING PRIMARY KEY (${keys})`);
    expect(plan.join('\n')).not.toMatch(/SCAN customer/);
  }
});
