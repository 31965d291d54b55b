import { endsWait, type QueueOperation, type Wake } from '@botwright/core/ports';
import type { InboxRow } from '../sql/queue-rows.ts';
import { raw, type Sql, sql, table } from './sql.ts';

interface OfWorker {
  readonly brand: string;
  readonly customer: number;
  readonly worker: string;
}

/** Condition: an entry `i` of the customer of this row `w` is work, as no wake holds it. */
const isOpen = sql`i.customer_number = w.customer_number and (i.ends_wait or not exists (
  select 1 from ${table('conversation_wakes')} as k
  where k.customer_number = w.customer_number and k.holds_inbox and k.due_at is not null))`;

/** Condition: a claim has found that the wake of the customer of this row `w` is due. */
const isWoken = sql`exists (
  select 1 from ${table('conversation_wakes')} as k where k.customer_number = w.customer_number and k.due_at is null)`;

/** Condition: the customer of this row `w` has work. */
export const hasWork: Sql = sql`(w.awaits_effects = 1
  or exists (select 1 from ${table('inbox')} as i where ${isOpen}) or ${isWoken})`;

/** The wake that holds the inbox of a customer, unless an entry ends the wait. */
const holdingWake = (customer: number): Sql => sql`
  select 1 from ${table('conversation_wakes')} where customer_number = ${customer} and holds_inbox
    and due_at is not null
    and not exists (select 1 from ${table('inbox')} where customer_number = ${customer} and ends_wait)`;

/** Unless a wake holds all. @spec CQ20, WT11 */
export const nextEntry = (brand: string, customer: number): Sql<InboxRow> => sql`
  select number, at, item_json from ${table('inbox')}
  where customer_number = ${customer} and brand = ${brand} and not exists (${holdingWake(customer)})
  order by number limit 1`;

export const findWake = (brand: string, customer: number): Sql<{ is_due: boolean }> => sql`
  select due_at is null as is_due from ${table('conversation_wakes')}
  where customer_number = ${customer} and brand = ${brand}`;

/** @spec WT10 */
export const putWake = (brand: string, customer: number, wake: Wake | 'none'): Sql =>
  wake === 'none'
    ? sql`delete from ${table('conversation_wakes')} where customer_number = ${customer} and brand = ${brand}`
    : sql`
      insert into ${table('conversation_wakes')} (customer_number, brand, since, due_at, holds_inbox)
      values (${customer}, ${brand}, ${wake.since}, ${wake.at}, ${wake.holdsInbox === true})
      on conflict (customer_number) do update
        set since = excluded.since, due_at = excluded.due_at, holds_inbox = excluded.holds_inbox`;

/** Finds a row if the worker has the lease. */
export const findLease = ({ brand, customer, worker }: OfWorker): Sql => sql`
  select worker from ${table('conversation_work')} as w
  where w.customer_number = ${customer} and w.brand = ${brand} and w.worker = ${worker}`;

/** Makes the row of a customer's work wait for other transactions: later statements see what they have stored. */
export const lockWork = (customer: number): Sql => sql`
  select 1 from ${table('conversation_work')} where customer_number = ${customer} for no key update`;

/**
 * Fails unless the worker has the lease. No claim ends the lease before the transaction ends.
 *
 * @spec CQ10
 */
export const requireLease = ({ brand, customer, worker }: OfWorker): Sql => sql`
  select ${table('require_version')}((select worker from ${table('conversation_work')}
    where customer_number = ${customer} and brand = ${brand} for no key update), ${worker})`;

/**
 * Adds an entry. Locks the row of work, even if it exists, so that a transaction that ends a lease sees the entry. With
 * a worker, the customer is leased to it if the row is new. While a wake holds the entry, locks the wake instead.
 *
 * @spec CQ1, CQ2, CQ21, WT11
 */
export function enqueue(
  brand: string,
  { customer, item, at, holder }: Extract<QueueOperation, { do: 'enqueue' }>,
): Sql<{ leased: boolean }> {
  const worker = holder?.worker ?? null;
  const ends = endsWait(item);
  const held = ends ? raw('') : sql`, held as materialized (${holdingWake(customer)} for share)`;
  return sql`
    with entry as (
      insert into ${table('inbox')} (brand, customer_number, at, item_json, ends_wait)
      values (${brand}, ${customer}, ${at}, ${JSON.stringify(item)}, ${ends})
    ) ${held}
    insert into ${table('conversation_work')} as w (customer_number, brand, waits_since, due_at, worker, counting)
    select ${customer}::bigint, ${brand}::text, ${at}::bigint, ${holder?.leaseUntil ?? at}::bigint, ${worker}::text,
      (${worker}::text is not null)::int ${raw(ends ? '' : 'where not exists (select 1 from held)')}
    on conflict (customer_number) do update set brand = excluded.brand
    returning w.xmax = 0 and w.worker is not null as leased`;
}

/**
 * Ends work of a customer in one statement, which does not see its own changes. Removes the row of work unless there is
 * more work, or another worker has the lease.
 *
 * @spec CQ1, CQ16, CQ19
 */
export function settle(
  brand: string,
  { customer, entry, effects, clearsDeaths, worker }: Extract<QueueOperation, { do: 'settle' }>,
): Sql<{ finished: boolean }> {
  const ofCustomer = sql`customer_number = ${customer} and brand = ${brand}`;
  const isOther = entry === undefined ? raw('') : sql`and i.number <> ${entry}`;
  const dropping =
    entry === undefined
      ? raw('with')
      : sql`with entry as (delete from ${table('inbox')} where ${ofCustomer} and number = ${entry}),`;
  const sets = [
    ...(effects === undefined ? [] : [`awaits_effects = ${Number(effects)}`]),
    ...(clearsDeaths ? ['deaths = 0', 'counting = (w.worker is not null)::int'] : []),
  ];
  if (effects === true) {
    return sql`${dropping} kept as (
        insert into ${table('conversation_work')} as w (customer_number, brand, waits_since, due_at, awaits_effects)
        values (${customer}, ${brand}, 0, 0, 1) on conflict (customer_number) do update set ${raw(sets.join(', '))}
      )
      select false as finished`;
  }
  const isLast = sql`
    coalesce(w.worker = ${worker ?? null}, w.worker is null) ${raw(effects === false ? '' : 'and w.awaits_effects = 0')}
    and not exists (select 1 from ${table('inbox')} as i where ${isOpen} ${isOther}) and not ${isWoken}`;
  const kept =
    sets.length === 0
      ? raw('')
      : sql`kept as (
          update ${table('conversation_work')} as w set ${raw(sets.join(', '))} where ${ofCustomer} and not (${isLast})
        ),`;
  return sql`${dropping} ${kept} finished as (
      delete from ${table('conversation_work')} as w where ${ofCustomer} and ${isLast} returning worker
    )
    select exists (select 1 from finished where worker is not null) as finished`;
}
