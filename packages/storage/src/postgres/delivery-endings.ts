import type { QueueOperation } from '@botwright/core/ports';
import { customerIfOrdered, lockedDeliveries } from './delivery-changes.ts';
import type { Session } from './session.ts';
import { raw, type Sql, sql, table } from './sql.ts';

/**
 * The maximum number of deliveries that one transaction ends, not counting leased ones: about a tenth of a second of
 * work.
 */
const sliceSize = 1_000;

/** Sets the columns of a delivery that ends because its target is disabled. The moment follows. */
export const disable = raw(
  "state = 'dead', reason = 'disabled', due_at = null, worker = null, lease_until = null, finished_at",
);

/** Whether all deliveries of a target, or its deliveries up to a number, have ended but are not yet stored as ended. */
export function isEnding(target: Sql, number?: Sql): Sql {
  const covers = number === undefined ? sql`` : sql`and e.up_to >= ${number}`;
  // The limit keeps PostgreSQL from using a join. The planner expects IS NULL to be rare, and coalesce to match half of
  // the rows.
  return sql`coalesce((select true from ${table('delivery_endings')} as e where e.target = ${target} ${covers} limit 1), false)`;
}

/** The next claim refreshes a target that lost a lease or has no waiting deliveries. */
const endFirst = (target: Sql, at: number) => sql`
    with ended as (update ${table('deliveries')} set ${disable} = ${at}
    where number = ${lockedDeliveries(sql`number = any(array(
      (select number from ${table('deliveries')} where target = ${target} and worker is not null)
      union all
      (select number from ${table('deliveries')} where target = ${target} and due_at is not null and worker is null
        order by held, due_at, number limit ${raw(sliceSize)})
    ))`)} and due_at is not null returning target, ${customerIfOrdered})
    insert into ${table('delivery_signals')} (target, customer_number) select target, customer_number from ended
    union select t.number, null from (select ${target} as number) as t where t.number is not null`;

/** Deliveries that are added later have larger numbers. */
const endRestLater = (target: Sql, at: number) => sql`
    insert into ${table('delivery_endings')} (target, up_to, ended_at)
    select t.number, nextval(${raw(`'"@".delivery_numbers'`)}), ${at}::bigint from (select ${target} as number) as t where exists (
      select 1 from ${table('deliveries')} where target = t.number and due_at is not null and worker is null
    )`;

interface Ending {
  readonly number: number;
  readonly target: number;
  readonly up_to: number;
  readonly ended_at: number;
}

const lockFirst = sql<Ending>`
    select number, target, up_to, ended_at from ${table('delivery_endings')}
    order by number limit 1 for update skip locked`;

/** Adds signals of the lines of ordered deliveries that ended: others may have been added behind them. */
const signalEnded = sql`insert into ${table('delivery_signals')} (target, customer_number)
      select distinct target, customer_number from ended where customer_number is not null`;

const endWaiting = (ending: Ending) => sql<{ ended: number }>`
    with ended as (update ${table('deliveries')} set ${disable} = ${ending.ended_at}
    where number = ${lockedDeliveries(sql`number = any(array(
      select number from ${table('deliveries')}
      where target = ${ending.target} and number <= ${ending.up_to} and due_at is not null and worker is null
      order by held, due_at, number limit ${raw(sliceSize)}
    ))`)} and due_at is not null returning target, ${customerIfOrdered}), signals as (${signalEnded})
    select count(*) as ended from ended`;

/** Deliveries that a claim leased during the ending. */
const endLeased = (ending: Ending) => sql`
    with ended as (update ${table('deliveries')} set ${disable} = ${ending.ended_at}
    where number = ${lockedDeliveries(sql`target = ${ending.target} and worker is not null`)}
      and number <= ${ending.up_to} and worker is not null and due_at is not null returning target, ${customerIfOrdered})
    ${signalEnded}`;

const forget = ({ number, target }: Ending) => sql`
    with signals as (insert into ${table('delivery_signals')} (target) values (${target}))
    delete from ${table('delivery_endings')} where number = ${number}`;

/** Ends all deliveries about a customer, or about all customers on the channels of a bot, and erases their bodies. */
const eraseOf = (brand: string, customers: Sql, at: number): Sql =>
  sql`
    with erased as materialized (
      select d.number, d.body_number, d.target, d.due_at, d.customer_number, d.ordered from ${customers} as c
      join ${table('deliveries')} as d on d.brand = ${brand} and d.customer_number = c.number
    ), bodies as (
      delete from ${table('delivery_bodies')} where number = any(array(select body_number from erased))
    ), signals as (
      insert into ${table('delivery_signals')} (target, customer_number)
      select distinct target, ${customerIfOrdered} from erased where due_at is not null
    )
    update ${table('deliveries')} set ${disable} = ${at}
    where number = ${lockedDeliveries(sql`number = any(array(select number from erased where due_at is not null))`)}
      and due_at is not null`.with({
    duration: 'any',
  });

/**
 * Statements that end pending deliveries. Of a target: the leased ones and the first waiting ones immediately, and many
 * others later, in slices. Until then, no claim leases any of them, their attempts do not count, and later deliveries to
 * the target wait for them.
 *
 * @spec DQ5, DQ6, DQ19, DQ29, PG26, PG28
 */
export function endDeliveries(
  brand: string,
  { of, at }: Pick<Extract<QueueOperation, { do: 'endDeliveries' }>, 'of' | 'at'>,
): readonly Sql[] {
  if ('target' in of) {
    const { kind, number } = of.target;
    const target = sql`(select number from ${table('delivery_targets')}
      where brand = ${brand} and kind = ${kind} and target_number = ${number})`;
    return [endFirst(target, at), endRestLater(target, at)];
  }
  if ('customer' in of) return [eraseOf(brand, sql`(select ${of.customer}::bigint as number)`, at)];
  const customers = sql`(select c.number from ${table('channel_records')} as ch
    join ${table('customer_records')} as c on c.brand = ch.brand and c.channel_number = ch.number
    where ch.brand = ${brand} and ch.bot_id = ${of.bot})`;
  return [eraseOf(brand, customers, at)];
}

/** Ends the next slice. @returns Whether more slices may remain. @spec PG26 */
export async function endSlice(session: Session): Promise<boolean> {
  const ending = await session.get(lockFirst);
  if (ending === undefined) return false;
  if ((await session.get(endWaiting(ending)))?.ended === sliceSize) return true;
  // A lease that has ended by now has returned its delivery to the waiting ones.
  await session.run(endLeased(ending));
  await session.get(endWaiting(ending));
  await session.run(forget(ending));
  return true;
}
