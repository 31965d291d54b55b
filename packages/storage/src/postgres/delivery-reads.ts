import type { Slice } from '@botwright/core/paging';
import type { DeliveryListQuery, DeliveryRecord } from '@botwright/core/ports';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from '../sql/queue-rows.ts';
import { countersOf } from './counters.ts';
import { raw, type Sql, sql, table } from './sql.ts';

export const findDelivery = (brand: string, id: string): Sql<DeliveryRow> => sql`
  select ${raw(deliveryColumns)} from ${table('deliveries')} as d
  join ${table('delivery_targets')} as t on t.number = d.target where d.brand = ${brand} and d.id = ${id}`;

export const findBody = (brand: string, id: string): Sql<{ body: string }> => sql`
  select b.body from ${table('deliveries')} as d
  join ${table('delivery_bodies')} as b on b.number = d.body_number where d.brand = ${brand} and d.id = ${id}`;

type ListRow = { readonly all: number } & { readonly [TName in keyof DeliveryRow]: DeliveryRow[TName] | null };

/**
 * Reads one index per workspace and state, newest first, only up to the end of the page, and merges the rows. Each row
 * has the total; a page without deliveries has one row of nulls.
 */
export function listDeliveries(brand: string, query: DeliveryListQuery): Sql<ListRow> {
  const { state, target, limit, offset } = query;
  const workspaces = [...new Set(query.workspaces)];
  const parts = workspaces.map(String);
  const states = state === undefined ? ['pending', 'delivered', 'dead'] : [state];
  const targets = sql`(select number from ${table('delivery_targets')}
    where brand = ${brand} and kind = ${target?.kind} and target_number = ${target?.number})`;
  return sql`
    with counted as materialized (
      select coalesce(sum(total), 0)::bigint as total from ${countersOf(brand, 'deliveries')} as c
      where part[2] = any(${parts}) and part[3] = any(${states})
        ${target === undefined ? raw('') : sql`and part[1] = ${targets}::text`}
    ), page as materialized (
      select f.id from unnest(${workspaces}::bigint[]) as w cross join unnest(${states}::text[]) as s
      cross join lateral (
        select id from ${table('deliveries')}
        where ${target === undefined ? sql`brand = ${brand}` : sql`target = ${targets}`} and workspace = w and state = s
        order by id desc
        limit case when (select total from counted) > ${offset} then ${limit}::bigint + ${offset}::bigint else 0 end
      ) as f order by f.id desc limit ${limit} offset ${offset}
    )
    select (select total from counted) as "all", ${raw(deliveryColumns)}
    from (select 1) as one left join page on true left join ${table('deliveries')} as d on d.brand = ${brand} and d.id = page.id
    left join ${table('delivery_targets')} as t on t.number = d.target order by page.id desc`;
}

export function decodeList(rows: readonly ListRow[]): Slice<DeliveryRecord> {
  const items = rows.filter(({ id }) => id !== null).map((row) => decodeDelivery(row as DeliveryRow));
  return { items, total: rows[0]?.all ?? 0 };
}
