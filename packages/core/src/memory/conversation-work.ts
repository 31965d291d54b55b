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
import {
  createConversationWorkIndex,
  hasWork,
  nextWork,
  type StoredConversation,
  type WorkRow,
} from './conversation-work-index.ts';

/** The conversations of all brands that have work. */
export interface ConversationWork {
  /** Call it with each conversation that a transaction committed; `undefined`: the customer was deleted. */
  committed(brand: string, customerNumber: number, stored: StoredConversation | undefined): void;
  /** Call it with each customer that a worker has released in a transaction that committed. */
  finished(brand: string, customerNumber: number, worker: string): void;
  /** Call it with each customer that a committed transaction leased to a worker, after `committed`. */
  leased(brand: string, customerNumber: number, holder: LeaseHolder): void;
  isLeasedTo(customerNumber: number, worker: string): boolean;
  /** Whether the customer has work, or a worker has it. */
  isQueued(customerNumber: number): boolean;
  readonly queue: ConversationQueue;
  rows(): readonly WorkRow[];
  /** Replaces all rows by the rows of an earlier store. */
  restore(rows: readonly WorkRow[]): void;
}

export interface ConversationWorkOptions {
  /** Runs a change under the lock of the writers. */
  alone<T>(change: () => T): Promise<T>;
  /** Finds the committed state of a conversation. */
  find(brand: string, customerNumber: number): StoredConversation | undefined;
}

/**
 * Keeps a row for every customer with work.
 *
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ10, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ19, CQ21, CQ22, CQ23
 */
export function createConversationWork({ alone, find }: ConversationWorkOptions): ConversationWork {
  const index = createConversationWorkIndex();

  const sweep = createSetBackSweep<never>();
  /** When entries have arrived that a clock which was ahead has given a later moment. */
  const arrivals = new WeakMap<InboxEntry, EpochMs>();
  const arrivalOf = (entry: InboxEntry): EpochMs => arrivals.get(entry) ?? entry.at;

  /** @spec CQ22 */
  function setBack(claim: SetBackClaim): void {
    const { now } = claim;
    const isAhead = (moment: EpochMs): boolean => moment > now + clockDifferenceMs;
    for (const row of index.all()) {
      for (const entry of find(row.brand, row.customerNumber)?.inbox ?? []) {
        if (isAhead(arrivalOf(entry))) arrivals.set(entry, now);
      }
      const waitsSince = isAhead(row.waitsSince) ? now : row.waitsSince;
      const dueAt = dueBySetBack(row, claim);
      if (dueAt !== row.dueAt || waitsSince !== row.waitsSince) index.put({ ...row, waitsSince, dueAt });
    }
  }

  function free(row: WorkRow, change: { readonly deaths: number; readonly notBefore?: EpochMs | undefined }): void {
    const { brand, customerNumber, waitsSince } = row;
    const present = find(brand, customerNumber);
    if (!hasWork(present)) {
      index.remove(customerNumber);
      return;
    }
    const since = present.inbox[0] === undefined ? waitsSince : arrivalOf(present.inbox[0]);
    const dueAt = Math.max(since, change.notBefore ?? 0);
    const { deaths } = change;
    const { clearings } = present;
    const work = nextWork(present);
    index.put({ brand, customerNumber, waitsSince: since, work, dueAt, deaths, counting: 0, clearings });
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

  function findLeased({ brand, customerNumber }: ConversationKey, worker: string): WorkRow | undefined {
    const row = index.find(customerNumber);
    return row?.brand === brand && row.worker === worker ? row : undefined;
  }

  const queue: ConversationQueue = {
    async claim(request) {
      await sweep.run(request, (found) =>
        alone(() => {
          setBack(found);
          return 'done';
        }),
      );
      return alone(() => {
        const { now, work, after = '' } = request;
        for (let row = index.takeEnded(now); row !== undefined; row = index.takeEnded(now)) end(row);
        return shareSlots(index.due(work, now, after), request).map((row) => lease(row, request));
      });
    },

    take: ({ brand, customerNumber }, request) =>
      alone(() => {
        const found = index.find(customerNumber);
        if (found?.brand !== brand || !hasWork(find(brand, customerNumber))) return 'idle';
        if (found.worker !== undefined && found.dueAt > request.now) {
          const leaseUntil = leaseAfterSetBack(found.dueAt, request);
          if (leaseUntil !== undefined) index.put({ ...found, dueAt: leaseUntil });
          return 'busy';
        }
        if (found.worker !== undefined) end(found);
        return lease(index.find(customerNumber) ?? found, request);
      }),

    renew: ({ worker, leaseUntil }) =>
      alone(() => {
        for (const row of index.leased()) if (row.worker === worker) index.put({ ...row, dueAt: leaseUntil });
      }),

    release: (brand, customerNumber, worker, notBefore) =>
      alone(() => {
        const row = findLeased({ brand, customerNumber }, worker);
        if (row !== undefined) free(row, { deaths: row.deaths, notBefore });
      }),

    enterStep: (conversation, worker) =>
      alone(() => {
        const row = findLeased(conversation, worker);
        if (row !== undefined) index.put({ ...row, counting: 1 });
        return row !== undefined;
      }),

    leaveStep: (conversation, worker, deaths) =>
      alone(() => {
        const row = findLeased(conversation, worker);
        if (row !== undefined && row.deaths > 0) index.put({ ...row, deaths, counting: 0 });
      }),

    recover: () =>
      alone(() => {
        for (const row of index.leased()) end(row);
      }),
  };

  return {
    queue,
    rows: () => index.all(),
    restore(rows) {
      for (const row of rows) index.put(row);
    },
    finished(brand, customerNumber, worker) {
      const row = findLeased({ brand, customerNumber }, worker);
      if (row !== undefined) free(row, { deaths: row.deaths });
    },
    leased(brand, customerNumber, holder) {
      const row = index.find(customerNumber);
      if (row?.brand === brand) lease(row, holder);
    },
    isLeasedTo: (customerNumber, worker) => index.find(customerNumber)?.worker === worker,
    isQueued: (customerNumber) => index.find(customerNumber) !== undefined,
    committed(brand, customerNumber, present) {
      const row = index.find(customerNumber);
      if (present === undefined) return index.remove(customerNumber);
      if (row === undefined) return free(newRow(brand, customerNumber, present), { deaths: 0 });
      const isCleared = row.clearings !== present.clearings;
      if (row.worker !== undefined) {
        if (isCleared) index.put({ ...row, deaths: 0, counting: 1, clearings: present.clearings });
      } else if (isCleared || !hasWork(present) || nextWork(present) !== row.work) {
        free(row, { deaths: isCleared ? 0 : row.deaths, notBefore: row.dueAt });
      }
    },
  };
}

function newRow(brand: string, customerNumber: number, { clearings }: StoredConversation): WorkRow {
  return { brand, customerNumber, waitsSince: 0, work: 'step', dueAt: 0, deaths: 0, counting: 0, clearings };
}

/** When work is due, or its lease ends, after the clock was set back. @spec CQ22 */
function dueBySetBack(row: WorkRow, claim: SetBackClaim): EpochMs {
  if (row.worker !== undefined) return leaseAfterSetBack(row.dueAt, claim) ?? row.dueAt;
  const latest = claim.now + clockDifferenceMs;
  return row.waitsSince > latest || row.dueAt > latest + longestWaitMs ? Math.min(row.dueAt, claim.now) : row.dueAt;
}
