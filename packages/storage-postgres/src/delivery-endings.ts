import { all, type Query, run, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';

/** Deliveries that one transaction ends at most, but for those under lease: about a tenth of a second of work. */
const sliceSize = 1_000;

/** The columns of a delivery that is ended because its target is disabled; what follows is the moment. */
export const disable = sql.raw(
  "state = 'dead', reason = 'disabled', due_at = null, worker = null, lease_until = null, finished_at",
);

/** Whether the deliveries of a target, or those up to a number, have ended and are still to be written so. */
export function isEnding(target: RawBuilder<unknown>, number?: RawBuilder<unknown>): RawBuilder<boolean> {
  const covers = number === undefined ? sql`` : sql`and e.up_to >= ${number}`;
  // The limit keeps PostgreSQL from making a join of it. It takes IS NULL for rare, and coalesce for as likely as not.
  return sql`coalesce((select true from ${table('delivery_endings')} as e where e.target = ${target} ${covers} limit 1), false)`;
}

interface OfTarget {
  readonly target: number;
  readonly at: number;
}

/** A target that has a lease less, or nothing that waits, is refreshed by the next claim. */
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

/** What is added from now on has a larger number. */
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

/** Those that a claim leased while they were ended. */
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
 * Ends the pending deliveries of a target: those under lease and the first that wait at once, and many others later,
 * slice by slice. Until then none of them is claimed, or counts when its attempt ends; what is added to the target
 * waits for them.
 *
 * @spec DQ5, PG26
 */
export function* endDeliveries({ target, at }: OfTarget): Query<void> {
  yield* run(endFirst, { target, at });
  yield* run(endRestLater, { target, at });
}

/** Ends the next slice. @returns Whether there may be another one. @spec PG26 */
export function* endSlice(): Query<boolean> {
  const [ending] = yield* all(lockFirst, {});
  if (ending === undefined) return false;
  const { number, target, up_to: upTo, ended_at: at } = ending;
  if ((yield* run(endWaiting, { target, upTo, at })) === sliceSize) return true;
  // A lease that ended meanwhile has put its delivery back among those that wait.
  yield* run(endLeased, { target, upTo, at });
  yield* run(endWaiting, { target, upTo, at });
  yield* run(forget, { number, target });
  return true;
}
