import type { Session } from './session.ts';
import { raw, type Sql, sql, table } from './sql.ts';

/** The maximum number of changes that one fold adds up. */
const foldedAtOnce = 5_000;

/** The counters of a list by part: `part` and `total`. A part may have several rows. */
export function countersOf(brand: Sql | string, list: string): Sql {
  const name = raw(`'${list}'`);
  return sql`(select part, total from ${table('counters')} where brand = ${brand} and list = ${name}
    union all select part, change from ${table('counter_changes')} where brand = ${brand} and list = ${name})`;
}

/** Runs one fold at a time: another fold would wait for the rows that this one changes. */
const mayFold = (schema: string) =>
  sql<{ mine: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${schema} || ' counters', 0)) as mine`;

const foldChanges = sql<{ folded: number }>`
    with chosen as materialized (
      select number from ${table('counter_changes')} order by number limit ${raw(foldedAtOnce)} for update skip locked
    ), gone as (
      delete from ${table('counter_changes')} where number = any(array(select number from chosen))
      returning brand, list, part, change
    ), sums as (
      insert into ${table('counters')} as c (brand, list, part, total)
        select brand, list, part, sum(change) from gone group by brand, list, part order by brand, list, part
        on conflict (brand, list, part) do update set total = c.total + excluded.total returning 1
    )
    select count(*)::bigint as folded from gone where (select count(*) from sums) >= 0`;

const forgetEmpty = sql`delete from ${table('counters')} where total = 0`;

/**
 * Adds changes to their counters. The sum of both stays the same. @returns Whether more changes may remain. @spec PG14
 */
export async function foldCounters(session: Session, schema: string): Promise<boolean> {
  if ((await session.get(mayFold(schema)))?.mine !== true) return false;
  const { folded } = (await session.get(foldChanges)) ?? { folded: 0 };
  if (folded > 0) await session.run(forgetEmpty);
  return folded === foldedAtOnce;
}
