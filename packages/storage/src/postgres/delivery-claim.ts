import {
  type ClaimedDelivery,
  type ClaimRequest,
  createBodyBudget,
  createWorkerSlots,
  hasDeliverySlot,
} from '@botwright/core/ports';
import { type DeliveryRow, decodeDelivery, type OwnRow, ownColumns } from '../sql/queue-rows.ts';
import { isEnding } from './delivery-endings.ts';
import { firstDue, firstTurnOfOthers, readyBrands, turnUntil } from './delivery-turns.ts';
import type { Session } from './session.ts';
import { raw, type Sql, sql, table } from './sql.ts';

interface CandidateRow extends Pick<DeliveryRow, 'kind' | 'target_number'> {
  readonly brand: string;
  readonly number: number;
  readonly target: number;
  readonly body_number: number;
  readonly body_bytes: number;
  /** The turn of the target or brand that was served last. */
  readonly last_turn: number;
}

interface Looking {
  readonly now: number;
  readonly perTarget: number;
  /** The maximum number of deliveries. */
  readonly most: number;
  /** The maximum number of brands. */
  readonly brands: number;
}

/**
 * The deliveries that a claim may lease: per brand, in the order of turns, the deliveries in the order in which its
 * targets would be served. The first delivery of each target comes before the second of any target.
 *
 * Each subquery has a limit, so that PostgreSQL does not turn it into a join: for a limit in a parameter, it estimates
 * the number of rows from the size of the table, and reads all waiting deliveries.
 *
 * The last turn may be in the future, if the clock of another node is ahead or the clock was set back. This must not
 * delay a brand.
 */
export const findCandidates = ({ now, perTarget, most, brands }: Looking): Sql<CandidateRow> => sql`
    select b.brand, c.number, c.target, c.kind, c.target_number, d.body_number, body.bytes as body_bytes,
      (select last from ${table('delivery_turns')}) as last_turn
    from ${readyBrands(now, perTarget, brands)}
    cross join lateral (
      select t.number as target, t.kind, t.target_number, t.ready_at, t.turn, w.number, w.place from (
        select number, kind, target_number, ready_at, turn, leased from ${table('delivery_targets')} as t
        where t.brand = b.brand and t.ready_at <= ${turnUntil(now)} and t.leased < ${perTarget} and ${firstDue} <= ${now}
          and not ${isEnding(raw('t.number'))}
        order by ready_at, turn, number limit ${most}
      ) as t
      cross join lateral (
        select f.number, row_number() over (order by f.due_at, f.number) as place from (
          select number, due_at from ${table('deliveries')}
          where target = t.number and held = 0 and due_at <= ${now} and due_at is not null and worker is null
          order by due_at, number limit least(${most}::bigint, ${perTarget}::bigint - t.leased)
        ) as f
      ) as w
      order by w.place, t.ready_at, t.turn, t.number limit ${most}
    ) as c
    cross join lateral (select body_number from ${table('deliveries')} where number = c.number limit 1) as d
    cross join lateral (
      select octet_length(body)::bigint as bytes from ${table('delivery_bodies')} where number = d.body_number limit 1
    ) as body
    order by b.ready_at, b.turn, b.brand, c.place, c.ready_at, c.turn, c.target`;

type LeasedRow = OwnRow & {
  readonly number: number;
  /** Only for deliveries in `withBody`; the others have the same body as one of them. */
  readonly body: string | null;
};

interface Leasing extends Pick<ClaimRequest, 'worker' | 'now' | 'leaseUntil'>, Turns {
  readonly numbers: readonly number[];
  readonly withBody: readonly number[];
}

/**
 * Leases the chosen deliveries, except rows that another transaction has locked, and gives their targets and brands
 * their turns. A turn is the previous turn plus one. The statement does not see its own leases.
 */
const leaseAndServe = ({ now, leaseUntil, ...of }: Leasing) => sql<LeasedRow>`
    with leased as (
      update ${table('deliveries')} as d set worker = ${of.worker}, lease_until = ${leaseUntil} where d.number = any(array(
        select number from ${table('deliveries')} where number = any(${of.numbers}) and worker is null
          and due_at is not null for update skip locked
      )) returning d.number, d.target, d.body_number, ${raw(ownColumns)}
    ), served as (
      update ${table('delivery_targets')} as t set
        leased = s.taken + (select count(*) from ${table('deliveries')} as d
          where d.target = t.number and d.worker is not null),
        served_at = greatest(t.served_at, ${now}), turn = s.turn,
        ready_at = case when s.due_at is not null then greatest(${now}, t.served_at, s.due_at) end
      from (
        select t.number, t.taken, n.turn, (
          select d.due_at from ${table('deliveries')} as d
          where d.target = t.number and d.held = 0 and d.due_at is not null and d.worker is null
            and d.number not in (select number from leased)
          order by d.due_at, d.number limit 1
        ) as due_at
        from (select target as number, count(*) as taken from leased group by target) as t
        join unnest(${of.targets}::bigint[], ${of.targetTurns}::bigint[]) as n (number, turn) on n.number = t.number
      ) as s
      where t.number = s.number returning t.number, t.brand, t.ready_at
    ), served_brands as (
      update ${table('delivery_brands')} as b set served_at = greatest(b.served_at, ${now}), turn = s.turn,
        ready_at = case when s.ready_at is not null then greatest(${now}, b.served_at, s.ready_at) end
      from (
        select n.brand, u.turn, least(n.ready_at, ${firstTurnOfOthers('served')}) as ready_at
        from (select brand, min(ready_at) as ready_at from served group by brand) as n
        join unnest(${of.brands}::text[], ${of.brandTurns}::bigint[]) as u (brand, turn) on u.brand = n.brand
      ) as s
      where b.brand = s.brand
    ), stored as (
      update ${table('delivery_turns')} set last = ${of.last}, latest_at = greatest(latest_at, ${now}),
        look_at = least(look_at, ${leaseUntil}) where exists (select 1 from leased)
    )
    select d.number, ${raw(ownColumns)},
      case when d.number = any(${of.withBody}) then
        (select body from ${table('delivery_bodies')} where number = d.body_number) end as body
    from leased as d`;

const readBodies = (numbers: readonly number[]) =>
  sql<{
    number: number;
    body: string;
  }>`select number, body from ${table('delivery_bodies')} where number = any(${numbers})`;

export async function findCandidatesFor(session: Session, request: ClaimRequest): Promise<readonly CandidateRow[]> {
  const { now, perTarget } = request;
  const slots = createWorkerSlots(request.slots, request.held);
  const most = Math.min(request.limit, slots.free());
  if (most <= 0) return [];
  // A brand with free slots may have no further delivery, so the claim reads more brands.
  const brands = most + (request.held?.size ?? 0);
  return await session.all(findCandidates({ now, perTarget, most, brands }));
}

export async function lease(
  session: Session,
  candidates: readonly CandidateRow[],
  request: ClaimRequest,
): Promise<readonly ClaimedDelivery[]> {
  const { now, worker, leaseUntil } = request;
  const chosen = choose(candidates, request);
  const [first] = chosen;
  if (first === undefined) return [];

  const leased = await session.all(
    leaseAndServe({
      ...{ worker, now, leaseUntil, ...turnsOf(chosen, first.last_turn) },
      numbers: chosen.map(({ number }) => number),
      withBody: [...new Map(chosen.toReversed().map((row) => [row.body_number, row.number])).values()],
    }),
  );
  const rows = new Map(leased.map((row) => [row.number, row]));
  const taken = chosen.flatMap((candidate) => {
    const row = rows.get(candidate.number);
    return row === undefined ? [] : [{ ...row, ...candidate }];
  });
  const bodies = await bodiesOf(session, taken);
  return taken.map((row) => ({ brand: row.brand, ...decodeDelivery(row), body: bodies.get(row.body_number) ?? '' }));
}

/** Reads the body of a delivery that the claim did not lease, if it leased other deliveries with the same body. */
async function bodiesOf(
  session: Session,
  taken: readonly (CandidateRow & Pick<LeasedRow, 'body'>)[],
): Promise<ReadonlyMap<number, string>> {
  const bodies = new Map<number, string>();
  for (const { body_number, body } of taken) if (body !== null) bodies.set(body_number, body);
  const missing = [...new Set(taken.map((row) => row.body_number))].filter((number) => !bodies.has(number));
  if (missing.length === 0) return bodies;
  for (const { number, body } of await session.all(readBodies(missing))) bodies.set(number, body);
  return bodies;
}

/** The turns of the served targets and brands. */
interface Turns {
  readonly targets: readonly number[];
  readonly targetTurns: readonly number[];
  readonly brands: readonly string[];
  readonly brandTurns: readonly number[];
  readonly last: number;
}

/** @param before - The turn of the target or brand that was served last. */
function turnsOf(chosen: readonly CandidateRow[], before: number): Turns {
  const targets = inOrderServed(chosen.map(({ target }) => target));
  const brands = inOrderServed(chosen.map(({ brand }) => brand));
  const targetTurns = targets.map((_, index) => before + index + 1);
  const brandTurns = brands.map((_, index) => before + targets.length + index + 1);
  return { targets, targetTurns, brands, brandTurns, last: before + targets.length + brands.length };
}

/** Each brand or target once, ordered by its last serving. */
function inOrderServed<T>(served: readonly T[]): readonly T[] {
  return [...new Set(served.toReversed())].toReversed();
}

/** Brands take turns within the slots, until a body is too large. @spec DQ20, DQ22 */
function choose(candidates: readonly CandidateRow[], request: ClaimRequest): readonly CandidateRow[] {
  const slots = createWorkerSlots(request.slots, request.held);
  const most = Math.min(request.limit, slots.free());
  const budget = createBodyBudget<number>(request.bodyBytes);
  const queues = Map.groupBy(candidates, ({ brand }) => brand);
  const chosen: CandidateRow[] = [];
  for (let before = -1; before < chosen.length; ) {
    before = chosen.length;
    for (const [brand, queue] of queues) {
      if (chosen.length >= most || budget.isExceeded()) return chosen;
      const [first] = queue;
      if (first === undefined || !hasDeliverySlot(slots, brand)) continue;
      if (!budget.take(first.body_number, first.body_bytes)) return chosen;
      queue.shift();
      slots.take(brand);
      chosen.push(first);
    }
  }
  return chosen;
}
