import {
  type ClaimRequest,
  createSetBackWatch,
  createWorkerSlots,
  type EndedDelivery,
  hasDeliverySlot,
  queueDepth,
  type SetBackWatch,
} from '@botwright/core/ports';
import {
  all,
  get,
  type Query,
  type RunQuery,
  run,
  run as runStatement,
  statement,
  table,
} from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';
import { countersOf } from './counters.ts';
import { findCandidatesFor, lease } from './delivery-claim.ts';
import { isEnding } from './delivery-endings.ts';
import { type DeliveryRow, decodeDelivery, deliveryColumns, encodeProgress } from './delivery-row.ts';
import { byId, findAnything, findNextTurn, firstDue, refreshed, signal, signalsAtOnce } from './delivery-turns.ts';
import { isStatementTimeOut } from './errors.ts';
import type { PostgresDeliveryQueue } from './postgres-delivery-queue.ts';

/**
 * Milliseconds after which a claim looks for leases that have ended in any case. What another transaction was changing
 * at the last look, and what a node of an older release has leased, is found by then.
 */
const longestUnlooked = 1_000;

/** Leases that a claim ends at most. Those that are left are over for the next look, too. */
const endedAtOnce = 2_000;

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
        and number = any(array(select number from ${table('deliveries')}
          where worker is not null and lease_until <= ${now} ${except}
          order by lease_until limit ${sql.lit(endedAtOnce)} for update skip locked))
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
    from (
      select e.state, e.due_at, e.finished_at, e.reason, e.attempts, d.number
      from json_to_recordset(${ended}::json) as e (brand text, id text, state text, due_at bigint, finished_at bigint,
        reason text, attempts text) cross join lateral ${byId} as d
    ) as e
    where d.number = e.number and d.worker = ${worker} and ${continuesLog}
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
    cross join lateral ${byId} as f join ${table('deliveries')} as d on d.number = f.number
    join ${table('delivery_targets')} as t on t.number = d.target where d.worker = ${worker}`,
);

/** When the wait of a delivery `d` began: with the end of its last attempt, or when it was made. */
const plannedAt = sql`coalesce((d.attempts::json -> -1 ->> 'at')::float8::bigint
  + (d.attempts::json -> -1 ->> 'durationMs')::float8::bigint, d.created_at)`;

/** Whether a delivery `d` that is due later was planned by a clock that is ahead. */
const isPlannedAhead = (now: RawBuilder<unknown>, latest: RawBuilder<unknown>) =>
  sql`d.due_at > ${now} and ${plannedAt} > ${latest}::bigint`;

/** Deliveries that were planned by a clock that is ahead, made due. Of each target only what is due later is read. */
const planAhead = statement<{ readonly now: number; readonly latest: number; readonly most: number }>()(
  (_dialect, { now, latest, most }) => sql<{ target: number }>`
    update ${table('deliveries')} set due_at = ${now} where number = any(array(
      select a.number from ${table('delivery_targets')} as t cross join lateral (
        select d.number, ${isPlannedAhead(now, latest)} as is_ahead from ${table('deliveries')} as d
        where d.target = t.number and d.due_at > ${now} and d.due_at is not null and d.worker is null
        order by d.due_at, d.number
      ) as a where a.is_ahead limit ${most}
    )) and worker is null and due_at is not null returning target`,
);

/** Leases last as if they were given now, and are looked for. One that ends puts its delivery back to when it was due. */
const shortenLeases = statement<{
  readonly now: number;
  readonly latest: number;
  readonly leaseUntil: number;
  readonly latestLease: number;
}>()(
  (_dialect, { now, latest, leaseUntil, latestLease }) => sql<never>`
    with looked as (update ${table('delivery_turns')} set look_at = 0)
    update ${table('deliveries')} as d set
      lease_until = case when lease_until > ${latestLease} then ${leaseUntil}::bigint else lease_until end,
      due_at = case when ${isPlannedAhead(now, latest)} then ${now}::bigint else due_at end
    where worker is not null and due_at is not null and (lease_until > ${latestLease} or due_at > ${now})`,
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
  // Runs without settings of a transaction: a plan made while there was nothing would read all for each target.
  { plan: 'each time' },
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
    delete from ${table('deliveries')} where number = any(array(select number from chosen)) returning body_number`,
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
  readonly memory: DeliveryQueueMemory;
}

/** What a process remembers of its claims, also of those in transactions on a queue. */
export interface DeliveryQueueMemory {
  readonly slices: Slices;
  readonly watch: SetBackWatch;
}

export function createDeliveryQueueMemory(): DeliveryQueueMemory {
  return { slices: createSlices(signalsAtOnce), watch: createSetBackWatch() };
}

/** @spec DQ8, DQ9, DQ10, DQ11, DQ12, DQ13, DQ14, DQ15, DQ16, DQ17, DQ18, DQ20, DQ24, DQ22, DQ23, DQ25, DQ26, PG34, DQ27 */
export function createDeliveryQueue({
  read,
  write,
  inTurn,
  endLater,
  memory: { slices, watch },
}: DeliveryQueueOptions): PostgresDeliveryQueue {
  const freeing = (query: () => Query<readonly { target: number }[]>) =>
    write(function* () {
      const targets = (yield* query()).map(({ target }) => target);
      if (targets.length > 0) yield* run(signal, { targets });
      return targets.length;
    });

  /** @spec DQ27 */
  async function setBack({ now, leaseUntil }: ClaimRequest, differenceMs: number): Promise<void> {
    const latest = now + differenceMs;
    const latestLease = leaseUntil + differenceMs;
    await inTurn((run) => run(() => runStatement(shortenLeases, { now, latest, leaseUntil, latestLease })));
    const planSlice = (most: number) =>
      inTurn(async (run) => {
        const targets = (await run(() => all(planAhead, { now, latest, most }))).map(({ target }) => target);
        if (targets.length > 0) await run(() => runStatement(signal, { targets }));
        return targets.length === most;
      });
    while (await slices.run(planSlice));
  }

  /** @param most - Signals that are taken. */
  const claimWith = (request: ClaimRequest, ended: string | undefined, most: number) =>
    inTurn(async (run) => {
      const { worker, now } = request;
      // None needs the result of another, but each sees what those before it have written.
      const [leases, { endings }, candidates] = await Promise.all([
        run(() => (ended === undefined ? get(endLeases, { now }) : get(completeAndEndLeases, { worker, ended, now })), {
          overlaps: 'writes',
        }),
        run(() => refreshed(ended ?? '[]', most), { overlaps: 'writes' }),
        run(() => findCandidatesFor(request), { overlaps: 'writes' }),
      ]);
      return { claimed: await run(() => lease(candidates, request)), over: leases?.over ?? 0, endings };
    });

  /** In turn: what a claim is about to commit would not be counted. */
  const refreshSlice = () =>
    slices.run((most) => inTurn(async (run) => (await run(() => refreshed('[]', most))).signals === most));

  return {
    async claim(request) {
      const { now, perTarget } = request;
      const ended = encodeEnded(request.ended ?? []);
      const differenceMs = watch.setBack(request);
      if (differenceMs !== undefined) await setBack(request, differenceMs);
      if (ended === undefined && (await read(() => get(findAnything, { now, perTarget })))?.found !== true) return [];
      const { claimed, over, endings } = await slices.run(
        (most) => claimWith(request, ended, most),
        // What others wait for goes on; the changes that were too many come with smaller slices.
        () => claimWith(request, ended, 0),
      );
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
        while (await refreshSlice());
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

interface Slices {
  /**
   * Runs a transaction that takes a slice of a queue, of `most` entries.
   *
   * @param otherwise - Runs when a statement of it took longer than it may, in place of an error.
   */
  run<T>(work: (most: number) => Promise<T>, otherwise?: () => Promise<T>): Promise<T>;
}

/** A slice that takes too long undoes only itself, and the next ones are smaller; they grow again. @spec PG34 */
function createSlices(largest: number): Slices {
  let most = largest;
  return {
    async run(work, otherwise) {
      try {
        const result = await work(most);
        most = Math.min(largest, most * 2);
        return result;
      } catch (error) {
        if (!isStatementTimeOut(error)) throw error;
        most = Math.max(1, Math.floor(most / 8));
        if (otherwise === undefined) throw error;
        return otherwise();
      }
    },
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
