import type { BotListQuery } from '@botwright/core/ports';
import {
  all,
  type BotList,
  type BotRow,
  botColumns,
  decodeBot,
  givenColumns,
  offsetOfPage,
  statement,
  statements,
  table,
} from '@botwright/storage-sql';
import { sql } from 'kysely';
import { countersOf } from './counters.ts';

/** The sort key of a bot, before its id. */
const orderKeys = { published: 'published_key', created: 'created_key', name: 'folded_name' } as const;

interface ListParams {
  readonly brand: string;
  readonly state: string;
  readonly workspaces: readonly string[];
  readonly family?: string;
  readonly limit: number;
  readonly offset: number;
}

type ListRow = { readonly all: number } & { readonly [TName in keyof BotRow]: BotRow[TName] | null };

const columns = sql.join(botColumns.map((column) => sql.ref(`b.${column}`)));

/**
 * Reads one index per workspace and family that has bots, in index order, only up to the end of the page, and merges
 * the rows. Each row has the total; a page without bots has one row of nulls.
 */
export const listBots = statements((order: BotListQuery['order'], ofFamily: boolean) =>
  statement<ListParams>()((_dialect, { brand, state, workspaces, family, limit, offset }) => {
    const key = sql.ref(orderKeys[order]);
    const inFamily = ofFamily ? sql`and part[3] = ${family}` : sql``;
    return sql<ListRow>`
      with parts as materialized (
        select part[2]::bigint as workspace, part[3] as family, sum(total)::bigint as total
        from ${countersOf(brand, 'bots')} as c
        where part[1] = ${state} and part[2] = any(${workspaces}) ${inFamily} group by part having sum(total) > 0
      ), page as materialized (
        select f.key, f.id from parts cross join lateral (
          select ${key} as key, id from ${table('bots')}
          where brand = ${brand} and state = ${state} and workspace = parts.workspace and channel_family = parts.family
          order by ${key}, id
          limit case when (select sum(total) from parts) > ${offset} then ${limit}::bigint + ${offset}::bigint else 0 end
        ) as f order by f.key, f.id limit ${limit} offset ${offset}
      )
      select (select coalesce(sum(total), 0)::bigint from parts) as "all", ${columns}
      from (select 1) as one left join page on true left join ${table('bots')} as b on b.brand = ${brand} and b.id = page.id
      order by page.key, page.id`;
  }),
);

/** Finds bots whose folded name contains the text. `pattern` lets PostgreSQL use the index of names, if it exists. */
export const searchBots = statements((order: BotListQuery['order'], ofFamily: boolean) =>
  statement<ListParams & { readonly pattern: string }>()(
    (_dialect, { brand, state, workspaces, family, limit, offset, pattern }) => {
      const key = sql.ref(orderKeys[order]);
      const inFamily = ofFamily ? sql`and channel_family = ${family}` : sql``;
      return sql<ListRow>`
        with found as materialized (
          select number, ${key} as key, id from ${table('bots')}
          where brand = ${brand} and state = ${state} and workspace = any(${workspaces}::bigint[]) ${inFamily}
            and folded_name like ${pattern}
        ), page as materialized (select * from found order by key, id limit ${limit} offset ${offset})
        select (select count(*) from found) as "all", ${columns}
        from (select 1) as one left join page on true left join ${table('bots')} as b on b.number = page.number
        order by page.key, page.id`;
    },
    { plan: 'each time' },
  ),
);

/** A pattern that matches texts that contain this text. */
const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

export const botList: BotList = {
  *list(brand, { page, pageSize, search = '', order, state, workspaces, channelFamily }) {
    const range = { limit: pageSize, offset: offsetOfPage({ page, pageSize }) };
    const ofFamily = channelFamily !== undefined;
    const params = {
      brand,
      state,
      workspaces: workspaces.map(String),
      ...givenColumns({ family: channelFamily }),
      ...range,
    };
    const rows =
      search === ''
        ? yield* all(listBots(order, ofFamily), params)
        : yield* all(searchBots(order, ofFamily), { ...params, pattern: patternOf(search) });
    const items = rows.filter(({ number }) => number !== null).map((row) => decodeBot(row as BotRow));
    return { items, total: rows[0]?.all ?? 0, page, pageSize };
  },
  *placed() {},
};
