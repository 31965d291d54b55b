import { dueAfterSetBack, leaseAfterSetBack, type SetBackClaim } from '@botwright/core/ports';
import { lockedDeliveries } from './delivery-changes.ts';
import { signal } from './delivery-turns.ts';
import type { Session } from './session.ts';
import { raw, sql, table } from './sql.ts';

/** The maximum number of targets and deliveries that a slice reads, not counting leased ones. */
export const rowsAtOnce = 1_000;

/**
 * The end of a slice: the next slice continues with the deliveries of a target that are due later than this one, or
 * with the next target.
 */
export interface DeliveryPlace {
  readonly target: number;
  readonly after?: { readonly dueAt: number; readonly number: number };
}

/** The moment when the wait of a delivery `d` began: the end of its last attempt, or its creation. */
const since = sql`coalesce((d.attempts::json -> -1 ->> 'at')::float8::bigint
  + (d.attempts::json -> -1 ->> 'durationMs')::float8::bigint, d.created_at) as since`;

interface Wait {
  readonly number: number;
  readonly due_at: number;
  readonly since: number;
}

/** A target without waiting deliveries has one row, so that the limit counts the rows read. */
type SliceRow = { readonly target: number } & (Wait | { readonly [TName in keyof Wait]: null });

const lowest = Number.MIN_SAFE_INTEGER;
const highest = Number.MAX_SAFE_INTEGER;

/**
 * The deliveries that are due later than now, target by target. Each subquery has a limit and the order of an index.
 */
const findWaits = (now: number, target: number, { dueAt, number }: NonNullable<DeliveryPlace['after']>, most: number) =>
  sql<SliceRow>`
    select t.number as target, w.number, w.due_at, w.since from (
      select number from ${table('delivery_targets')} where number >= ${target} order by number limit ${most}
    ) as t left join lateral (
      select d.number, d.due_at, ${since} from ${table('deliveries')} as d
      where d.target = t.number and d.due_at is not null and d.worker is null and (d.due_at, d.number) >
        (case when t.number = ${target} then greatest(${dueAt}::bigint, ${now}::bigint) else ${now}::bigint end,
          case when t.number = ${target} and ${dueAt}::bigint > ${now}::bigint then ${number}::bigint
            else ${raw(highest)} end)
      order by d.due_at, d.number limit ${most}
    ) as w on true limit ${most}`;

interface LeasedWait extends Wait {
  readonly lease_until: number;
}

const findLeased = (from: number, to: number) => sql<LeasedWait>`
    select d.number, d.due_at, d.lease_until, ${since} from ${table('deliveries')} as d
    where d.target >= ${from} and d.target <= ${to} and d.worker is not null and d.due_at is not null`;

/** Leaves deliveries unchanged that another transaction has leased, released or ended since. */
const makeDue = (numbers: readonly number[], now: number, isLeased: number) => sql<{ target: number }>`
    update ${table('deliveries')} set due_at = ${now}
    where number = ${lockedDeliveries(sql`number = any(${numbers})`)} and due_at is not null and (worker is not null)::int = ${isLeased} returning target`;

const shortenLeases = (numbers: readonly number[], leaseUntil: number) => sql`
    update ${table('deliveries')} set lease_until = ${leaseUntil}
    where number = ${lockedDeliveries(sql`number = any(${numbers})`)} and worker is not null`;

const lookForLeases = sql`update ${table('delivery_turns')} set look_at = 0`;

/**
 * Makes deliveries of some targets due that a clock that was ahead had planned. The caller runs it in turn, so that no
 * claim leases anything during the change.
 *
 * @param most - The maximum number of rows to read, not counting leases. @returns The start of the next slice.
 * @spec DQ27, PG35
 */
export async function deliverySetBackSlice(
  session: Session,
  claim: SetBackClaim,
  place: DeliveryPlace | undefined,
  most: number,
): Promise<DeliveryPlace | 'done'> {
  if (place === undefined) await session.run(lookForLeases);
  const { target: from, after = { dueAt: lowest, number: lowest } } = place ?? { target: 0 };
  const rows = await session.all(findWaits(claim.now, from, after, most));
  const last = rows.at(-1);
  if (last === undefined) return 'done';
  const waiting = rows.filter((row) => row.number !== null);
  const signalled = await hurry(session, waiting, claim, 0);
  if (signalled.length > 0) await session.run(signal(signalled));
  const leased = await session.all(findLeased(from, last.target));
  await hurry(session, leased, claim, 1);
  const ahead = leased.filter((each) => leaseAfterSetBack(each.lease_until, claim) !== undefined);
  if (ahead.length > 0) {
    await session.run(shortenLeases(numbersOf(ahead), claim.leaseUntil));
  }
  if (rows.length < most) return 'done';
  if (last.number === null) return { target: last.target + 1 };
  return { target: last.target, after: { dueAt: last.due_at, number: last.number } };
}

/** @returns The targets of the deliveries that are now due. */
async function hurry(
  session: Session,
  waits: readonly Wait[],
  claim: SetBackClaim,
  isLeased: number,
): Promise<readonly number[]> {
  const ahead = waits.filter(({ since, due_at: dueAt }) => dueAfterSetBack({ since, dueAt }, claim) !== undefined);
  if (ahead.length === 0) return [];
  const changed = await session.all(makeDue(numbersOf(ahead), claim.now, isLeased));
  return changed.map(({ target }) => target);
}

function numbersOf(waits: readonly Wait[]): readonly number[] {
  return waits.map(({ number }) => number);
}
