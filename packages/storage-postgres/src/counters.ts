import { all, type Query, run, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';

/** The maximum number of changes that one fold adds up. */
const foldedAtOnce = 5_000;

/** The counters of a list by part: `part` and `total`. A part may have several rows. */
export function countersOf(brand: RawBuilder<unknown>, list: string): RawBuilder<unknown> {
  const name = sql.lit(list);
  return sql`(select part, total from ${table('counters')} where brand = ${brand} and list = ${name}
    union all select part, change from ${table('counter_changes')} where brand = ${brand} and list = ${name})`;
}

/** Runs one fold at a time: another fold would wait for the rows that this one changes. */
const mayFold = statement<{ readonly schema: string }>()(
  (_dialect, { schema }) =>
    sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${schema} || ' counters', 0)) as mine`,
);

const foldChanges = statement<object>()(
  () => sql<{ folded: number }>`
    with chosen as materialized (
      select number from ${table('counter_changes')} order by number limit ${sql.lit(foldedAtOnce)} for update skip locked
    ), gone as (
      delete from ${table('counter_changes')} where number = any(array(select number from chosen))
      returning brand, list, part, change
    ), sums as (
      insert into ${table('counters')} as c (brand, list, part, total)
        select brand, list, part, sum(change) from gone group by brand, list, part order by brand, list, part
        on conflict (brand, list, part) do update set total = c.total + excluded.total returning 1
    )
    select count(*)::bigint as folded from gone where (select count(*) from sums) >= 0`,
);

/** Settings keep their counter, because it is a revision. */
const forgetEmpty = statement<object>()(
  () => sql<never>`delete from ${table('counters')} where total = 0 and list <> 'settings'`,
);

/**
 * Adds changes to their counters. The sum of both stays the same. @returns Whether more changes may remain. @spec PG14
 */
export function* foldCounters(schema: string): Query<boolean> {
  const [may] = yield* all(mayFold, { schema });
  if (may?.mine !== true) return false;
  const [{ folded } = { folded: 0 }] = yield* all(foldChanges, {});
  if (folded > 0) yield* run(forgetEmpty, {});
  return folded === foldedAtOnce;
}
