import {
  type ClaimedConversation,
  type ConversationClaim,
  type ConversationKey,
  type ConversationQueue,
  type DueQueue,
  type LeaseRequest,
  shareSlots,
} from '@botwright/core/ports';
import { all, get, type Query, type RunQuery, run, statement, table } from '@botwright/storage-sql';
import { sql } from 'kysely';
import { hasEffects, hasWork } from './conversation-store.ts';

interface DueRow {
  /** Whether leases have ended: what they were for may be due, too. */
  readonly ended: boolean;
  /** Absent when nothing is due. */
  readonly brand: string | null;
  readonly customer_number: number;
}

/**
 * Due work of the brands, those after `after` first, and of each as much as could be leased. While nothing is due, which
 * is most of the time, two rows of indexes are read.
 */
export const findDue = statement<{
  readonly awaits: number;
  readonly now: number;
  readonly after: string;
  readonly limit: number;
  readonly brands: number;
}>()((_dialect, { awaits, now, after, limit, brands }) => {
  const first = (than: ReturnType<typeof sql>, condition = sql`true`) => sql`
    select brand, due_at from ${table('conversation_work')}
    where ${condition} and worker is null and awaits_effects = ${awaits} and brand > ${than} order by brand, due_at limit 1`;
  return sql<DueRow>`
    with recursive seen as materialized (
      select
        exists (select 1 from ${table('conversation_work')}
          where worker is null and awaits_effects = ${awaits} and due_at <= ${now}) as free,
        exists (select 1 from ${table('conversation_work')} where worker is not null and due_at <= ${now}) as ended
    ), named as (
      (${first(sql`''`, sql`(select free from seen)`)})
      union all select n.brand, n.due_at from named as b cross join lateral (${first(sql`b.brand`)}) as n
    ), taken as (
      select brand from named where due_at <= ${now} order by brand <= ${after}, brand limit ${brands}
    )
    select seen.ended, w.brand, w.customer_number from seen left join (
      select t.brand, w.customer_number, w.due_at from taken as t cross join lateral (
        select customer_number, due_at from ${table('conversation_work')}
        where worker is null and awaits_effects = ${awaits} and brand = t.brand and due_at <= ${now}
        order by due_at limit ${limit}
      ) as w
    ) as w on true order by w.brand <= ${after}, w.brand, w.due_at`;
});

/** What others have leased, and what is not due any more, stays as it is. */
const leaseDue = statement<{
  readonly customers: readonly number[];
  readonly worker: string;
  readonly until: number;
  readonly awaits: number;
  readonly now: number;
}>()(
  (_dialect, { customers, worker, until, awaits, now }) => sql<{ customer_number: number; deaths: number }>`
    update ${table('conversation_work')} set worker = ${worker}, due_at = ${until}, counting = (deaths = 0)::int
    where customer_number in (select customer_number from ${table('conversation_work')}
      where customer_number = any(${customers}) and worker is null and awaits_effects = ${awaits} and due_at <= ${now}
      for update skip locked)
    returning customer_number, deaths`,
);

/** Of a row that is locked. */
const lease = statement<{ readonly customer: number; readonly worker: string; readonly until: number }>()(
  (_dialect, { customer, worker, until }) => sql<never>`
    update ${table('conversation_work')} set worker = ${worker}, due_at = ${until}, counting = (deaths = 0)::int
    where customer_number = ${customer} and worker is null`,
);

/** Locks the rows of leases that have ended; those that another transaction uses keep them. */
const lockEnded = statement<{ readonly now: number }>()(
  (_dialect, { now }) => sql<{ customer_number: number }>`select customer_number from ${table('conversation_work')}
    where worker is not null and due_at <= ${now} for update skip locked`,
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

/** Ends leases of rows that are locked. @param died - Whether a lease that was not released counts as a death. */
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

interface OfWorker {
  readonly brand: string;
  readonly customer: number;
  readonly worker: string;
}

/** The commit does not wait for the disk. */
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

/** How often a claim looks for more when others have leased what it found. */
const mostLooks = 3;

export interface ConversationQueueOptions {
  /** Runs one statement, which is a transaction of its own. */
  readonly read: RunQuery;
  /** Runs in a transaction of its own, and again after a deadlock. */
  readonly write: RunQuery;
}

/** @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18 */
export function createConversationQueue({ read, write }: ConversationQueueOptions): ConversationQueue {
  /** Work of leases that have ended is found, too. */
  async function findAll(request: ConversationClaim): Promise<readonly DueRow[]> {
    const { now, after = '', limit } = request;
    // No more brands are read than could be given a slot.
    const brands = limit + (request.held?.size ?? 0);
    const find = () => read(() => all(findDue, { awaits: awaitsOf(request), now, after, limit, brands }));
    const rows = await find();
    if (rows[0]?.ended !== true) return rows;
    await write(function* () {
      const ended = (yield* all(lockEnded, { now })).map((row) => row.customer_number);
      if (ended.length > 0) yield* end(ended, { died: true });
    });
    return find();
  }

  return {
    /**
     * Finds and leases in two statements, which are transactions of their own: of two claims that find the same, one
     * leases it.
     */
    async claim(request) {
      const { worker, leaseUntil, now } = request;
      const taken: ClaimedConversation[] = [];
      const held = new Map(request.held);
      for (let looks = 0; looks < mostLooks && taken.length < request.limit; looks += 1) {
        const after = taken.at(-1)?.brand ?? request.after;
        const rest = { ...request, held, limit: request.limit - taken.length, ...(after !== undefined && { after }) };
        const chosen = shareSlots(queuesOf(await findAll(rest)), rest);
        if (chosen.length === 0) break;
        const leased = await read(() =>
          all(leaseDue, {
            ...{ worker, until: leaseUntil, now, awaits: awaitsOf(request) },
            customers: chosen.map(({ customerNumber }) => customerNumber),
          }),
        );
        const deathsOf = new Map(leased.map((row) => [row.customer_number, row.deaths]));
        for (const { brand, customerNumber } of chosen) {
          const deaths = deathsOf.get(customerNumber);
          if (deaths === undefined) continue;
          taken.push({ brand, customerNumber, deaths });
          held.set(brand, (held.get(brand) ?? 0) + 1);
        }
        if (leased.length === chosen.length) break;
      }
      return taken;
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

function queuesOf(rows: readonly DueRow[]): readonly DueQueue<ConversationKey>[] {
  const queues = new Map<string, ConversationKey[]>();
  for (const { brand, customer_number: customerNumber } of rows) {
    if (brand === null) continue;
    const queue = queues.get(brand) ?? [];
    queues.set(brand, queue);
    queue.push({ brand, customerNumber });
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
  if (row.worker !== null && row.due_at > now) return 'busy';
  if (row.worker !== null) yield* end([customer], { died: true });
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  yield* run(lease, { customer, worker, until: leaseUntil });
  return { brand, customerNumber: customer, deaths };
}
