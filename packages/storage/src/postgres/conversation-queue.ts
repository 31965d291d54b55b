import {
  type ClaimedConversation,
  type ConversationClaim,
  type ConversationKey,
  type ConversationQueue,
  clockDifferenceMs,
  createSetBackSweep,
  type DueQueue,
  type LeaseHolder,
  type LeaseRequest,
  leaseAfterSetBack,
  longestWaitMs,
  type SetBackClaim,
  shareSlots,
} from '@botwright/core/ports';
import { hasWork } from './conversation-changes.ts';
import type { Session } from './session.ts';
import { createSlices } from './slices.ts';
import { lockedKeys, raw, type Sql, sql, table } from './sql.ts';
import type { TransactionWork } from './transactions.ts';

/** How often a claim looks for work that no other worker leases at the same time. */
const mostLooks = 4;

/** The maximum number of leases that one claim ends; the next claim ends more. */
const endedAtOnce = 1_000;

/** How many wakes one claim makes work; the next claim finds more. */
const wokenAtOnce = 500;

/** Without work that is due, one row, in which all but `ended` and `waking` is null. */
interface DueRow {
  readonly brand: string | null;
  readonly customer_number: number;
  readonly deaths: number;
  /** Whether leases have ended. Null when there are none. */
  readonly ended: boolean | null;
  /** Whether wakes are due, for a claim of steps. Null when there are none. */
  readonly waking: boolean | null;
}

const firstWake = sql<{ min: number | null }>`
    select min(due_at) from ${table('conversation_wakes')} where due_at is not null`;

/**
 * Makes due wakes work, the earliest first, except those that another transaction has locked.
 *
 * @spec WT12, WT13
 */
const wakeDue = (now: number, ofCustomer: Sql = raw('')) => sql`
    with due as materialized (
      select customer_number, brand, due_at from ${table('conversation_wakes')} where due_at <= ${now} ${ofCustomer}
      order by due_at, customer_number limit ${raw(wokenAtOnce)} for update skip locked
    ), woken as (
      update ${table('conversation_wakes')} as k set due_at = null from due
      where k.customer_number = due.customer_number
    )
    insert into ${table('conversation_work')} (customer_number, brand, waits_since, due_at)
    select customer_number, brand, due_at, due_at from due order by due_at, customer_number
    on conflict (customer_number) do nothing`;

/**
 * Due work of the brands, starting with the brands after `after`. Reads at most one brand for each free slot, and per
 * brand at most the leases of one claim.
 *
 * Mostly nothing is due. Whether anything is, the first row of an index says: an `exists` with a moment as its bound may
 * read the whole table.
 */
export function findDue({ work, now, after = '', limit, held }: ConversationClaim): Sql<DueRow> {
  const awaits = awaitsOf(work);
  const first = (than: Sql) => sql`select brand, due_at from ${table('conversation_work')}
    where worker is null and awaits_effects = ${awaits} and brand > ${than} order by brand, due_at limit 1`;
  return sql<DueRow>`
    with recursive named as (
      (select f.* from (${first(sql`''`)}) as f where (
        select min(due_at) from ${table('conversation_work')} where worker is null and awaits_effects = ${awaits}
      ) <= ${now})
      union all select n.brand, n.due_at from named as b cross join lateral (${first(sql`b.brand`)}) as n
    ), taken as (
      select brand from named where due_at <= ${now} order by brand <= ${after}, brand
        limit ${limit + (held?.size ?? 0)}
    )
    select t.brand, w.customer_number, w.deaths, l.ended, l.waking from (
      select (select min(due_at) from ${table('conversation_work')} where worker is not null) <= ${now} as ended,
        ${work === 'step' ? sql`(${firstWake}) <= ${now}` : raw('false')} as waking
    ) as l left join (taken as t cross join lateral (
      select customer_number, deaths, due_at from ${table('conversation_work')}
      where worker is null and awaits_effects = ${awaits} and brand = t.brand and due_at <= ${now}
      order by due_at limit ${limit}
    ) as w) on true order by t.brand <= ${after}, t.brand, w.due_at`;
}

/** A customer with a row of work. */
interface Customer {
  readonly customer_number: number;
}

/** Leases free rows. @param isDue - Another condition, for rows that were read before without a lock. */
const lease = (customers: readonly number[], { worker, leaseUntil }: LeaseRequest, isDue: Sql = raw('')) =>
  sql<Pick<DueRow, 'customer_number' | 'deaths'>>`
    update ${table('conversation_work')} set worker = ${worker}, due_at = ${leaseUntil}, counting = (deaths = 0)::int
    where customer_number = any(array(select customer_number from ${table('conversation_work')}
      where customer_number = any(${customers}) and worker is null ${isDue} for update skip locked))
    returning customer_number, deaths`;

/** Locks the rows of ended leases, and skips rows that another transaction has locked. */
const lockEnded = (now: number) => sql<Customer>`
    select customer_number from ${table('conversation_work')}
    where worker is not null and due_at <= ${now} order by due_at limit ${raw(endedAtOnce)} for update skip locked`;

const lockLeased = sql<Customer>`
    select customer_number from ${table('conversation_work')}
    where worker is not null order by customer_number for update`;

const lockLeasedBy = (worker: string, customers: readonly number[] | undefined) => sql<Customer & { brand: string }>`
    select customer_number, brand from ${table('conversation_work')}
    where worker = ${worker} ${customers === undefined ? raw('') : sql`and customer_number = any(${customers})`}
    order by customer_number for update`;

interface WorkRow {
  readonly brand: string;
  readonly worker: string | null;
  readonly due_at: number;
  readonly deaths: number;
  readonly counting: number;
}

const lockWork = (customer: number) => sql<WorkRow>`
    select brand, worker, due_at, deaths, counting
    from ${table('conversation_work')} where customer_number = ${customer} for update`;

const findWork = (customer: number) => sql<{ found: boolean }>`
    select ${hasWork} as found from ${table('conversation_work')} as w where w.customer_number = ${customer}`;

/** How leases end. */
interface Ended {
  /** Whether an unreleased lease counts as a death. */
  readonly died: boolean;
  readonly notBefore?: number | undefined;
}

/** Ends the leases of locked rows. */
const endLeases = (customers: readonly number[], { died, notBefore = 0 }: Ended) => sql`
    update ${table('conversation_work')} as w set worker = null, counting = 0,
      deaths = w.deaths + w.counting * ${Number(died)}::int,
      waits_since = s.at, due_at = greatest(s.at, ${notBefore})
    from (
      select w.customer_number, coalesce((select i.at from ${table('inbox')} as i
        where i.customer_number = w.customer_number order by i.number limit 1), w.waits_since) as at
      from ${table('conversation_work')} as w where w.customer_number = any(${customers})
    ) as s
    where w.customer_number = s.customer_number and ${hasWork}`;

const dropIdle = (customers: readonly number[]) => sql`
    delete from ${table('conversation_work')} as w
    where w.customer_number = any(${customers}) and not ${hasWork}`;

/** The customers whose rows of work match, locked in their order. @spec PG38 */
const lockedCustomers = (where: Sql) => lockedKeys('conversation_work', 'customer_number', where);

const renew = ({ worker, leaseUntil }: LeaseHolder) =>
  sql`update ${table('conversation_work')} set due_at = ${leaseUntil}
    where customer_number = ${lockedCustomers(sql`worker = ${worker}`)} and worker = ${worker}`;

const shorten = (customer: number, leaseUntil: number) =>
  sql`update ${table('conversation_work')} set due_at = ${leaseUntil} where customer_number = ${customer}`;

/** The maximum number of rows that a slice reads. */
const rowsAtOnce = 1_000;

/** The row after which the next slice begins. */
interface SlicePlace {
  readonly table: 'inbox' | 'work' | 'wakes';
  readonly after: number;
}

interface SliceEnd {
  readonly last: number | null;
  readonly read: number;
}

/** The last of the next rows by key, and the number of rows, as a part of a statement. */
const slice = (name: 'inbox' | 'conversation_work' | 'conversation_wakes', key: string, after: number, most: number) =>
  sql`slice as materialized (select max(key) as last, count(*) as read from (
    select ${raw(key)} as key from ${table(name)} where ${raw(key)} > ${after} order by ${raw(key)} limit ${most}
  ) as s)`;

const arrivedAhead = ({ now }: SetBackClaim, after: number, most: number) => sql<SliceEnd>`
    with ${slice('inbox', 'number', after, most)}, changed as (
      update ${table('inbox')} set at = ${now}
      where number > ${after} and number <= (select last from slice)
        and at > ${now + clockDifferenceMs}
    )
    select last, read from slice`;

function plannedAhead({ now, leaseUntil, differenceMs }: SetBackClaim, after: number, most: number): Sql<SliceEnd> {
  /** The latest correct moment before the clock was set back. */
  const latest = now + clockDifferenceMs;
  return sql`
    with ${slice('conversation_work', 'customer_number', after, most)}, changed as (
      update ${table('conversation_work')} set
        waits_since = case when waits_since > ${latest} then ${now}::bigint else waits_since end,
        due_at = case
          when worker is not null then case when due_at > ${leaseUntil + differenceMs} then ${leaseUntil}::bigint else due_at end
          when waits_since > ${latest} or due_at > ${latest + longestWaitMs} then least(due_at, ${now}::bigint) else due_at end
      where customer_number = ${lockedCustomers(sql`customer_number > ${after}
          and customer_number <= (select last from slice) and (due_at > ${now} or waits_since > ${now})`)}
        and (due_at > ${now} or waits_since > ${now})
    )
    select last, read from slice`;
}

/** A wait that began in the future begins now. */
const wakesAhead = ({ now }: SetBackClaim, after: number, most: number) => sql<SliceEnd>`
    with ${slice('conversation_wakes', 'customer_number', after, most)}, changed as (
      update ${table('conversation_wakes')} set due_at = due_at - (since - ${now}), since = ${now}
      where customer_number = ${lockedKeys(
        'conversation_wakes',
        'customer_number',
        sql`customer_number > ${after} and customer_number <= (select last from slice)
          and since > ${now + clockDifferenceMs}`,
      )}
    )
    select last, read from slice`;

const setBackStatements = { inbox: arrivedAhead, work: plannedAhead, wakes: wakesAhead };
const nextTables = { inbox: 'work', work: 'wakes', wakes: undefined } as const;

/** @spec CQ22, PG35, WT15 */
async function setBackSlice(
  session: Session,
  claim: SetBackClaim,
  { table, after }: SlicePlace = { table: 'inbox', after: -1 },
  most: number,
): Promise<SlicePlace | 'done'> {
  const found = await session.get(setBackStatements[table](claim, after, most));
  const { last = null, read = 0 } = found ?? {};
  if (last !== null && read === most) return { table, after: last };
  const next = nextTables[table];
  return next === undefined ? 'done' : { table: next, after: -1 };
}

/** Commits without waiting for the disk. */
const unsynced = sql`(select set_config('synchronous_commit', 'off', true)) as unsynced`;

/** Sets both for a running step; after it, only the row of a customer with deaths is changed. */
const markStep = (
  { brand, customerNumber }: ConversationKey,
  worker: string,
  mark: Parameters<ConversationQueue['mark']>[2],
) => sql`
    update ${table('conversation_work')} set
      ${
        mark.isRunning
          ? raw('counting = 1')
          : sql`counting = case when deaths > 0 then 0 else counting end,
        deaths = case when deaths > 0 then ${mark.deaths} else deaths end`
      }
    from ${unsynced} where customer_number = ${customerNumber} and brand = ${brand} and worker = ${worker}`;

export interface ConversationQueueOptions {
  /** Runs one statement as a separate transaction. */
  read<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs a separate transaction, and runs it again after a deadlock. */
  write<T>(work: TransactionWork<T>): Promise<T>;
}

/** @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ22, CQ23, WT12, WT13, WT14, WT15 */
export function createConversationQueue({ read, write }: ConversationQueueOptions): ConversationQueue {
  const sweep = createSetBackSweep<SlicePlace>();
  const slices = createSlices(rowsAtOnce);

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
      for (let tries = 1; ; tries += 1) {
        const rows = await read((session) => session.all(findDue(request)));
        const [{ ended, waking } = { ended: null, waking: null }] = rows;
        if (tries === 1 && (ended === true || waking === true)) {
          if (ended === true) await write((session) => endAll(session, now));
          if (waking === true) await write((session) => session.run(wakeDue(now)));
          continue;
        }
        const chosen = shareSlots(queuesOf(rows), request);
        if (chosen.length === 0) return [];
        const isDue = sql`and awaits_effects = ${awaitsOf(request.work)} and due_at <= ${now}`;
        const leased = await read((session) => session.all(lease(customersOf(chosen), request, isDue)));
        const deathsOf = new Map(leased.map((row) => [row.customer_number, row.deaths]));
        // Other workers may have leased all of them.
        if (leased.length > 0 || tries >= mostLooks) {
          return chosen.flatMap((each) => {
            const deaths = deathsOf.get(each.customerNumber);
            return deaths === undefined ? [] : [{ ...each, deaths }];
          });
        }
      }
    },

    take: (conversation, request) => write((session) => takeOne(session, conversation, request)),

    renew: (holder) =>
      write(async (session) => {
        await session.run(renew(holder));
      }),

    release: (worker, conversations, notBefore) =>
      write(async (session) => {
        const leased = await session.all(lockLeasedBy(worker, conversations && customersOf(conversations)));
        const isReleased = ({ brand, customer_number }: (typeof leased)[number]) =>
          conversations?.some((each) => each.brand === brand && each.customerNumber === customer_number) ?? true;
        const customers = leased.filter(isReleased).map((row) => row.customer_number);
        if (customers.length > 0) await end(session, customers, { died: false, notBefore });
      }),

    mark: (conversation, worker, mark) =>
      read(async (session) => (await session.run(markStep(conversation, worker, mark))) > 0),

    recover: () =>
      write(async (session) => {
        const leased = (await session.all(lockLeased)).map((row) => row.customer_number);
        if (leased.length > 0) await end(session, leased, { died: true });
      }),

    nextWakeAt: () => read(async (session) => (await session.get(firstWake))?.min ?? undefined),
  };
}

const customersOf = (keys: readonly ConversationKey[]): readonly number[] =>
  keys.map(({ customerNumber }) => customerNumber);

const awaitsOf = (work: ConversationClaim['work']): number => (work === 'effects' ? 1 : 0);

async function end(session: Session, customers: readonly number[], ended: Ended): Promise<void> {
  await session.run(endLeases(customers, ended));
  await session.run(dropIdle(customers));
}

async function endAll(session: Session, now: number): Promise<void> {
  const ended = (await session.all(lockEnded(now))).map((row) => row.customer_number);
  if (ended.length > 0) await end(session, ended, { died: true });
}

function queuesOf(rows: readonly DueRow[]): readonly DueQueue<ClaimedConversation>[] {
  const due = rows.flatMap(({ brand, customer_number: customerNumber, deaths }) =>
    brand === null ? [] : [{ brand, customerNumber, deaths }],
  );
  return [...Map.groupBy(due, ({ brand }) => brand)].map(([brand, queue]) => ({
    brand,
    first: () => queue[0],
    removeFirst: () => void queue.shift(),
  }));
}

async function takeOne(
  session: Session,
  { brand, customerNumber: customer }: ConversationKey,
  request: LeaseRequest,
): Promise<ClaimedConversation | 'busy' | 'idle'> {
  await session.run(wakeDue(request.now, sql`and customer_number = ${customer} and brand = ${brand}`));
  const row = await session.get(lockWork(customer));
  const work = row?.brand === brand ? await session.get(findWork(customer)) : undefined;
  if (row === undefined || work?.found !== true) return 'idle';
  if (row.worker !== null && row.due_at > request.now) {
    const leaseUntil = leaseAfterSetBack(row.due_at, request);
    if (leaseUntil !== undefined) await session.run(shorten(customer, leaseUntil));
    return 'busy';
  }
  if (row.worker !== null) await end(session, [customer], { died: true });
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  await session.all(lease([customer], request));
  return { brand, customerNumber: customer, deaths };
}
