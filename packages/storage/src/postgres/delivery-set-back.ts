import { dueAfterSetBack, leaseAfterSetBack, type SetBackClaim } from '@botwright/core/ports';
import { lockedDeliveries } from './delivery-changes.ts';
import { type Signal, signal } from './delivery-turns.ts';
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
  /** The waiting deliveries of a target come before those that are held back. */
  readonly held: 0 | 1;
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

/** A target without waiting deliveries, or without any that are held back, has one row, so that the limit counts the rows read. */
type SliceRow = Pick<DeliveryPlace, 'target' | 'held'> & (Wait | { readonly [TName in keyof Wait]: null });

const lowest = Number.MIN_SAFE_INTEGER;
const highest = Number.MAX_SAFE_INTEGER;

/**
 * The deliveries that are due later than now, target by target. Each subquery has a limit and the order of an index.
 */
const findWaits = (now: number, { target, held, after }: DeliveryPlace, most: number) => {
  const { dueAt, number } = after ?? { dueAt: lowest, number: lowest };
  return sql<SliceRow>`
    select t.number as target, t.held, w.number, w.due_at, w.since from (
      select n.number, h.held, n.number = ${target}::bigint and h.held = ${held}::smallint as is_first from (
        select number from ${table('delivery_targets')} where number >= ${target} order by number limit ${most}
      ) as n cross join (values (0::smallint), (1::smallint)) as h (held)
      where n.number > ${target}::bigint or h.held >= ${held}::smallint
      order by n.number, h.held limit ${most}
    ) as t left join lateral (
      select d.number, d.due_at, ${since} from ${table('deliveries')} as d
      where d.target = t.number and d.held = t.held and d.due_at is not null and d.worker is null
        and (d.due_at, d.number) >
          (case when t.is_first then greatest(${dueAt}::bigint, ${now}::bigint) else ${now}::bigint end,
            case when t.is_first and ${dueAt}::bigint > ${now}::bigint then ${number}::bigint else ${raw(highest)} end)
      order by d.due_at, d.number limit ${most}
    ) as w on true limit ${most}`;
};

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
  const first = place ?? { target: 0, held: 0 };
  const rows = await session.all(findWaits(claim.now, first, most));
  const last = rows.at(-1);
  if (last === undefined) return 'done';
  const waiting = rows.filter((row) => row.number !== null);
  const signalled = await hurry(session, waiting, claim, 0);
  if (signalled.length > 0) await session.run(signal(signalled));
  const leased = await session.all(findLeased(first.target, last.target));
  await hurry(session, leased, claim, 1);
  const ahead = leased.filter((each) => leaseAfterSetBack(each.lease_until, claim) !== undefined);
  if (ahead.length > 0) {
    await session.run(shortenLeases(numbersOf(ahead), claim.leaseUntil));
  }
  if (rows.length < most) return 'done';
  const { target, held } = last;
  if (last.number === null) return held === 0 ? { target, held: 1 } : { target: target + 1, held: 0 };
  return { target, held, after: { dueAt: last.due_at, number: last.number } };
}

/** @returns Signals of the deliveries that are now due. */
async function hurry(
  session: Session,
  waits: readonly Wait[],
  claim: SetBackClaim,
  isLeased: number,
): Promise<readonly Signal[]> {
  const ahead = waits.filter(({ since, due_at: dueAt }) => dueAfterSetBack({ since, dueAt }, claim) !== undefined);
  if (ahead.length === 0) return [];
  return session.all(makeDue(numbersOf(ahead), claim.now, isLeased));
}

function numbersOf(waits: readonly Wait[]): readonly number[] {
  return waits.map(({ number }) => number);
}
