import { type Expressions, get, type Query, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';
import { isEnding } from './delivery-endings.ts';

/** Signals that a transaction takes at most, so that none takes long after all workers were stopped. */
export const signalsAtOnce = 1_000;

/** Signals that are looked at one by one, to find out whether they say anything. */
const signalsLookedAt = 100;

/**
 * Whether there are signals of targets that may have another lease. Those of the others can wait for the claim that
 * stores a result of theirs: on a busy target each new delivery would bring a claim that finds nothing.
 */
const hasOpenSignals = (perTarget: RawBuilder<unknown>) => sql`(
  exists (
    select 1 from (
      select distinct target from (
        select target from ${table('delivery_signals')} order by number limit ${sql.lit(signalsLookedAt)}
      ) as s
    ) as s
    where s.target not in (
      select target from ${table('deliveries')} where worker is not null group by target having count(*) >= ${perTarget}
    )
  ) or exists (
    select 1 from ${table('delivery_signals')} order by number offset ${sql.lit(signalsLookedAt)} limit 1
  ))`;

/** The moment up to which turns have come. */
export const turnUntil = (now: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select greatest(${now}, latest_at) from ${table('delivery_turns')})`;

/** The brands whose turn has come, of which a target may have another lease, in their order. */
export function readyBrands({
  now,
  perTarget,
  brands,
}: Expressions<{ now: number; perTarget: number; brands: number }>): RawBuilder<unknown> {
  return sql`(
    select brand, ready_at, turn from ${table('delivery_brands')} as b where ready_at <= ${turnUntil(now)} and (
      select true from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at <= ${turnUntil(now)} and t.leased < ${perTarget}
      order by t.ready_at, t.turn, t.number limit 1
    ) order by ready_at, turn, brand limit ${brands}
  ) as b`;
}

/**
 * Whether a claim may find anything to do: work whose turn has come or is to be worked out, a look for leases that have
 * ended, deliveries that are still to be written as ended. Costs less than a claim that finds nothing.
 *
 * @spec PG31
 */
export const findAnything = statement<{ readonly now: number; readonly perTarget: number }>()(
  (_dialect, { now, perTarget }) => sql<{ found: boolean | null }>`
    select ${hasOpenSignals(perTarget)} or exists (select 1 from ${table('delivery_endings')})
      or exists (select 1 from ${table('delivery_turns')} where look_at <= ${now})
      or exists (select 1 from ${readyBrands({ now, perTarget, brands: sql.lit(1) })}) as found`,
);

/** Of deliveries whose lease ended otherwise than by a claim, the next claim refreshes the targets. */
export const signal = statement<{ readonly targets: readonly number[] }>()(
  (_dialect, { targets }) =>
    sql<never>`insert into ${table('delivery_signals')} (target) select distinct unnest(${targets}::bigint[])`,
);

export const firstDue = sql`(select d.due_at from ${table('deliveries')} as d where d.target = t.number and d.due_at is not null
  and d.worker is null order by d.due_at, d.number limit 1)`;

/**
 * The delivery with the brand and id of `e`. Rows are compared as a whole, and in an order: an index of brands alone has
 * neither, whatever is expected of it.
 */
export const byId = sql`(
  select f.number, f.target from (
    select number, target, brand, id from ${table('deliveries')} where (brand, id) >= (e.brand, e.id)
    order by brand, id limit 1
  ) as f where f.brand = e.brand and f.id = e.id)`;

/** When the first target of a brand `n.brand` can have its turn, of those that this statement does not change. */
export const firstTurnOfOthers = (
  changed: string,
): RawBuilder<unknown> => sql`(select t.ready_at from ${table('delivery_targets')} as t
  where t.brand = n.brand and t.ready_at is not null and t.number not in (select number from ${sql.ref(changed)})
  order by t.ready_at, t.turn, t.number limit 1)`;

/**
 * When targets can have their next turns: once the first delivery is due, and not before their last turns. Of the
 * targets of the deliveries given, and of the first `most` of those that others have left signals of. Their brands can
 * have theirs with the first target.
 *
 * No two tables are joined but by a number at a time, so that no statistics make it read one once for each row of the
 * other: signals are a range of their numbers, and the deliveries given are looked up one by one, in the order of the
 * only index that has both columns.
 */
export const refresh = statement<{ readonly ended: string; readonly most: number }>()(
  (_dialect, { ended, most }) => sql<Refreshed>`
    with taken as materialized (
      delete from ${table('delivery_signals')} where number <= (select max(number) from
        (select number from ${table('delivery_signals')} order by number limit ${most}) as s) returning target
    ), chosen as materialized (
      select target as number from taken union
      select d.target from json_to_recordset(${ended}::json) as e (brand text, id text) cross join lateral ${byId} as d
    ), dues as materialized (
      select c.number, f.due_at, (
        select count(*) from ${table('deliveries')} as d where d.target = c.number and d.worker is not null
      ) as leased from chosen as c
      left join lateral (
        select d.due_at from ${table('deliveries')} as d
        where d.target = c.number and d.due_at is not null and d.worker is null order by d.due_at, d.number limit 1
      ) as f on true
    ), refreshed as (
      update ${table('delivery_targets')} as t set leased = f.leased,
        ready_at = case when f.due_at is not null and not ${isEnding(sql.ref('t.number'))}
          then greatest(t.served_at, f.due_at) end
      from dues as f where t.number = f.number returning t.number, t.brand, t.ready_at
    ), brands as (
      insert into ${table('delivery_brands')} as b (brand, ready_at)
      select n.brand, least(n.ready_at, ${firstTurnOfOthers('refreshed')})
      from (select brand, min(ready_at) as ready_at from refreshed group by brand) as n
      on conflict (brand) do update set
        ready_at = case when excluded.ready_at is not null then greatest(b.served_at, excluded.ready_at) end
    )
    select (select count(*) from taken) as signals, exists (select 1 from ${table('delivery_endings')}) as endings`,
);

/** The first turn among the brands that may have another slot, and whether there are signals, without which it is right. */
export const findNextTurn = statement<{ readonly perTarget: number; readonly full: readonly string[] }>()(
  (_dialect, { perTarget, full }) => sql<{ at: number | null; signalled: boolean }>`
    select ${hasOpenSignals(perTarget)} as signalled,
      min(greatest(b.ready_at, t.ready_at))::bigint as at from ${table('delivery_brands')} as b
    cross join lateral (
      select t.ready_at from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at is not null and t.leased < ${perTarget} order by t.ready_at, t.turn, t.number limit 1
    ) as t
    where b.ready_at is not null and b.brand <> all(${full}::text[])`,
);

interface Refreshed {
  /** How many signals were taken. */
  readonly signals: number;
  /** There are deliveries that have ended and are still to be written so. */
  readonly endings: boolean;
}

/**
 * Updates when targets and their brands are ready, those too that others have left signals of.
 *
 * @param ended - Results that the transaction has stored, as a JSON list.
 * @param most - Signals that are taken at most.
 */
export function* refreshed(ended: string, most: number): Query<Refreshed> {
  return (yield* get(refresh, { ended, most })) ?? { signals: 0, endings: false };
}
