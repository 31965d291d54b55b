import type { CustomerListQuery } from '@botwright/core/ports';
import {
  all,
  type CustomerList,
  type CustomerRow,
  customerColumns,
  decodeCustomer,
  statement,
  statements,
  table,
} from '@botwright/storage-sql';
import { sql } from 'kysely';
import { countersOf } from './counters.ts';

interface ListParams {
  readonly brand: string;
  readonly workspaces: readonly string[];
  readonly channel: number;
  readonly agent: number;
  /** 0 and 1, or one of the two. */
  readonly archived: readonly string[];
  readonly optIn: readonly string[];
  readonly limit: number;
  readonly offset: number;
  readonly fieldBytes: number;
}

type ListRow = { readonly all: number } & { readonly [TName in keyof CustomerRow]: CustomerRow[TName] | null };

const columns = sql.join(customerColumns.map((column) => sql.ref(`c.${column}`)));

/**
 * Reads one index per workspace and state, ordered by number, only up to the end of the page, and merges the rows. Each
 * row has the total; a page without customers has one row of nulls.
 *
 * @spec ST120
 */
export const listCustomers = statements((ofChannel: boolean, ofAgent: boolean, isBounded: boolean) =>
  statement<ListParams>()((_dialect, params) => {
    const { brand, workspaces, channel, agent, archived, optIn, limit, offset, fieldBytes } = params;
    const counted = sql.join(
      [
        sql`part[1] = any(${workspaces})`,
        ...(ofChannel ? [sql`part[2] = ${channel}::text`] : []),
        ...(ofAgent ? [sql`part[3] = ${agent}::text`] : []),
        sql`part[4] = any(${archived})`,
        sql`part[5] = any(${optIn})`,
      ],
      sql` and `,
    );
    const places = ofChannel
      ? sql`select number as place from ${table('channels')}
          where number = ${channel} and brand = ${brand} and workspace = any(${workspaces}::bigint[])`
      : sql`select w::bigint as place from unnest(${workspaces}::text[]) as w`;
    const ofPlace = ofChannel ? sql`channel = p.place` : sql`brand = ${brand} and workspace = p.place`;
    const ofOne = ofAgent ? sql`and coalesce(agent, -1) = ${agent}` : sql``;
    return sql<ListRow>`
      with counted as materialized (
        select coalesce(sum(total), 0)::bigint as total from ${countersOf(brand, 'customers')} as t where ${counted}
      ), page as materialized (
        select f.number from (${places}) as p
        cross join unnest(${archived}::smallint[]) as a cross join unnest(${optIn}::smallint[]) as o
        cross join lateral (
          select number from ${table('customers')}
          where ${ofPlace} ${ofOne} and archived = a and opt_in = o and purpose = 'live'
          order by number
          limit case when (select total from counted) > ${offset} then ${limit}::bigint + ${offset}::bigint else 0 end
        ) as f order by f.number limit ${limit} offset ${offset}
      )
      select (select total from counted) as "all", ${columns}
      from (select 1) as one left join ${isBounded ? bounded(fieldBytes) : sql`page`} on true
      left join ${table('customers')} as c on c.number = page.number
      order by page.number`;
  }),
);

/** The first customers of the page, until their Fields reach this many bytes. Each row has the length of its Fields. */
const bounded = (fieldBytes: ReturnType<typeof sql>) => sql`(
  select number from (
    select f.number, coalesce(sum(octet_length(f.fields)) over (
      order by f.number rows between unbounded preceding and 1 preceding
    ), 0) as before from page join ${table('customers')} as f on f.number = page.number
  ) as summed where before < ${fieldBytes}::bigint
) as page`;

const flagsOf = (flag: boolean | undefined): readonly string[] =>
  flag === undefined ? ['0', '1'] : [flag ? '1' : '0'];

function paramsOf(brand: string, query: CustomerListQuery): ListParams {
  const { workspaces, channelNumber = 0, agentId, archived, optIn, limit, offset, fieldBytes = 0 } = query;
  return {
    brand,
    workspaces: workspaces.map(String),
    channel: channelNumber,
    agent: agentId ?? -1,
    archived: flagsOf(archived),
    optIn: flagsOf(optIn),
    limit,
    offset,
    fieldBytes,
  };
}

export const customerList: CustomerList = {
  *list(brand, query) {
    const statement = listCustomers(
      query.channelNumber !== undefined,
      query.agentId !== undefined,
      query.fieldBytes !== undefined,
    );
    const rows = yield* all(statement, paramsOf(brand, query));
    const items = rows.filter(({ number }) => number !== null).map((row) => decodeCustomer(row as CustomerRow));
    return { items, total: rows[0]?.all ?? 0 };
  },
};
