import { customerIfOrdered, lockedDeliveries } from './delivery-changes.ts';
import { isEnding } from './delivery-endings.ts';
import type { Session } from './session.ts';
import { raw, type Sql, sql, table } from './sql.ts';

/** The maximum number of signals that a transaction reads, so that none takes long after all workers were stopped. */
export const signalsAtOnce = 1_000;

/** The number of signals that are checked individually. */
const signalsChecked = 100;

/**
 * Whether there are signals of targets that may have another lease. Signals of other targets can wait for the claim
 * that stores one of their results: otherwise each new delivery to a busy target would cause a claim that finds
 * nothing.
 */
const hasOpenSignals = (perTarget: number) => sql`(
  exists (
    select 1 from (
      select distinct target from (
        select target from ${table('delivery_signals')} order by number limit ${raw(signalsChecked)}
      ) as s
    ) as s
    where s.target not in (
      select target from ${table('deliveries')} where worker is not null group by target having count(*) >= ${perTarget}
    )
  ) or exists (
    select 1 from ${table('delivery_signals')} order by number offset ${raw(signalsChecked)} limit 1
  ))`;

/** Turns up to this moment have come. */
export const turnUntil = (now: number): Sql =>
  sql`(select greatest(${now}, latest_at) from ${table('delivery_turns')})`;

/** The brands, in their order, whose turn has come and of which a target may have another lease. */
export function readyBrands(now: number, perTarget: number, brands: number | Sql): Sql {
  return sql`(
    select brand, ready_at, turn from ${table('delivery_brands')} as b where ready_at <= ${turnUntil(now)} and (
      select true from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at <= ${turnUntil(now)} and t.leased < ${perTarget}
      order by t.ready_at, t.turn, t.number limit 1
    ) order by ready_at, turn, brand limit ${brands}
  ) as b`;
}

/**
 * Whether a claim may find anything to do: work whose turn has come or needs computing, a due look for ended leases, or
 * deliveries not yet stored as ended. Costs less than a claim that finds nothing.
 *
 * @spec PG31
 */
export const findAnything = (now: number, perTarget: number): Sql<{ found: boolean | null }> => sql`
    select ${hasOpenSignals(perTarget)} or exists (select 1 from ${table('delivery_endings')})
      or exists (select 1 from ${table('delivery_turns')} where look_at <= ${now})
      or exists (select 1 from ${readyBrands(now, perTarget, raw(1))}) as found`;

/** A target to refresh, and the customer of an ordered delivery that has ended. */
export interface Signal {
  readonly target: number;
  readonly customer_number?: number | null;
}

/** The next claim refreshes the targets of deliveries whose lease ended without a claim. */
export const signal = (signals: readonly Signal[]): Sql => sql`
  insert into ${table('delivery_signals')} (target, customer_number) select distinct target, customer_number from unnest(
    ${signals.map(({ target }) => target)}::bigint[],
    ${signals.map((each) => each.customer_number ?? null)}::bigint[]
  ) as s (target, customer_number)`;

export const firstDue = sql`(select d.due_at from ${table('deliveries')} as d where d.target = t.number and d.held = 0
  and d.due_at is not null and d.worker is null order by d.due_at, d.number limit 1)`;

/** The first delivery of a customer to a target, of those that keep an order. @param line - Has both. */
const firstInOrder = (line: string): Sql => sql`(
  select d.number, d.due_at, d.held from ${table('deliveries')} as d where d.target = ${raw(line)}.target
    and d.customer_number = ${raw(line)}.customer_number and d.ordered = 1 and d.due_at is not null
  order by d.held, d.number limit 1)`;

/** The moments of deliveries that the next claim no longer holds back, by brand, as far as it reads signals. */
export const advancing: Sql = sql`
  select t.brand, min(h.due_at) as due_at from (
    select distinct target, customer_number from (
      select target, customer_number from ${table('delivery_signals')} order by number limit ${raw(signalsAtOnce)}
    ) as s
  ) as l cross join lateral ${firstInOrder('l')} as h
  join ${table('delivery_targets')} as t on t.number = l.target where h.held = 1 group by t.brand`;

/**
 * The delivery with the brand and id of `e`. Compares whole rows, and in an order: an index of only brands supports
 * neither, so the planner cannot choose it.
 */
export const byId = sql`(
  select f.number, f.target, f.customer_number, f.ordered from (
    select number, target, brand, id, customer_number, ordered from ${table('deliveries')} where (brand, id) >= (e.brand, e.id)
    order by brand, id limit 1
  ) as f where f.brand = e.brand and f.id = e.id)`;

/** The moment of the next turn of a brand `n.brand`, from targets that this statement does not change. */
export const firstTurnOfOthers = (changed: string): Sql => sql`(
  select t.ready_at from ${table('delivery_targets')} as t where t.brand = n.brand and t.ready_at is not null and t.number not in (select number from ${raw(changed)})
  order by t.ready_at, t.turn, t.number limit 1)`;

/**
 * Computes the next turns of targets: when the first delivery is due, and not before their last turns. Covers the
 * targets of the given deliveries, and of the first `most` signals of other transactions. The turn of a brand is the
 * earliest turn of its targets.
 *
 * An ordered delivery is no longer held back when it is the first of its customer to its target. Looks at the customers
 * of the signals and of the given deliveries.
 *
 * Tables are joined only by single numbers, so that no statistics make PostgreSQL read one table once for each row of
 * the other: signals are a range of numbers, and the statement looks up each given delivery in the order of the only
 * index that has both columns.
 *
 * @spec DQ29
 */
export const refresh = (ended: string, most: number): Sql<Refreshed> => sql`
    with taken as materialized (
      delete from ${table('delivery_signals')} where number <= (select max(number) from
        (select number from ${table('delivery_signals')} order by number limit ${most}) as s) returning target, customer_number
    ), changed as materialized (
      select target, customer_number from taken union
      select d.target, ${customerIfOrdered} from json_to_recordset(${ended}::json) as e (brand text, id text)
      cross join lateral ${byId} as d
    ), chosen as materialized (
      select distinct target as number from changed
    ), advanced as (
      update ${table('deliveries')} set held = 0 where number = ${lockedDeliveries(sql`number = any(array(
        select h.number from changed as l cross join lateral ${firstInOrder('l')} as h where h.held = 1
      ))`)} and due_at is not null returning target, due_at
    ), dues as materialized (
      select c.number, least(f.due_at, (select min(a.due_at) from advanced as a where a.target = c.number)) as due_at, (
        select count(*) from ${table('deliveries')} as d where d.target = c.number and d.worker is not null
      ) as leased from chosen as c
      left join lateral (
        select d.due_at from ${table('deliveries')} as d
        where d.target = c.number and d.held = 0 and d.due_at is not null and d.worker is null
        order by d.due_at, d.number limit 1
      ) as f on true
    ), refreshed as (
      update ${table('delivery_targets')} as t set leased = f.leased,
        ready_at = case when f.due_at is not null and not ${isEnding(raw('t.number'))}
          then greatest(t.served_at, f.due_at) end
      from dues as f where t.number = f.number returning t.number, t.brand, t.ready_at
    ), brands as (
      insert into ${table('delivery_brands')} as b (brand, ready_at)
      select n.brand, least(n.ready_at, ${firstTurnOfOthers('refreshed')})
      from (select brand, min(ready_at) as ready_at from refreshed group by brand) as n
      on conflict (brand) do update set
        ready_at = case when excluded.ready_at is not null then greatest(b.served_at, excluded.ready_at) end
    )
    select (select count(*) from taken) as signals, exists (select 1 from ${table('delivery_endings')}) as endings`;

/**
 * The first turn of the brands that may have another slot, and whether there are signals. The turn is exact without
 * signals.
 */
export const findNextTurn = (
  perTarget: number,
  full: readonly string[],
): Sql<{ at: number | null; signalled: boolean }> => sql`
    select ${hasOpenSignals(perTarget)} as signalled,
      min(greatest(b.ready_at, t.ready_at))::bigint as at from ${table('delivery_brands')} as b
    cross join lateral (
      select t.ready_at from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at is not null and t.leased < ${perTarget} order by t.ready_at, t.turn, t.number limit 1
    ) as t
    where b.ready_at is not null and b.brand <> all(${full}::text[])`;

interface Refreshed {
  /** The number of signals read. */
  readonly signals: number;
  /** Whether there are deliveries that are not yet stored as ended. */
  readonly endings: boolean;
}

/**
 * Updates the next turns of targets and their brands, including targets with signals of other transactions.
 *
 * @param ended - Results that the transaction has stored, as a JSON list.
 * @param most - The maximum number of signals to read.
 */
export async function refreshed(session: Session, ended: string, most: number): Promise<Refreshed> {
  return (await session.get(refresh(ended, most))) ?? { signals: 0, endings: false };
}
