import {
  type ClaimedConversation,
  type ConversationClaim,
  type ConversationKey,
  type ConversationQueue,
  clockDifferenceMs,
  createSetBackSweep,
  type DueQueue,
  type LeaseRequest,
  leaseAfterSetBack,
  longestWaitMs,
  type SetBackClaim,
  shareSlots,
} from '@botwright/core/ports';
import { all, get, type Query, type RunQuery, run, statement, table } from '@botwright/storage-sql';
import { type RawBuilder, sql } from 'kysely';
import { hasEffects, hasWork } from './conversation-store.ts';
import { createSlices } from './slices.ts';

/**
 * Whether there is work without a lease, and whether leases have ended; null if there is neither. Reads the first row
 * of two indexes: an `exists` with a moment as its bound may read the whole table.
 */
export const findWhatIsDue = statement<{ readonly awaits: number; readonly now: number }>()(
  (_dialect, { awaits, now }) => sql<{ free: boolean | null; ended: boolean | null }>`select
    (select min(due_at) from ${table('conversation_work')}
      where worker is null and awaits_effects = ${awaits}) <= ${now} as free,
    (select min(due_at) from ${table('conversation_work')} where worker is not null) <= ${now} as ended`,
);

/** The maximum number of leases that one claim ends; the next claim ends more. */
const endedAtOnce = 1_000;

interface DueRow {
  readonly brand: string;
  readonly customer_number: number;
  readonly deaths: number;
}

/**
 * Due work of the brands, starting with the brands after `after`. Limits the entries per brand to the leases of one
 * claim.
 */
export const findDue = statement<{
  readonly awaits: number;
  readonly now: number;
  readonly after: string;
  readonly limit: number;
  readonly brands: number;
}>()((_dialect, { awaits, now, after, limit, brands }) => {
  const first = (than: ReturnType<typeof sql>) => sql`select brand, due_at from ${table('conversation_work')}
    where worker is null and awaits_effects = ${awaits} and brand > ${than} order by brand, due_at limit 1`;
  return sql<DueRow>`
    with recursive named as (
      (${first(sql`''`)})
      union all select n.brand, n.due_at from named as b cross join lateral (${first(sql`b.brand`)}) as n
    ), taken as (
      select brand from named where due_at <= ${now} order by brand <= ${after}, brand limit ${brands}
    )
    select t.brand, w.customer_number, w.deaths from taken as t cross join lateral (
      select customer_number, deaths, due_at from ${table('conversation_work')}
      where worker is null and awaits_effects = ${awaits} and brand = t.brand and due_at <= ${now}
      order by due_at limit ${limit}
    ) as w order by t.brand <= ${after}, t.brand, w.due_at`;
});

const lease = statement<{ readonly customers: readonly number[]; readonly worker: string; readonly until: number }>()(
  (_dialect, { customers, worker, until }) => sql<{ customer_number: number }>`
    update ${table('conversation_work')} set worker = ${worker}, due_at = ${until}, counting = (deaths = 0)::int
    where customer_number = any(array(select customer_number from ${table('conversation_work')}
      where customer_number = any(${customers}) and worker is null for update skip locked))
    returning customer_number`,
);

/** Locks the rows of ended leases, and skips rows that another transaction has locked. */
const lockEnded = statement<{ readonly now: number }>()(
  (_dialect, { now }) => sql<{ customer_number: number }>`select customer_number from ${table('conversation_work')}
    where worker is not null and due_at <= ${now} order by due_at limit ${sql.lit(endedAtOnce)} for update skip locked`,
);

const lockLeased = statement<object>()(
  () => sql<{ customer_number: number }>`select customer_number from ${table('conversation_work')}
    where worker is not null order by customer_number for update`,
);

interface WorkRow {
  readonly brand: string;
  readonly worker: string | null;
  readonly due_at: number;
  readonly deaths: number;
  readonly counting: number;
}

const lockWork = statement<{ readonly customer: number }>()(
  (_dialect, { customer }) => sql<WorkRow>`select brand, worker, due_at, deaths, counting
    from ${table('conversation_work')} where customer_number = ${customer} for update`,
);

const findWork = statement<{ readonly customer: number }>()(
  (_dialect, { customer }) =>
    sql<{ found: boolean }>`select ${hasWork} as found from (select ${customer}::bigint as customer_number) as w`,
);

/** Ends the leases of locked rows. @param died - Whether an unreleased lease counts as a death. */
const endLeases = statement<{
  readonly customers: readonly number[];
  readonly notBefore: number;
  readonly died: number;
}>()(
  (_dialect, { customers, notBefore, died }) => sql<never>`
    update ${table('conversation_work')} as w set worker = null, counting = 0, deaths = w.deaths + w.counting * ${died}::int,
      waits_since = s.at, due_at = greatest(s.at, ${notBefore}), awaits_effects = ${hasEffects}::int
    from (
      select w.customer_number, coalesce((select i.at from ${table('inbox')} as i
        where i.customer_number = w.customer_number order by i.number limit 1), w.waits_since) as at
      from ${table('conversation_work')} as w where w.customer_number = any(${customers})
    ) as s
    where w.customer_number = s.customer_number and ${hasWork}`,
);

const dropIdle = statement<{ readonly customers: readonly number[] }>()(
  (_dialect, { customers }) => sql<never>`delete from ${table('conversation_work')} as w
    where w.customer_number = any(${customers}) and not ${hasWork}`,
);

const renew = statement<{ readonly worker: string; readonly leaseUntil: number }>()(
  (_dialect, { worker, leaseUntil }) =>
    sql<never>`update ${table('conversation_work')} set due_at = ${leaseUntil} where worker = ${worker}`,
);

const shorten = statement<{ readonly customer: number; readonly leaseUntil: number }>()(
  (_dialect, { customer, leaseUntil }) =>
    sql<never>`update ${table('conversation_work')} set due_at = ${leaseUntil} where customer_number = ${customer}`,
);

/** The maximum number of rows that a slice reads. */
const lookedAtOnce = 1_000;

/** The row after which the next slice begins. */
interface SlicePlace {
  readonly table: 'inbox' | 'work';
  readonly after: number;
}

interface SliceParams {
  readonly now: number;
  /** The latest correct moment before the clock was set back. */
  readonly latest: number;
  readonly after: number;
  readonly most: number;
}

interface Looked {
  readonly last: number | null;
  readonly read: number;
}

/** The last of the next rows by key, and the number of rows, as a part of a statement. */
const slice = (
  name: 'inbox' | 'conversation_work',
  key: string,
  after: RawBuilder<unknown>,
  most: RawBuilder<unknown>,
) =>
  sql`slice as materialized (select max(key) as last, count(*) as read from (
    select ${sql.ref(key)} as key from ${table(name)} where ${sql.ref(key)} > ${after} order by ${sql.ref(key)} limit ${most}
  ) as s)`;

const arrivedAhead = statement<SliceParams>()(
  (_dialect, { now, latest, after, most }) => sql<Looked>`
    with ${slice('inbox', 'number', after, most)}, changed as (
      update ${table('inbox')} set at = ${now}
      where number > ${after} and number <= (select last from slice) and at > ${latest}
    )
    select last, read from slice`,
);

const plannedAhead = statement<
  SliceParams & { readonly leaseUntil: number; readonly latestLease: number; readonly latestWait: number }
>()(
  (_dialect, { now, latest, after, most, leaseUntil, latestLease, latestWait }) => sql<Looked>`
    with ${slice('conversation_work', 'customer_number', after, most)}, changed as (
      update ${table('conversation_work')} set
        waits_since = case when waits_since > ${latest} then ${now}::bigint else waits_since end,
        due_at = case
          when worker is not null then case when due_at > ${latestLease} then ${leaseUntil}::bigint else due_at end
          when waits_since > ${latest} or due_at > ${latestWait} then least(due_at, ${now}::bigint) else due_at end
      where customer_number > ${after} and customer_number <= (select last from slice)
        and (due_at > ${now} or waits_since > ${now})
    )
    select last, read from slice`,
);

/** @spec CQ22, PG35 */
function* setBackSlice(
  { now, leaseUntil, differenceMs }: SetBackClaim,
  { table, after }: SlicePlace = { table: 'inbox', after: -1 },
  most: number,
): Query<SlicePlace | 'done'> {
  const latest = now + clockDifferenceMs;
  const latestLease = leaseUntil + differenceMs;
  const params = { now, latest, after, most };
  const found =
    table === 'inbox'
      ? yield* get(arrivedAhead, params)
      : yield* get(plannedAhead, { ...params, leaseUntil, latestLease, latestWait: latest + longestWaitMs });
  const { last = null, read = 0 } = found ?? {};
  if (last !== null && read === most) return { table, after: last };
  return table === 'inbox' ? { table: 'work', after: -1 } : 'done';
}

interface OfWorker {
  readonly brand: string;
  readonly customer: number;
  readonly worker: string;
}

/** Commits without waiting for the disk. */
const unsynced = sql`(select set_config('synchronous_commit', 'off', true)) as unsynced`;

const enter = statement<OfWorker>()(
  (_dialect, { brand, customer, worker }) => sql<never>`update ${table('conversation_work')} set counting = 1
    from ${unsynced} where customer_number = ${customer} and brand = ${brand} and worker = ${worker}`,
);

const leave = statement<OfWorker & { readonly deaths: number }>()(
  (_dialect, { brand, customer, worker, deaths }) => sql<never>`update ${table('conversation_work')}
    set counting = 0, deaths = ${deaths} from ${unsynced}
    where customer_number = ${customer} and brand = ${brand} and worker = ${worker} and deaths > 0`,
);

export interface ConversationQueueOptions {
  /** Runs one statement as a separate transaction. */
  readonly read: RunQuery;
  /** Runs a separate transaction, and runs it again after a deadlock. */
  readonly write: RunQuery;
  /** Runs one transaction at a time: brands take turns among all workers. */
  readonly inTurn: <T>(work: (run: RunQuery) => Promise<T>) => Promise<T>;
}

/** @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ22, CQ23 */
export function createConversationQueue({ read, write, inTurn }: ConversationQueueOptions): ConversationQueue {
  const sweep = createSetBackSweep<SlicePlace>();
  const slices = createSlices(lookedAtOnce);

  return {
    async claim(request) {
      const { now } = request;
      await sweep.run(request, (found, place) =>
        slices.run(
          (most) => write(() => setBackSlice(found, place, most)),
          async () => 'later' as const,
        ),
      );
      if (request.limit <= 0) return [];
      // Usually nothing is due, and a read costs less than a transaction.
      const due = await read(() => get(findWhatIsDue, { awaits: awaitsOf(request), now }));
      if (due?.free !== true && due?.ended !== true) return [];
      return inTurn(async (run) => {
        if (due.ended === true) await run(() => endAll(now));
        const chosen = await run(() => choose(request), { overlaps: 'reads' });
        return run(() => leaseChosen(chosen, request));
      });
    },

    take: (conversation, request) => write(() => takeOne(conversation, request)),

    renew: (holder) =>
      write(function* () {
        yield* run(renew, holder);
      }),

    release: (brand, customer, worker, notBefore) =>
      write(function* () {
        const row = yield* get(lockWork, { customer });
        if (row?.brand === brand && row.worker === worker) yield* end([customer], { died: false, notBefore });
      }),

    enterStep: ({ brand, customerNumber }, worker) =>
      read(function* () {
        return (yield* run(enter, { brand, customer: customerNumber, worker })) > 0;
      }),

    leaveStep: ({ brand, customerNumber }, worker, deaths) =>
      read(function* () {
        yield* run(leave, { brand, customer: customerNumber, worker, deaths });
      }),

    recover: () =>
      write(function* () {
        const leased = (yield* all(lockLeased, {})).map((row) => row.customer_number);
        if (leased.length > 0) yield* end(leased, { died: true });
      }),
  };
}

const awaitsOf = ({ work }: Pick<ConversationClaim, 'work'>): number => (work === 'effects' ? 1 : 0);

function* end(
  customers: readonly number[],
  { died, notBefore = 0 }: { readonly died: boolean; readonly notBefore?: number | undefined },
): Query<void> {
  yield* run(endLeases, { customers, notBefore, died: Number(died) });
  yield* run(dropIdle, { customers });
}

function* endAll(now: number): Query<void> {
  const ended = (yield* all(lockEnded, { now })).map((row) => row.customer_number);
  if (ended.length > 0) yield* end(ended, { died: true });
}

function* choose(request: ConversationClaim): Query<readonly ClaimedConversation[]> {
  const { now, after = '', limit } = request;
  // Reads at most one brand for each free slot.
  const brands = limit + (request.held?.size ?? 0);
  const rows = yield* all(findDue, { awaits: awaitsOf(request), now, after, limit, brands });
  return shareSlots(queuesOf(rows), request);
}

function* leaseChosen(
  chosen: readonly ClaimedConversation[],
  { worker, leaseUntil }: LeaseRequest,
): Query<readonly ClaimedConversation[]> {
  if (chosen.length === 0) return [];
  const customers = chosen.map(({ customerNumber }) => customerNumber);
  const leased = yield* all(lease, { customers, worker, until: leaseUntil });
  const taken = new Set(leased.map((row) => row.customer_number));
  return chosen.filter(({ customerNumber }) => taken.has(customerNumber));
}

function queuesOf(rows: readonly DueRow[]): readonly DueQueue<ClaimedConversation>[] {
  const queues = new Map<string, ClaimedConversation[]>();
  for (const { brand, customer_number: customerNumber, deaths } of rows) {
    const queue = queues.get(brand) ?? [];
    queues.set(brand, queue);
    queue.push({ brand, customerNumber, deaths });
  }
  return [...queues].map(([brand, queue]) => ({
    brand,
    first: () => queue[0],
    removeFirst: () => void queue.shift(),
  }));
}

function* takeOne(
  { brand, customerNumber: customer }: ConversationKey,
  { worker, now, leaseUntil }: LeaseRequest,
): Query<ClaimedConversation | 'busy' | 'idle'> {
  const row = yield* get(lockWork, { customer });
  const work = row?.brand === brand ? yield* get(findWork, { customer }) : undefined;
  if (row === undefined || work?.found !== true) return 'idle';
  if (row.worker !== null && row.due_at > now) {
    const shorter = leaseAfterSetBack(row.due_at, { leaseUntil });
    if (shorter !== undefined) yield* run(shorten, { customer, leaseUntil: shorter });
    return 'busy';
  }
  if (row.worker !== null) yield* end([customer], { died: true });
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  yield* all(lease, { customers: [customer], worker, until: leaseUntil });
  return { brand, customerNumber: customer, deaths };
}
