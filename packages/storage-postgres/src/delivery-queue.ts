import {
  type ClaimedDelivery,
  type ClaimRequest,
  createBodyBudget,
  createWorkerSlots,
  type EndedDelivery,
  hasDeliverySlot,
  queueDepth,
} from '@botwright/core/ports';
import { all, type Expressions, get, type Query, type RunQuery, run, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';
import { countersOf } from './counters.ts';
import { isEnding } from './delivery-endings.ts';
import {
  type DeliveryRow,
  decodeDelivery,
  deliveryColumns,
  encodeProgress,
  type OwnRow,
  ownColumns,
} from './delivery-row.ts';
import type { PostgresDeliveryQueue } from './postgres-delivery-queue.ts';

/** Signals that a claim takes at most, so that none takes long after all workers were stopped. */
const signalsAtOnce = 10_000;

/**
 * Milliseconds after which a claim looks for leases that have ended in any case. What another transaction was changing
 * at the last look, and what a node of an older release has leased, is found by then.
 */
const longestUnlooked = 1_000;

/** Signals that are looked at one by one, to find out whether they say anything. */
const signalsLookedAt = 100;

/**
 * Whether there are signals of targets that may have another lease. Those of the others can wait for the claim that
 * stores a result of theirs: on a busy target each new delivery would bring a claim that finds nothing.
 */
const hasOpenSignals = (perTarget: RawBuilder<unknown>) => sql`(
  exists (
    select 1 from (
      select distinct target from (
        select target from ${table('delivery_signals')} order by number limit ${sql.lit(signalsLookedAt)}
      ) as s
    ) as s
    where (select count(*) from ${table('deliveries')} as d where d.target = s.target and d.worker is not null) < ${perTarget}
  ) or exists (
    select 1 from ${table('delivery_signals')} order by number offset ${sql.lit(signalsLookedAt)} limit 1
  ))`;

const until = (now: RawBuilder<unknown>) => sql`(select greatest(${now}, latest_at) from ${table('delivery_turns')})`;

/** The brands whose turn has come, of which a target may have another lease, in their order. */
function readyBrands({ now, perTarget, brands }: Expressions<{ now: number; perTarget: number; brands: number }>) {
  return sql`(
    select brand, ready_at, turn from ${table('delivery_brands')} as b where ready_at <= ${until(now)} and (
      select true from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at <= ${until(now)} and t.leased < ${perTarget}
      order by t.ready_at, t.turn, t.number limit 1
    ) order by ready_at, turn, brand limit ${brands}
  ) as b`;
}

/**
 * Whether a claim may find anything to do: work whose turn has come or is to be worked out, a look for leases that have
 * ended, deliveries that are still to be written as ended. Costs less than a claim that finds nothing.
 */
export const findAnything = statement<{ readonly now: number; readonly perTarget: number }>()(
  (_dialect, { now, perTarget }) => sql<{ found: boolean | null }>`
    select ${hasOpenSignals(perTarget)} or exists (select 1 from ${table('delivery_endings')})
      or exists (select 1 from ${table('delivery_turns')} where look_at <= ${now})
      or exists (select 1 from ${readyBrands({ now, perTarget, brands: sql.lit(1) })}) as found`,
);

/**
 * Ends leases, as parts of a statement. What another transaction is changing is left to a later claim. The index of
 * leases has many that are over, so that looking for each claim would take longer than the claim.
 */
function leasesOver(now: RawBuilder<unknown>, except = sql``): RawBuilder<unknown> {
  return sql`due as materialized (select true from ${table('delivery_turns')} where look_at <= ${now}), looked as (
      update ${table('delivery_turns')} set look_at = least(${now}::bigint + ${sql.lit(longestUnlooked)},
        (select min(lease_until) from ${table('deliveries')} where worker is not null and lease_until > ${now}))
      where look_at <= ${now}
    ), over as (
      update ${table('deliveries')} set worker = null, lease_until = null where exists (select true from due)
        and number in (select number from ${table('deliveries')}
          where worker is not null and lease_until <= ${now} ${except} for update skip locked)
      returning target
    )`;
}

/** How many leases had lasted as long as they may. */
interface LeasesOver {
  readonly over: number;
}

/** Signals of the targets of leases that are over, as a part of a statement. */
const signalsOfOver = sql`signals as (
  insert into ${table('delivery_signals')} (target) select distinct target from over
)`;

const endLeases = statement<{ readonly now: number }>()(
  (_dialect, { now }) => sql<LeasesOver>`with ${leasesOver(now)}, ${signalsOfOver} select count(*) as over from over`,
);

interface EndedParams {
  readonly worker: string;
  /** A JSON list. */
  readonly ended: string;
}

/** Both are JSON lists: the one that is stored, without its end, is the beginning of the other. */
const continuesLog = sql`starts_with(e.attempts, left(d.attempts, -1))`;

/** Stores results, as a statement without its `returning`. */
function completion(worker: RawBuilder<unknown>, ended: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update ${table('deliveries')} as d set worker = null, lease_until = null, state = e.state, due_at = e.due_at,
      finished_at = e.finished_at, reason = e.reason, attempts = e.attempts
    from json_to_recordset(${ended}::json) as e (brand text, id text, state text, due_at bigint, finished_at bigint,
      reason text, attempts text)
    where d.brand = e.brand and d.id = e.id and d.worker = ${worker} and ${continuesLog}
      and not ${isEnding(sql.ref('d.target'), sql.ref('d.number'))}`;
}

const completeAll = statement<EndedParams>()(
  (_dialect, { worker, ended }) => sql<{ target: number; brand: string; id: string }>`
    ${completion(worker, ended)} returning d.target, d.brand, d.id`,
);

/** What a claim begins with. No row is changed twice. The targets of what it stores are for `refresh` to find. */
const completeAndEndLeases = statement<EndedParams & { readonly now: number }>()(
  (_dialect, { worker, ended, now }) => sql<LeasesOver>`
    with completed as (${completion(worker, ended)} returning d.number),
      ${leasesOver(now, sql`and number not in (select number from completed)`)}, ${signalsOfOver}
    select count(*) as over from over`,
);

const findLeased = statement<EndedParams>()(
  (_dialect, { worker, ended }) => sql<DeliveryRow & { readonly brand: string }>`
    select d.brand, ${deliveryColumns} from json_to_recordset(${ended}::json) as e (brand text, id text)
    join ${table('deliveries')} as d on d.brand = e.brand and d.id = e.id
    join ${table('delivery_targets')} as t on t.number = d.target where d.worker = ${worker}`,
);

/** Of deliveries whose lease ended otherwise than by a claim, the next claim refreshes the targets. */
const signal = statement<{ readonly targets: readonly number[] }>()(
  (_dialect, { targets }) =>
    sql<never>`insert into ${table('delivery_signals')} (target) select distinct unnest(${targets}::bigint[])`,
);

const firstDue = sql`(select d.due_at from ${table('deliveries')} as d where d.target = t.number and d.due_at is not null
  and d.worker is null order by d.due_at, d.number limit 1)`;

/** When the first target of a brand `n.brand` can have its turn, of those that this statement does not change. */
const firstTurnOfOthers = (changed: string) => sql`(select t.ready_at from ${table('delivery_targets')} as t
  where t.brand = n.brand and t.ready_at is not null and t.number not in (select number from ${sql.ref(changed)})
  order by t.ready_at, t.turn, t.number limit 1)`;

/**
 * When targets can have their next turns: once the first delivery is due, and not before their last turns. Of the
 * targets of the deliveries given, and of those that others have left signals of. Their brands can have theirs with the
 * first target.
 */
const refresh = statement<{ readonly ended: string }>()(
  (_dialect, { ended }) => sql<Refreshed>`
    with taken as materialized (
      delete from ${table('delivery_signals')} where number in
        (select number from ${table('delivery_signals')} order by number limit ${sql.lit(signalsAtOnce)}) returning target
    ), refreshed as (
      update ${table('delivery_targets')} as t set
        leased = (select count(*) from ${table('deliveries')} as d where d.target = t.number and d.worker is not null),
        ready_at = case when first.due_at is not null and not ${isEnding(sql.ref('t.number'))}
          then greatest(t.served_at, first.due_at) end
      from (select t.number, ${firstDue} as due_at from ${table('delivery_targets')} as t
        where t.number = any(array(select target from taken union
          select d.target from json_to_recordset(${ended}::json) as e (brand text, id text)
          join ${table('deliveries')} as d on d.brand = e.brand and d.id = e.id))) as first
      where t.number = first.number returning t.number, t.brand, t.ready_at
    ), brands as (
      insert into ${table('delivery_brands')} as b (brand, ready_at)
      select n.brand, least(n.ready_at, ${firstTurnOfOthers('refreshed')})
      from (select brand, min(ready_at) as ready_at from refreshed group by brand) as n
      on conflict (brand) do update set
        ready_at = case when excluded.ready_at is not null then greatest(b.served_at, excluded.ready_at) end
    )
    select (select count(*) from taken) as signals, exists (select 1 from ${table('delivery_endings')}) as endings`,
);

interface CandidateRow extends Pick<DeliveryRow, 'kind' | 'target_number'> {
  readonly brand: string;
  readonly number: number;
  readonly target: number;
  readonly body_number: number;
  readonly body_bytes: number;
  /** The turn of whoever was served last. */
  readonly last_turn: number;
}

/**
 * What a claim may lease: of each brand, in the order of turns, the deliveries in the order in which its targets would
 * be served. The first of each target comes before the second of any.
 *
 * Each subquery has a limit, so that PostgreSQL does not turn it into a join: it would estimate how many rows a limit
 * that is a parameter leaves by the size of the table, and read all that wait.
 *
 * The last turn may be in the future, when another node's clock is ahead or the clock was set back. That must not delay
 * a brand.
 */
export const findCandidates = statement<{
  readonly now: number;
  readonly perTarget: number;
  readonly most: number;
  readonly brands: number;
}>()(
  (_dialect, { now, perTarget, most, brands }) => sql<CandidateRow>`
    select b.brand, c.number, c.target, c.kind, c.target_number, d.body_number, body.bytes as body_bytes,
      (select last from ${table('delivery_turns')}) as last_turn
    from ${readyBrands({ now, perTarget, brands })}
    cross join lateral (
      select t.number as target, t.kind, t.target_number, t.ready_at, t.turn, w.number, w.place from (
        select number, kind, target_number, ready_at, turn, leased from ${table('delivery_targets')} as t
        where t.brand = b.brand and t.ready_at <= ${until(now)} and t.leased < ${perTarget} and ${firstDue} <= ${now}
          and not ${isEnding(sql.ref('t.number'))}
        order by ready_at, turn, number limit ${most}
      ) as t
      cross join lateral (
        select f.number, row_number() over (order by f.due_at, f.number) as place from (
          select number, due_at from ${table('deliveries')}
          where target = t.number and due_at <= ${now} and due_at is not null and worker is null
          order by due_at, number limit least(${most}::bigint, ${perTarget}::bigint - t.leased)
        ) as f
      ) as w
      order by w.place, t.ready_at, t.turn, t.number limit ${most}
    ) as c
    cross join lateral (select body_number from ${table('deliveries')} where number = c.number limit 1) as d
    cross join lateral (
      select octet_length(body)::bigint as bytes from ${table('delivery_bodies')} where number = d.body_number limit 1
    ) as body
    order by b.ready_at, b.turn, b.brand, c.place, c.ready_at, c.turn, c.target`,
);

type LeasedRow = OwnRow & {
  readonly number: number;
  /** Of those in `withBody`; others have the same. */
  readonly body: string | null;
};

/**
 * Leases what was chosen, but for what another transaction has locked, and gives its targets and brands their turns. A
 * turn is one more than that of whoever was served before. This statement does not see what it has leased itself.
 */
const leaseAndServe = statement<{
  readonly numbers: readonly number[];
  readonly withBody: readonly number[];
  readonly worker: string;
  readonly now: number;
  readonly leaseUntil: number;
  readonly targets: readonly number[];
  readonly targetTurns: readonly number[];
  readonly brands: readonly string[];
  readonly brandTurns: readonly number[];
  readonly last: number;
}>()(
  (
    _dialect,
    { numbers, withBody, worker, now, leaseUntil, targets, targetTurns, brands, brandTurns, last },
  ) => sql<LeasedRow>`
    with leased as (
      update ${table('deliveries')} as d set worker = ${worker}, lease_until = ${leaseUntil} where d.number in (
        select number from ${table('deliveries')} where number = any(${numbers}) and worker is null
          and due_at is not null for update skip locked
      ) returning d.number, d.target, d.body_number, ${ownColumns}
    ), served as (
      update ${table('delivery_targets')} as t set
        leased = s.taken + (select count(*) from ${table('deliveries')} as d
          where d.target = t.number and d.worker is not null),
        served_at = greatest(t.served_at, ${now}), turn = s.turn,
        ready_at = case when s.due_at is not null then greatest(${now}, t.served_at, s.due_at) end
      from (
        select t.number, t.taken, n.turn, (
          select d.due_at from ${table('deliveries')} as d
          where d.target = t.number and d.due_at is not null and d.worker is null
            and d.number not in (select number from leased)
          order by d.due_at, d.number limit 1
        ) as due_at
        from (select target as number, count(*) as taken from leased group by target) as t
        join unnest(${targets}::bigint[], ${targetTurns}::bigint[]) as n (number, turn) on n.number = t.number
      ) as s
      where t.number = s.number returning t.number, t.brand, t.ready_at
    ), served_brands as (
      update ${table('delivery_brands')} as b set served_at = greatest(b.served_at, ${now}), turn = s.turn,
        ready_at = case when s.ready_at is not null then greatest(${now}, b.served_at, s.ready_at) end
      from (
        select n.brand, u.turn, least(n.ready_at, ${firstTurnOfOthers('served')}) as ready_at
        from (select brand, min(ready_at) as ready_at from served group by brand) as n
        join unnest(${brands}::text[], ${brandTurns}::bigint[]) as u (brand, turn) on u.brand = n.brand
      ) as s
      where b.brand = s.brand
    ), stored as (
      update ${table('delivery_turns')} set last = ${last}, latest_at = greatest(latest_at, ${now}),
        look_at = least(look_at, ${leaseUntil}) where exists (select 1 from leased)
    )
    select d.number, ${ownColumns},
      case when d.number = any(${withBody}) then
        (select body from ${table('delivery_bodies')} where number = d.body_number) end as body
    from leased as d`,
);

const readBodies = statement<{ readonly numbers: readonly number[] }>()(
  (_dialect, { numbers }) =>
    sql<{
      number: number;
      body: string;
    }>`select number, body from ${table('delivery_bodies')} where number = any(${numbers})`,
);

const renew = statement<{ readonly worker: string; readonly leaseUntil: number }>()(
  (_dialect, { worker, leaseUntil }) =>
    sql<never>`update ${table('deliveries')} set lease_until = ${leaseUntil} where worker = ${worker}`,
);

const free = sql`update ${table('deliveries')} set worker = null, lease_until = null where worker is not null`;

const releaseAll = statement<{ readonly worker: string }>()(
  (_dialect, { worker }) => sql<{ target: number }>`${free} and worker = ${worker} returning target`,
);

const releaseNamed = statement<{ readonly worker: string; readonly ids: readonly string[] }>()(
  (_dialect, { worker, ids }) =>
    sql<{ target: number }>`${free} and worker = ${worker} and id = any(${ids}) returning target`,
);

const recover = statement<object>()(() => sql<{ target: number }>`${free} returning target`);

/** The first turn among the brands that may have another slot, and whether there are signals, without which it is right. */
export const findNextTurn = statement<{ readonly perTarget: number; readonly full: readonly string[] }>()(
  (_dialect, { perTarget, full }) => sql<{ at: number | null; signalled: boolean }>`
    select ${hasOpenSignals(perTarget)} as signalled,
      min(greatest(b.ready_at, t.ready_at))::bigint as at from ${table('delivery_brands')} as b
    cross join lateral (
      select t.ready_at from ${table('delivery_targets')} as t
      where t.brand = b.brand and t.ready_at is not null and t.leased < ${perTarget} order by t.ready_at, t.turn, t.number limit 1
    ) as t
    where b.ready_at is not null and b.brand <> all(${full}::text[])`,
);

/** Reads the counters of lists, and the first that waits of each target. */
export const readDepths = statement<object>()(
  () => sql<{ brand: string; pending: number; oldest: number | null }>`
    select b.brand, c.pending, w.oldest from (select distinct brand from ${table('delivery_targets')}) as b
    cross join lateral (
      select coalesce(sum(total), 0)::bigint as pending from ${countersOf(sql`b.brand`, 'deliveries')} as c
      where part[3] = 'pending'
    ) as c
    cross join lateral (
      select min(f.due_at)::bigint as oldest from ${table('delivery_targets')} as t
      cross join lateral ${firstDue} as f (due_at) where t.brand = b.brand
    ) as w`,
);

/**
 * Bodies go with the last delivery that has them. What is chosen stands in a query of its own: PostgreSQL may run a
 * subquery again for each row, and one that skips what is locked would then choose others each time.
 */
const prune = statement<{ readonly before: number; readonly limit: number }>()(
  (_dialect, { before, limit }) => sql<{ body_number: number }>`
    with chosen as materialized (
      select number from ${table('deliveries')} where finished_at < ${before} order by finished_at limit ${limit}
      for update skip locked
    )
    delete from ${table('deliveries')} where number in (select number from chosen) returning body_number`,
);

/** Of two nodes that prune deliveries with the same body, the second looks when the first has committed. */
const lockBodies = statement<{ readonly numbers: readonly number[] }>()(
  (_dialect, { numbers }) =>
    sql<never>`select number from ${table('delivery_bodies')} where number = any(${numbers}) order by number for update`,
);

const dropBodies = statement<{ readonly numbers: readonly number[] }>()(
  (_dialect, { numbers }) => sql<never>`
    delete from ${table('delivery_bodies')} as b where b.number = any(${numbers})
    and not exists (select 1 from ${table('deliveries')} as d where d.body_number = b.number)`,
);

export interface DeliveryQueueOptions {
  readonly read: RunQuery;
  /** Runs in a transaction of its own, and again after a deadlock. */
  readonly write: RunQuery;
  /** A transaction, one at a time: the turns of brands and targets, and their bounds, are for all workers together. */
  readonly inTurn: <T>(work: (run: RunQuery) => Promise<T>) => Promise<T>;
  /** Is called when there are deliveries that have ended and are still to be written so. */
  readonly endLater: () => void;
}

/** @spec DQ8, DQ9, DQ10, DQ11, DQ12, DQ13, DQ14, DQ15, DQ16, DQ17, DQ18, DQ20, DQ24, DQ22, DQ23, DQ25, DQ26 */
export function createDeliveryQueue({ read, write, inTurn, endLater }: DeliveryQueueOptions): PostgresDeliveryQueue {
  const freeing = (query: () => Query<readonly { target: number }[]>) =>
    write(function* () {
      const targets = (yield* query()).map(({ target }) => target);
      if (targets.length > 0) yield* run(signal, { targets });
      return targets.length;
    });

  return {
    async claim(request) {
      const { worker, now, perTarget } = request;
      const ended = encodeEnded(request.ended ?? []);
      if (ended === undefined && (await read(() => get(findAnything, { now, perTarget })))?.found !== true) return [];
      const { claimed, over, endings } = await inTurn(async (run) => {
        // None needs the result of another, but each sees what those before it have written.
        const [leases, { endings }, candidates] = await Promise.all([
          run(
            () => (ended === undefined ? get(endLeases, { now }) : get(completeAndEndLeases, { worker, ended, now })),
            {
              overlaps: true,
            },
          ),
          run(() => refreshed(ended), { overlaps: true }),
          run(() => findCandidatesFor(request), { overlaps: true }),
        ]);
        return { claimed: await run(() => lease(candidates, request)), over: leases?.over ?? 0, endings };
      });
      if (endings) endLater();
      if (over > 0) request.onLeasesEnded?.(over);
      return claimed;
    },
    renew: (holder) =>
      write(function* () {
        yield* run(renew, holder);
      }),
    async complete({ worker, ...of }, progress) {
      const ended = encodeEnded([{ ...of, progress }]) ?? '[]';
      return (await freeing(() => all(completeAll, { worker, ended }))) === 0 ? 'lost' : 'completed';
    },
    async completeAll(worker, given) {
      const ended = encodeEnded(given);
      if (ended === undefined) return [];
      return write(function* () {
        const before = yield* all(findLeased, { worker, ended });
        const rows = yield* all(completeAll, { worker, ended });
        if (rows.length > 0) yield* run(signal, { targets: rows.map(({ target }) => target) });
        const stored = new Set(rows.map(keyOf));
        return before
          .filter((row) => stored.has(keyOf(row)))
          .map((row) => ({ brand: row.brand, before: decodeDelivery(row) }));
      });
    },
    async release(worker, ids) {
      const named = ids && [...ids];
      await freeing(() =>
        named === undefined ? all(releaseAll, { worker }) : all(releaseNamed, { worker, ids: named }),
      );
    },
    async recover() {
      await freeing(() => all(recover, {}));
    },
    async nextDueAt(bounds) {
      const slots = createWorkerSlots(bounds.slots, bounds.held);
      if (slots.free() <= 0) return undefined;
      const full = [...slots.held.keys()].filter((brand) => !hasDeliverySlot(slots, brand));
      const find = () => read(() => get(findNextTurn, { perTarget: bounds.perTarget, full }));
      let found = await find();
      if (found?.signalled === true) {
        // In turn: what a claim is about to commit would not be counted.
        const refreshSome = () => inTurn((run) => run(() => refreshed()));
        while ((await refreshSome()).signals === signalsAtOnce);
        found = await find();
      }
      return found?.at ?? undefined;
    },
    depth: (most) =>
      read(function* () {
        const rows = yield* all(readDepths, {});
        const brands = rows.map(({ brand, pending, oldest }) => {
          return { brand, pending, ...(oldest !== null && { oldestDueAt: oldest }) };
        });
        return queueDepth(brands, most);
      }),
    prune: (before, limit) =>
      write(function* () {
        const gone = yield* all(prune, { before, limit });
        const numbers = [...new Set(gone.map(({ body_number }) => body_number))];
        if (numbers.length > 0) {
          yield* all(lockBodies, { numbers });
          yield* run(dropBodies, { numbers });
        }
        return gone.length;
      }),
  };
}

function keyOf({ brand, id }: { readonly brand: string; readonly id: string }): string {
  return JSON.stringify([brand, id]);
}

/** The first result of a delivery counts: the second finds no lease. */
function encodeEnded(ended: readonly EndedDelivery[]): string | undefined {
  if (ended.length === 0) return undefined;
  const first = new Map<string, object>();
  for (const { brand, id, progress } of ended) {
    const key = keyOf({ brand, id });
    if (!first.has(key)) first.set(key, { brand, id, ...encodeProgress(progress) });
  }
  return JSON.stringify([...first.values()]);
}

interface Refreshed {
  /** How many signals were taken. */
  readonly signals: number;
  /** There are deliveries that have ended and are still to be written so. */
  readonly endings: boolean;
}

/**
 * Updates when targets and their brands are ready, those too that others have left signals of.
 *
 * @param ended - Results that the transaction has stored, as a JSON list.
 */
function* refreshed(ended = '[]'): Query<Refreshed> {
  return (yield* get(refresh, { ended })) ?? { signals: 0, endings: false };
}

function* findCandidatesFor(request: ClaimRequest): Query<readonly CandidateRow[]> {
  const { now, perTarget } = request;
  const slots = createWorkerSlots(request.slots, request.held);
  const most = Math.min(request.limit, slots.free());
  if (most <= 0) return [];
  // A brand that has slots may get no other: as many more are read.
  const brands = most + (request.held?.size ?? 0);
  return yield* all(findCandidates, { now, perTarget, most, brands });
}

function* lease(candidates: readonly CandidateRow[], request: ClaimRequest): Query<readonly ClaimedDelivery[]> {
  const { now, worker, leaseUntil } = request;
  const chosen = choose(candidates, request);
  const [first] = chosen;
  if (first === undefined) return [];

  const leased = yield* all(leaseAndServe, {
    ...{ worker, now, leaseUntil, ...turnsOf(chosen, first.last_turn) },
    numbers: chosen.map(({ number }) => number),
    withBody: [...new Map(chosen.toReversed().map((row) => [row.body_number, row.number])).values()],
  });
  const rows = new Map(leased.map((row) => [row.number, row]));
  const taken = chosen.flatMap((candidate) => {
    const row = rows.get(candidate.number);
    return row === undefined ? [] : [{ ...row, ...candidate }];
  });
  const bodies = yield* bodiesOf(taken);
  return taken.map((row) => ({ brand: row.brand, ...decodeDelivery(row), body: bodies.get(row.body_number) ?? '' }));
}

/** A body that was to come with a delivery which was not leased, while others that have it were, is read now. */
function* bodiesOf(taken: readonly (CandidateRow & Pick<LeasedRow, 'body'>)[]): Query<ReadonlyMap<number, string>> {
  const bodies = new Map<number, string>();
  for (const { body_number, body } of taken) if (body !== null) bodies.set(body_number, body);
  const missing = [...new Set(taken.map((row) => row.body_number))].filter((number) => !bodies.has(number));
  if (missing.length === 0) return bodies;
  for (const { number, body } of yield* all(readBodies, { numbers: missing })) bodies.set(number, body);
  return bodies;
}

/** The turns of those that are served, as parameters. @param before - The turn of whoever was served last. */
function turnsOf(chosen: readonly CandidateRow[], before: number) {
  const targets = inOrderServed(chosen.map(({ target }) => target));
  const brands = inOrderServed(chosen.map(({ brand }) => brand));
  const targetTurns = targets.map((_, index) => before + index + 1);
  const brandTurns = brands.map((_, index) => before + targets.length + index + 1);
  return { targets, targetTurns, brands, brandTurns, last: before + targets.length + brands.length };
}

/** Each once, in the order in which each was served last. */
function inOrderServed<T>(served: readonly T[]): readonly T[] {
  return [...new Set(served.toReversed())].toReversed();
}

/** Brands take turns within the slots, until a body is too large. @spec DQ20, DQ22 */
function choose(candidates: readonly CandidateRow[], request: ClaimRequest): readonly CandidateRow[] {
  const slots = createWorkerSlots(request.slots, request.held);
  const most = Math.min(request.limit, slots.free());
  const budget = createBodyBudget<number>(request.bodyBytes);
  const queues = new Map<string, CandidateRow[]>();
  for (const row of candidates) {
    const queue = queues.get(row.brand) ?? [];
    queues.set(row.brand, queue);
    queue.push(row);
  }
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
