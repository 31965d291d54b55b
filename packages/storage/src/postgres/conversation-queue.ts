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
import { hasWork } from './conversation-changes.ts';
import type { Session } from './session.ts';
import { createSlices } from './slices.ts';
import { raw, type Sql, sql, table } from './sql.ts';
import type { TransactionWork } from './transactions.ts';

/**
 * Whether there is work without a lease, and whether leases have ended; null if there is neither. Reads the first row
 * of two indexes: an `exists` with a moment as its bound may read the whole table.
 */
export const findWhatIsDue = ({
  awaits,
  now,
}: {
  readonly awaits: number;
  readonly now: number;
}): Sql<{ free: boolean | null; ended: boolean | null }> => sql<{ free: boolean | null; ended: boolean | null }>`select
    (select min(due_at) from ${table('conversation_work')}
      where worker is null and awaits_effects = ${awaits}) <= ${now} as free,
    (select min(due_at) from ${table('conversation_work')} where worker is not null) <= ${now} as ended`;

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
export const findDue = ({
  awaits,
  now,
  after,
  limit,
  brands,
}: {
  readonly awaits: number;
  readonly now: number;
  readonly after: string;
  readonly limit: number;
  readonly brands: number;
}): Sql<DueRow> => {
  const first = (than: Sql) => sql`select brand, due_at from ${table('conversation_work')}
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
};

const lease = ({
  customers,
  worker,
  until,
}: {
  readonly customers: readonly number[];
  readonly worker: string;
  readonly until: number;
}): Sql<{ customer_number: number }> => sql<{ customer_number: number }>`
    update ${table('conversation_work')} set worker = ${worker}, due_at = ${until}, counting = (deaths = 0)::int
    where customer_number = any(array(select customer_number from ${table('conversation_work')}
      where customer_number = any(${customers}) and worker is null for update skip locked))
    returning customer_number`;

/** Locks the rows of ended leases, and skips rows that another transaction has locked. */
const lockEnded = ({ now }: { readonly now: number }): Sql<{ customer_number: number }> => sql<{
  customer_number: number;
}>`select customer_number from ${table('conversation_work')}
    where worker is not null and due_at <= ${now} order by due_at limit ${raw(endedAtOnce)} for update skip locked`;

const lockLeased = (): Sql<{ customer_number: number }> => sql<{
  customer_number: number;
}>`select customer_number from ${table('conversation_work')}
    where worker is not null order by customer_number for update`;

interface WorkRow {
  readonly brand: string;
  readonly worker: string | null;
  readonly due_at: number;
  readonly deaths: number;
  readonly counting: number;
}

const lockWork = ({
  customer,
}: {
  readonly customer: number;
}): Sql<WorkRow> => sql<WorkRow>`select brand, worker, due_at, deaths, counting
    from ${table('conversation_work')} where customer_number = ${customer} for update`;

const findWork = ({ customer }: { readonly customer: number }): Sql<{ found: boolean }> =>
  sql<{
    found: boolean;
  }>`select ${hasWork} as found from ${table('conversation_work')} as w where w.customer_number = ${customer}`;

/** Ends the leases of locked rows. @param died - Whether an unreleased lease counts as a death. */
const endLeases = ({
  customers,
  notBefore,
  died,
}: {
  readonly customers: readonly number[];
  readonly notBefore: number;
  readonly died: number;
}): Sql<never> => sql<never>`
    update ${table('conversation_work')} as w set worker = null, counting = 0, deaths = w.deaths + w.counting * ${died}::int,
      waits_since = s.at, due_at = greatest(s.at, ${notBefore})
    from (
      select w.customer_number, coalesce((select i.at from ${table('inbox')} as i
        where i.customer_number = w.customer_number order by i.number limit 1), w.waits_since) as at
      from ${table('conversation_work')} as w where w.customer_number = any(${customers})
    ) as s
    where w.customer_number = s.customer_number and ${hasWork}`;

const dropIdle = ({
  customers,
}: {
  readonly customers: readonly number[];
}): Sql<never> => sql<never>`delete from ${table('conversation_work')} as w
    where w.customer_number = any(${customers}) and not ${hasWork}`;

const renew = ({ worker, leaseUntil }: { readonly worker: string; readonly leaseUntil: number }): Sql<never> =>
  sql<never>`update ${table('conversation_work')} set due_at = ${leaseUntil} where worker = ${worker}`;

const shorten = ({ customer, leaseUntil }: { readonly customer: number; readonly leaseUntil: number }): Sql<never> =>
  sql<never>`update ${table('conversation_work')} set due_at = ${leaseUntil} where customer_number = ${customer}`;

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
const slice = (name: 'inbox' | 'conversation_work', key: string, after: number, most: number) =>
  sql`slice as materialized (select max(key) as last, count(*) as read from (
    select ${raw(key)} as key from ${table(name)} where ${raw(key)} > ${after} order by ${raw(key)} limit ${most}
  ) as s)`;

const arrivedAhead = ({ now, latest, after, most }: SliceParams): Sql<Looked> => sql<Looked>`
    with ${slice('inbox', 'number', after, most)}, changed as (
      update ${table('inbox')} set at = ${now}
      where number > ${after} and number <= (select last from slice) and at > ${latest}
    )
    select last, read from slice`;

const plannedAhead = ({
  now,
  latest,
  after,
  most,
  leaseUntil,
  latestLease,
  latestWait,
}: SliceParams & {
  readonly leaseUntil: number;
  readonly latestLease: number;
  readonly latestWait: number;
}): Sql<Looked> => sql<Looked>`
    with ${slice('conversation_work', 'customer_number', after, most)}, changed as (
      update ${table('conversation_work')} set
        waits_since = case when waits_since > ${latest} then ${now}::bigint else waits_since end,
        due_at = case
          when worker is not null then case when due_at > ${latestLease} then ${leaseUntil}::bigint else due_at end
          when waits_since > ${latest} or due_at > ${latestWait} then least(due_at, ${now}::bigint) else due_at end
      where customer_number > ${after} and customer_number <= (select last from slice)
        and (due_at > ${now} or waits_since > ${now})
    )
    select last, read from slice`;

/** @spec CQ22, PG35 */
async function setBackSlice(
  session: Session,
  { now, leaseUntil, differenceMs }: SetBackClaim,
  { table, after }: SlicePlace = { table: 'inbox', after: -1 },
  most: number,
): Promise<SlicePlace | 'done'> {
  const latest = now + clockDifferenceMs;
  const latestLease = leaseUntil + differenceMs;
  const params = { now, latest, after, most };
  const found =
    table === 'inbox'
      ? await session.get(arrivedAhead(params))
      : await session.get(plannedAhead({ ...params, leaseUntil, latestLease, latestWait: latest + longestWaitMs }));
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

const enter = ({
  brand,
  customer,
  worker,
}: OfWorker): Sql<never> => sql<never>`update ${table('conversation_work')} set counting = 1
    from ${unsynced} where customer_number = ${customer} and brand = ${brand} and worker = ${worker}`;

const leave = ({
  brand,
  customer,
  worker,
  deaths,
}: OfWorker & { readonly deaths: number }): Sql<never> => sql<never>`update ${table('conversation_work')}
    set counting = 0, deaths = ${deaths} from ${unsynced}
    where customer_number = ${customer} and brand = ${brand} and worker = ${worker} and deaths > 0`;

export interface ConversationQueueOptions {
  /** Runs one statement as a separate transaction. */
  read<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs a separate transaction, and runs it again after a deadlock. */
  write<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs one transaction at a time: brands take turns among all workers. */
  inTurn<T>(work: TransactionWork<T>): Promise<T>;
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
          (most) => write((session) => setBackSlice(session, found, place, most)),
          async () => 'later' as const,
        ),
      );
      if (request.limit <= 0) return [];
      // Usually nothing is due, and a read costs less than a transaction.
      const due = await read((session) => session.get(findWhatIsDue({ awaits: awaitsOf(request), now })));
      if (due?.free !== true && due?.ended !== true) return [];
      return inTurn(async (session) => {
        if (due.ended === true) await endAll(session, now);
        return leaseChosen(session, await choose(session, request), request);
      });
    },

    take: (conversation, request) => write((session) => takeOne(session, conversation, request)),

    renew: (holder) =>
      write(async (session) => {
        await session.run(renew(holder));
      }),

    release: (brand, customer, worker, notBefore) =>
      write(async (session) => {
        const row = await session.get(lockWork({ customer }));
        if (row?.brand === brand && row.worker === worker) await end(session, [customer], { died: false, notBefore });
      }),

    enterStep: ({ brand, customerNumber }, worker) =>
      read(async (session) => {
        return (await session.run(enter({ brand, customer: customerNumber, worker }))) > 0;
      }),

    leaveStep: ({ brand, customerNumber }, worker, deaths) =>
      read(async (session) => {
        await session.run(leave({ brand, customer: customerNumber, worker, deaths }));
      }),

    recover: () =>
      write(async (session) => {
        const leased = (await session.all(lockLeased())).map((row) => row.customer_number);
        if (leased.length > 0) await end(session, leased, { died: true });
      }),
  };
}

const awaitsOf = ({ work }: Pick<ConversationClaim, 'work'>): number => (work === 'effects' ? 1 : 0);

async function end(
  session: Session,
  customers: readonly number[],
  { died, notBefore = 0 }: { readonly died: boolean; readonly notBefore?: number | undefined },
): Promise<void> {
  await session.run(endLeases({ customers, notBefore, died: Number(died) }));
  await session.run(dropIdle({ customers }));
}

async function endAll(session: Session, now: number): Promise<void> {
  const ended = (await session.all(lockEnded({ now }))).map((row) => row.customer_number);
  if (ended.length > 0) await end(session, ended, { died: true });
}

async function choose(session: Session, request: ConversationClaim): Promise<readonly ClaimedConversation[]> {
  const { now, after = '', limit } = request;
  // Reads at most one brand for each free slot.
  const brands = limit + (request.held?.size ?? 0);
  const rows = await session.all(findDue({ awaits: awaitsOf(request), now, after, limit, brands }));
  return shareSlots(queuesOf(rows), request);
}

async function leaseChosen(
  session: Session,
  chosen: readonly ClaimedConversation[],
  { worker, leaseUntil }: LeaseRequest,
): Promise<readonly ClaimedConversation[]> {
  if (chosen.length === 0) return [];
  const customers = chosen.map(({ customerNumber }) => customerNumber);
  const leased = await session.all(lease({ customers, worker, until: leaseUntil }));
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

async function takeOne(
  session: Session,
  { brand, customerNumber: customer }: ConversationKey,
  { worker, now, leaseUntil }: LeaseRequest,
): Promise<ClaimedConversation | 'busy' | 'idle'> {
  const row = await session.get(lockWork({ customer }));
  const work = row?.brand === brand ? await session.get(findWork({ customer })) : undefined;
  if (row === undefined || work?.found !== true) return 'idle';
  if (row.worker !== null && row.due_at > now) {
    const shorter = leaseAfterSetBack(row.due_at, { leaseUntil });
    if (shorter !== undefined) await session.run(shorten({ customer, leaseUntil: shorter }));
    return 'busy';
  }
  if (row.worker !== null) await end(session, [customer], { died: true });
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  await session.all(lease({ customers: [customer], worker, until: leaseUntil }));
  return { brand, customerNumber: customer, deaths };
}
