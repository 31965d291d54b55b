import {
  type ClaimRequest,
  createSetBackSweep,
  createWorkerSlots,
  type EndedDelivery,
  hasDeliverySlot,
  type LeaseHolder,
  type LeaseRequest,
  queueDepth,
} from '@botwright/core/ports';
import {
  type DeliveryRow,
  type DepthRow,
  decodeDelivery,
  decodeDepth,
  deliveryColumns,
  encodeProgress,
} from '../sql/queue-rows.ts';
import { countersOf } from './counters.ts';
import { customerIfOrdered, lockedDeliveries } from './delivery-changes.ts';
import { findCandidatesFor, lease } from './delivery-claim.ts';
import { isEnding } from './delivery-endings.ts';
import { type DeliveryPlace, deliverySetBackSlice, rowsAtOnce } from './delivery-set-back.ts';
import {
  advancing,
  byId,
  findAnything,
  findNextTurn,
  firstDue,
  refreshed,
  type Signal,
  signal,
} from './delivery-turns.ts';
import type { PostgresDeliveryQueue } from './postgres-port.ts';
import { createSlices, type Slices } from './slices.ts';
import { raw, type Sql, sql, table } from './sql.ts';
import type { TransactionWork } from './transactions.ts';

/**
 * Milliseconds after which a claim always looks for ended leases. It then finds rows that another transaction had
 * locked at the last look, and leases of nodes of an older release.
 */
const longestWithoutCheck = 1_000;

/** The maximum number of leases that a claim ends. The next look ends the rest. */
const endedAtOnce = 2_000;

/**
 * Ends leases, as parts of a statement. Skips rows that another transaction is changing; a later claim ends them. The
 * index of leases still has many ended ones, so a look in each claim would take longer than the claim.
 */
function leasesOver(now: number, except = sql``): Sql {
  return sql`due as materialized (select true from ${table('delivery_turns')} where look_at <= ${now}), looked as (
      update ${table('delivery_turns')} set look_at = least(${now}::bigint + ${raw(longestWithoutCheck)},
        (select min(lease_until) from ${table('deliveries')} where worker is not null and lease_until > ${now}))
      where look_at <= ${now}
    ), over as (
      update ${table('deliveries')} set worker = null, lease_until = null where exists (select true from due)
        and number = any(array(select number from ${table('deliveries')}
          where worker is not null and lease_until <= ${now} ${except}
          order by lease_until limit ${raw(endedAtOnce)} for update skip locked))
      returning target
    )`;
}

/** Adds signals for the targets of ended leases, and counts the leases: the end of a statement. */
const countOver = sql`signals as (
  insert into ${table('delivery_signals')} (target) select distinct target from over
) select count(*) as over from over`;

const endLeases = (now: number) => sql<{ over: number }>`with ${leasesOver(now)}, ${countOver}`;

/** Both are JSON lists: the stored list, without its closing bracket, is the beginning of the other. */
const continuesLog = sql`starts_with(e.attempts, left(d.attempts, -1))`;

/**
 * Stores results, as a statement without its `returning`. The statement has the numbers twice, so that it reads only
 * these deliveries, even with a plan that was made for a few rows and joins in any order.
 *
 * @param ended - A JSON list.
 */
function completion(worker: string, ended: string): Sql {
  return sql`
    with ended as materialized (
      select e.state, e.due_at, e.finished_at, e.reason, e.attempts, d.number
      from json_to_recordset(${ended}::json) as e (brand text, id text, state text, due_at bigint, finished_at bigint,
        reason text, attempts text) cross join lateral ${byId} as d
    )
    update ${table('deliveries')} as d set worker = null, lease_until = null, state = e.state, due_at = e.due_at,
      finished_at = e.finished_at, reason = e.reason, attempts = e.attempts
    from ended as e
    where d.number = ${lockedDeliveries(sql`number = any(array(select number from ended))`)} and d.number = e.number and d.worker = ${worker}
      and ${continuesLog} and not ${isEnding(raw('d.target'), raw('d.number'))}`;
}

const completeAll = (worker: string, ended: string) =>
  sql<Signal & { brand: string; id: string }>`
    ${completion(worker, ended)} returning d.target, ${customerIfOrdered}, d.brand, d.id`;

/** The first part of a claim. Changes no row twice. `refresh` finds the targets of the stored results. */
const completeAndEndLeases = (worker: string, ended: string, now: number) => sql<{ over: number }>`
    with completed as (${completion(worker, ended)} returning d.number),
      ${leasesOver(now, sql`and number not in (select number from completed)`)}, ${countOver}`;

const findLeased = (worker: string, ended: string) => sql<DeliveryRow & { readonly brand: string }>`
    select d.brand, ${raw(deliveryColumns)} from json_to_recordset(${ended}::json) as e (brand text, id text)
    cross join lateral ${byId} as f join ${table('deliveries')} as d on d.number = f.number
    join ${table('delivery_targets')} as t on t.number = d.target where d.worker = ${worker}`;

const renew = ({ worker, leaseUntil }: LeaseHolder) =>
  sql`update ${table('deliveries')} set lease_until = ${leaseUntil}
    where number = ${lockedDeliveries(sql`worker = ${worker}`)} and worker = ${worker}`;

/** Frees the leased deliveries that also match these conditions. */
const free = (conditions = sql``) => sql<{ target: number }>`
    update ${table('deliveries')} set worker = null, lease_until = null
    where number = ${lockedDeliveries(sql`worker is not null ${conditions}`)} and worker is not null ${conditions}
    returning target`;

/** Reads the counters of lists, and the first waiting delivery of each target. */
export const readDepths = (): Sql<DepthRow> =>
  sql<DepthRow>`
    with advancing as materialized (${advancing})
    select b.brand, c.pending, least(w.oldest, (select due_at from advancing as a where a.brand = b.brand))::bigint as oldest
    from (select distinct brand from ${table('delivery_targets')}) as b
    cross join lateral (
      select coalesce(sum(total), 0)::bigint as pending from ${countersOf(sql`b.brand`, 'deliveries')} as c
      where part[3] = 'pending'
    ) as c
    cross join lateral (
      select min(f.due_at)::bigint as oldest from ${table('delivery_targets')} as t
      cross join lateral ${firstDue} as f (due_at) where t.brand = b.brand
    ) as w`.with({
    // Runs without the settings of a transaction: a plan made for empty tables would read all rows for each target.
    plan: 'each time',
  });

/**
 * Removes bodies with their last delivery. A separate query chooses the rows: PostgreSQL may run a subquery again for
 * each row, and a subquery with `skip locked` would then choose different rows each time.
 */
const prune = (before: number, limit: number) => sql<{ body_number: number }>`
    with chosen as materialized (
      select number from ${table('deliveries')} where finished_at < ${before} order by finished_at limit ${limit}
      for update skip locked
    )
    delete from ${table('deliveries')} where number = any(array(select number from chosen)) returning body_number`;

/** If two nodes prune deliveries with the same body, the second one checks after the commit of the first. */
const lockBodies = (numbers: readonly number[]) =>
  sql`select number from ${table('delivery_bodies')} where number = any(${numbers}) order by number for update`;

const dropBodies = (numbers: readonly number[]) => sql`
    delete from ${table('delivery_bodies')} as b where b.number = any(${numbers})
    and not exists (select 1 from ${table('deliveries')} as d where d.body_number = b.number)`;

export interface DeliveryQueueOptions {
  read<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs a separate transaction, and runs it again after a deadlock. */
  write<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs one transaction at a time: all workers share the turns of brands and targets, and their bounds. */
  inTurn<T>(work: TransactionWork<T>): Promise<T>;
  /** Called when deliveries have ended but are not yet stored as ended. */
  readonly endLater: () => void;
  /** The slices of signals. */
  readonly slices: Slices;
  /** Called before each claim. */
  readonly followClock: FollowClock;
}

/** Plans waiting deliveries again, in separate transactions, if the clock was set back since the last claim. */
export type FollowClock = (claim: LeaseRequest) => Promise<void>;

/** Remembers the claims of this process. @spec DQ27, PG35 */
export function createFollowClock({ inTurn }: Pick<DeliveryQueueOptions, 'inTurn'>): FollowClock {
  const sweep = createSetBackSweep<DeliveryPlace>();
  const slices = createSlices(rowsAtOnce);
  return (claim) =>
    sweep.run(claim, (found, place) =>
      slices.run(
        (most) => inTurn((session) => deliverySetBackSlice(session, found, place, most)),
        async () => 'later' as const,
      ),
    );
}

/** @spec DQ8, DQ9, DQ10, DQ11, DQ12, DQ13, DQ14, DQ15, DQ16, DQ17, DQ18, DQ20, DQ24, DQ22, DQ23, DQ25, DQ26, DQ28, DQ29, PG34 */
export function createDeliveryQueue({
  read,
  write,
  inTurn,
  endLater,
  slices,
  followClock,
}: DeliveryQueueOptions): PostgresDeliveryQueue {
  const freeing = (statement: Sql<Signal>) =>
    write(async (session) => {
      const freed = await session.all(statement);
      if (freed.length > 0) await session.run(signal(freed));
      return freed.length;
    });

  /** @param most - The maximum number of signals to read. */
  const claimWith = (request: ClaimRequest, ended: string | undefined, most: number) =>
    inTurn(async (session) => {
      const { worker, now } = request;
      // No statement needs the result of another, but each sees the writes of earlier ones.
      const [leases, { endings }, candidates] = await Promise.all([
        session.get(ended === undefined ? endLeases(now) : completeAndEndLeases(worker, ended, now)),
        refreshed(session, ended ?? '[]', most),
        findCandidatesFor(session, request),
      ]);
      return { claimed: await lease(session, candidates, request), over: leases?.over ?? 0, endings };
    });

  /** Runs in turn: otherwise it would not count rows that a claim is about to commit. */
  const refreshSlice = () =>
    slices.run((most) => inTurn(async (session) => (await refreshed(session, '[]', most)).signals === most));

  const isAnythingDue = async (now: number, perTarget: number): Promise<boolean> =>
    (await read((session) => session.get(findAnything(now, perTarget))))?.found === true;

  return {
    async claim(request) {
      const { now, perTarget } = request;
      const ended = encodeEnded(request.ended ?? []);
      await followClock(request);
      if (ended === undefined && !(await isAnythingDue(now, perTarget))) return [];
      const { claimed, over, endings } = await slices.run(
        (most) => claimWith(request, ended, most),
        // Lets other waiting calls continue. Smaller slices then read the remaining signals.
        () => claimWith(request, ended, 0),
      );
      if (endings) endLater();
      if (over > 0) request.onLeasesEnded?.(over);
      return claimed;
    },
    renew: (holder) =>
      write(async (session) => {
        await session.run(renew(holder));
      }),
    async complete({ worker, ...of }, progress) {
      const ended = encodeEnded([{ ...of, progress }]) ?? '[]';
      return (await freeing(completeAll(worker, ended))) === 0 ? 'lost' : 'completed';
    },
    async completeAll(worker, given) {
      const ended = encodeEnded(given);
      if (ended === undefined) return [];
      return write(async (session) => {
        const before = await session.all(findLeased(worker, ended));
        const rows = await session.all(completeAll(worker, ended));
        if (rows.length > 0) await session.run(signal(rows));
        const stored = new Set(rows.map(keyOf));
        return before
          .filter((row) => stored.has(keyOf(row)))
          .map((row) => ({ brand: row.brand, before: decodeDelivery(row) }));
      });
    },
    async release(worker, ids) {
      await freeing(free(sql`and worker = ${worker} ${ids === undefined ? sql`` : sql`and id = any(${[...ids]})`}`));
    },
    async recover() {
      await freeing(free());
    },
    async nextDueAt(bounds) {
      const slots = createWorkerSlots(bounds.slots, bounds.held);
      if (slots.free() <= 0) return undefined;
      const full = [...slots.held.keys()].filter((brand) => !hasDeliverySlot(slots, brand));
      const find = () => read((session) => session.get(findNextTurn(bounds.perTarget, full)));
      let found = await find();
      if (found?.signalled === true) {
        while (await refreshSlice());
        found = await find();
      }
      return found?.at ?? undefined;
    },
    depth: (most) => read(async (session) => queueDepth((await session.all(readDepths())).map(decodeDepth), most)),
    prune: (before, limit) =>
      write(async (session) => {
        const gone = await session.all(prune(before, limit));
        const numbers = [...new Set(gone.map(({ body_number }) => body_number))];
        if (numbers.length > 0) {
          await session.all(lockBodies(numbers));
          await session.run(dropBodies(numbers));
        }
        return gone.length;
      }),
  };
}

function keyOf({ brand, id }: { readonly brand: string; readonly id: string }): string {
  return JSON.stringify([brand, id]);
}

/** The first result of a delivery counts: the second result finds no lease. */
function encodeEnded(ended: readonly EndedDelivery[]): string | undefined {
  if (ended.length === 0) return undefined;
  const first = new Map<string, object>();
  for (const { brand, id, progress } of ended) {
    const key = keyOf({ brand, id });
    if (!first.has(key)) first.set(key, { brand, id, ...encodeProgress(progress) });
  }
  return JSON.stringify([...first.values()]);
}
