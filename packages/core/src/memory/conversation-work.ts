import type { EpochMs } from '../domain/time/epoch-ms.ts';
import {
  clockDifferenceMs,
  createSetBackSweep,
  leaseAfterSetBack,
  type SetBackClaim,
} from '../domain/time/set-back.ts';
import { shareSlots } from '../domain/worker-slots.ts';
import {
  type ClaimedConversation,
  type ConversationKey,
  type ConversationQueue,
  type InboxEntry,
  longestWaitMs,
} from '../ports/conversation-store.ts';
import type { LeaseHolder } from '../ports/delivery-store.ts';
import type { QueueOperation } from '../ports/record-store.ts';
import {
  createConversationWorkIndex,
  hasWork,
  nameOf,
  nextWork,
  noWork,
  type StoredWork,
  type WorkRow,
} from './conversation-work-index.ts';

/** The conversations of all brands that have work. */
export interface ConversationWork {
  /** The first entry of the inbox. @spec CQ1, CQ20 */
  first(conversation: ConversationKey): InboxEntry | undefined;
  isLeasedTo(conversation: ConversationKey, worker: string): boolean;
  /**
   * Adds an entry to the inbox.
   *
   * @returns Whether the customer is leased to the holder now.
   * @spec CQ1, CQ2, CQ21
   */
  enqueue(conversation: ConversationKey, entry: InboxEntry, holder: LeaseHolder | undefined): boolean;
  /** Notes the end of work. @returns Whether the lease of the worker has ended. @spec CQ1, CQ16, CQ19 */
  settle(conversation: ConversationKey, ended: EndedWork): boolean;
  /** Removes the inbox and the lease of a deleted customer. */
  remove(conversation: ConversationKey): void;
  /** Returns a function that puts back what is stored of a conversation now. */
  remember(conversation: ConversationKey): () => void;
  readonly queue: ConversationQueue;
  dump(): readonly WorkContents[];
  load(contents: readonly WorkContents[]): void;
}

export type EndedWork = Omit<Extract<QueueOperation, { do: 'settle' }>, 'do' | 'customer'>;

/** What is stored of one conversation. */
export interface WorkContents extends StoredWork {
  readonly row: WorkRow;
}

/**
 * Keeps a row for every customer with work.
 *
 * @param change - Runs a change of the queue.
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ10, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ19, CQ21, CQ22, CQ23
 */
export function createConversationWork(change: <T>(act: () => T) => Promise<T>): ConversationWork {
  const index = createConversationWorkIndex();
  const works = new Map<string, StoredWork>();
  const workOf = (conversation: ConversationKey): StoredWork => works.get(nameOf(conversation)) ?? noWork;

  const sweep = createSetBackSweep<never>();
  /** When entries have arrived that a clock which was ahead has given a later moment. */
  const arrivals = new WeakMap<InboxEntry, EpochMs>();
  const arrivalOf = (entry: InboxEntry): EpochMs => arrivals.get(entry) ?? entry.at;

  /** @spec CQ22 */
  function setBack(claim: SetBackClaim): void {
    const { now } = claim;
    const isAhead = (moment: EpochMs): boolean => moment > now + clockDifferenceMs;
    for (const row of index.all()) {
      for (const entry of workOf(row).inbox) {
        if (isAhead(arrivalOf(entry))) arrivals.set(entry, now);
      }
      const waitsSince = isAhead(row.waitsSince) ? now : row.waitsSince;
      const dueAt = dueBySetBack(row, claim);
      if (dueAt !== row.dueAt || waitsSince !== row.waitsSince) index.put({ ...row, waitsSince, dueAt });
    }
  }

  function free(
    row: WorkRow,
    { deaths, notBefore = 0 }: { readonly deaths: number; readonly notBefore?: EpochMs },
  ): void {
    const { brand, customerNumber } = row;
    const present = workOf(row);
    if (!hasWork(present)) {
      index.remove(row);
      return;
    }
    const waitsSince = present.inbox[0] === undefined ? row.waitsSince : arrivalOf(present.inbox[0]);
    const dueAt = Math.max(waitsSince, notBefore);
    index.put({ brand, customerNumber, waitsSince, work: nextWork(present), dueAt, deaths, counting: 0 });
  }

  /** Ends a lease that nobody released. @spec CQ15 */
  function end(row: WorkRow): void {
    free(row, { deaths: row.deaths + row.counting });
  }

  function lease(row: WorkRow, { worker, leaseUntil }: LeaseHolder): ClaimedConversation {
    const { brand, customerNumber, deaths } = row;
    index.put({ ...row, worker, dueAt: leaseUntil, counting: deaths === 0 ? 1 : 0 });
    return { brand, customerNumber, deaths };
  }

  function findLeased(conversation: ConversationKey, worker: string): WorkRow | undefined {
    const row = index.find(conversation);
    return row?.worker === worker ? row : undefined;
  }

  function putWork(conversation: ConversationKey, present: StoredWork, clearsDeaths = false): void {
    if (hasWork(present)) works.set(nameOf(conversation), present);
    else works.delete(nameOf(conversation));
    const row = index.find(conversation);
    if (row === undefined) {
      const { brand, customerNumber } = conversation;
      free({ brand, customerNumber, waitsSince: 0, work: 'step', dueAt: 0, deaths: 0, counting: 0 }, { deaths: 0 });
    } else if (row.worker !== undefined) {
      if (clearsDeaths) index.put({ ...row, deaths: 0, counting: 1 });
    } else if (clearsDeaths || !hasWork(present) || nextWork(present) !== row.work) {
      free(row, { deaths: clearsDeaths ? 0 : row.deaths, notBefore: row.dueAt });
    }
  }

  const queue: ConversationQueue = {
    async claim(request) {
      await sweep.run(request, (found) =>
        change(() => {
          setBack(found);
          return 'done';
        }),
      );
      return change(() => {
        const { now, work, after = '' } = request;
        for (let row = index.takeEnded(now); row !== undefined; row = index.takeEnded(now)) end(row);
        return shareSlots(index.due(work, now, after), request).map((row) => lease(row, request));
      });
    },

    take: (conversation, request) =>
      change(() => {
        const found = index.find(conversation);
        if (found === undefined || !hasWork(workOf(found))) return 'idle';
        if (found.worker !== undefined && found.dueAt > request.now) {
          const leaseUntil = leaseAfterSetBack(found.dueAt, request);
          if (leaseUntil !== undefined) index.put({ ...found, dueAt: leaseUntil });
          return 'busy';
        }
        if (found.worker !== undefined) end(found);
        return lease(index.find(conversation) ?? found, request);
      }),

    renew: ({ worker, leaseUntil }) =>
      change(() => {
        for (const row of index.leased()) if (row.worker === worker) index.put({ ...row, dueAt: leaseUntil });
      }),

    release: (brand, customerNumber, worker, notBefore) =>
      change(() => {
        const row = findLeased({ brand, customerNumber }, worker);
        if (row !== undefined) free(row, { deaths: row.deaths, ...(notBefore !== undefined && { notBefore }) });
      }),

    enterStep: (conversation, worker) =>
      change(() => {
        const row = findLeased(conversation, worker);
        if (row !== undefined) index.put({ ...row, counting: 1 });
        return row !== undefined;
      }),

    leaveStep: (conversation, worker, deaths) =>
      change(() => {
        const row = findLeased(conversation, worker);
        if (row !== undefined && row.deaths > 0) index.put({ ...row, deaths, counting: 0 });
      }),

    recover: () =>
      change(() => {
        for (const row of index.leased()) end(row);
      }),
  };

  return {
    queue,
    first: (conversation) => workOf(conversation).inbox[0],
    isLeasedTo: (conversation, worker) => findLeased(conversation, worker) !== undefined,
    enqueue(conversation, entry, holder) {
      const isFirst = index.find(conversation) === undefined;
      const present = workOf(conversation);
      putWork(conversation, { ...present, inbox: [...present.inbox, entry] });
      const row = index.find(conversation);
      if (holder === undefined || !isFirst || row === undefined) return false;
      lease(row, holder);
      return true;
    },
    settle(conversation, { entry, effects, clearsDeaths, worker }) {
      const present = workOf(conversation);
      const left: StoredWork = {
        inbox: present.inbox.filter(({ number }) => number !== entry),
        hasEffects: effects ?? present.hasEffects,
      };
      putWork(conversation, left, clearsDeaths);
      const row = worker === undefined || hasWork(left) ? undefined : findLeased(conversation, worker);
      if (row !== undefined) index.remove(row);
      return row !== undefined;
    },
    remove(conversation) {
      works.delete(nameOf(conversation));
      index.remove(conversation);
    },
    remember(conversation) {
      const [work, row] = [works.get(nameOf(conversation)), index.find(conversation)];
      return () => {
        if (work === undefined) works.delete(nameOf(conversation));
        else works.set(nameOf(conversation), work);
        // The copy keeps the row from being twice in its queue.
        if (row === undefined) index.remove(conversation);
        else index.put({ ...row });
      };
    },
    dump: () => index.all().map((row) => ({ ...workOf(row), row })),
    load(contents) {
      for (const { row, ...work } of contents) {
        if (hasWork(work)) works.set(nameOf(row), work);
        index.put(row);
      }
    },
  };
}

/** When work is due, or its lease ends, after the clock was set back. @spec CQ22 */
function dueBySetBack(row: WorkRow, claim: SetBackClaim): EpochMs {
  if (row.worker !== undefined) return leaseAfterSetBack(row.dueAt, claim) ?? row.dueAt;
  const latest = claim.now + clockDifferenceMs;
  return row.waitsSince > latest || row.dueAt > latest + longestWaitMs ? Math.min(row.dueAt, claim.now) : row.dueAt;
}
