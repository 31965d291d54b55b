import { all, type Query, run, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';

/**
 * The maximum number of deliveries that one transaction ends, not counting leased ones: about a tenth of a second of
 * work.
 */
const sliceSize = 1_000;

/** Sets the columns of a delivery that ends because its target is disabled. The moment follows. */
export const disable = sql.raw(
  "state = 'dead', reason = 'disabled', due_at = null, worker = null, lease_until = null, finished_at",
);

/** Whether all deliveries of a target, or its deliveries up to a number, have ended but are not yet stored as ended. */
export function isEnding(target: RawBuilder<unknown>, number?: RawBuilder<unknown>): RawBuilder<boolean> {
  const covers = number === undefined ? sql`` : sql`and e.up_to >= ${number}`;
  // The limit keeps PostgreSQL from using a join. The planner expects IS NULL to be rare, and coalesce to match half of
  // the rows.
  return sql`coalesce((select true from ${table('delivery_endings')} as e where e.target = ${target} ${covers} limit 1), false)`;
}

interface OfTarget {
  readonly target: number;
  readonly at: number;
}

/** The next claim refreshes a target that lost a lease or has no waiting deliveries. */
const endFirst = statement<OfTarget>()(
  (_dialect, { target, at }) => sql<never>`
    with signals as (insert into ${table('delivery_signals')} (target) values (${target}))
    update ${table('deliveries')} set ${disable} = ${at} where number = any(array(
      (select number from ${table('deliveries')} where target = ${target} and worker is not null)
      union all
      (select number from ${table('deliveries')} where target = ${target} and due_at is not null and worker is null
        order by due_at, number limit ${sql.lit(sliceSize)})
    )) and due_at is not null`,
);

/** Deliveries that are added later have larger numbers. */
const endRestLater = statement<OfTarget>()(
  (_dialect, { target, at }) => sql<never>`
    insert into ${table('delivery_endings')} (target, up_to, ended_at)
    select ${target}, nextval(${sql.raw(`'"@".delivery_numbers'`)}), ${at} where exists (
      select 1 from ${table('deliveries')} where target = ${target} and due_at is not null and worker is null
    )`,
);

interface Ending {
  readonly number: number;
  readonly target: number;
  readonly up_to: number;
  readonly ended_at: number;
}

const lockFirst = statement<object>()(
  () => sql<Ending>`select number, target, up_to, ended_at from ${table('delivery_endings')}
    order by number limit 1 for update skip locked`,
);

interface OfEnding extends OfTarget {
  readonly upTo: number;
}

const endWaiting = statement<OfEnding>()(
  (_dialect, { target, upTo, at }) => sql<never>`
    update ${table('deliveries')} set ${disable} = ${at} where number = any(array(
      select number from ${table('deliveries')}
      where target = ${target} and number <= ${upTo} and due_at is not null and worker is null
      order by due_at, number limit ${sql.lit(sliceSize)}
    )) and due_at is not null`,
);

/** Deliveries that a claim leased during the ending. */
const endLeased = statement<OfEnding>()(
  (_dialect, { target, upTo, at }) => sql<never>`
    update ${table('deliveries')} set ${disable} = ${at}
    where target = ${target} and number <= ${upTo} and worker is not null and due_at is not null`,
);

const forget = statement<{ readonly number: number; readonly target: number }>()(
  (_dialect, { number, target }) => sql<never>`
    with signals as (insert into ${table('delivery_signals')} (target) values (${target}))
    delete from ${table('delivery_endings')} where number = ${number}`,
);

/**
 * Ends the pending deliveries of a target: the leased ones and the first waiting ones immediately, and many others
 * later, in slices. Until then, no claim leases any of them, their attempts do not count, and later deliveries to the
 * target wait for them.
 *
 * @spec DQ5, PG26
 */
export function* endDeliveries({ target, at }: OfTarget): Query<void> {
  yield* run(endFirst, { target, at });
  yield* run(endRestLater, { target, at });
}

/** Ends the next slice. @returns Whether more slices may remain. @spec PG26 */
export function* endSlice(): Query<boolean> {
  const [ending] = yield* all(lockFirst, {});
  if (ending === undefined) return false;
  const { number, target, up_to: upTo, ended_at: at } = ending;
  if ((yield* run(endWaiting, { target, upTo, at })) === sliceSize) return true;
  // A lease that has ended by now has returned its delivery to the waiting ones.
  yield* run(endLeased, { target, upTo, at });
  yield* run(endWaiting, { target, upTo, at });
  yield* run(forget, { number, target });
  return true;
}
