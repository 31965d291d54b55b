import { shareSlots } from '../domain/slots/share-slots.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type {
  ClaimedConversation,
  ConversationKey,
  ConversationQueue,
  LeaseRequest,
} from '../ports/conversation-store.ts';
import { createConversationLines, type WorkRow } from './conversation-lines.ts';
import { type ConversationShelf, hasWork, nextWork } from './conversation-shelf.ts';

/** Work of the whole installation. */
export interface ConversationWork {
  /** Takes note of what a transaction committed; `undefined`: the customer was destroyed. */
  committed(brand: string, customerNumber: number, shelf: ConversationShelf | undefined): void;
  isLeasedTo(customerNumber: number, worker: string): boolean;
  readonly queue: ConversationQueue;
}

export interface ConversationWorkOptions {
  /** Runs a change under the lock of the writers. */
  alone<T>(change: () => T): Promise<T>;
  shelf(brand: string, customerNumber: number): ConversationShelf | undefined;
}

/**
 * Keeps a row for every customer with something to work.
 *
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ10, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18
 */
export function createConversationWork({ alone, shelf }: ConversationWorkOptions): ConversationWork {
  const lines = createConversationLines();

  function free(row: WorkRow, change: { readonly deaths: number; readonly notBefore?: EpochMs | undefined }): void {
    const { brand, customerNumber, waitsSince } = row;
    const present = shelf(brand, customerNumber);
    if (!hasWork(present)) {
      lines.remove(customerNumber);
      return;
    }
    const since = present.inbox[0]?.at ?? waitsSince;
    const dueAt = Math.max(since, change.notBefore ?? 0);
    const { deaths } = change;
    const { clearings } = present;
    const work = nextWork(present);
    lines.put({ brand, customerNumber, waitsSince: since, work, dueAt, deaths, counting: 0, clearings });
  }

  /** Nobody released it. @spec CQ15 */
  function end(row: WorkRow): void {
    free(row, { deaths: row.deaths + row.counting });
  }

  function lease(row: WorkRow, { worker, leaseUntil }: LeaseRequest): ClaimedConversation {
    const { brand, customerNumber, deaths } = row;
    lines.put({ ...row, worker, dueAt: leaseUntil, counting: deaths === 0 ? 1 : 0 });
    return { brand, customerNumber, deaths };
  }

  function findHeld({ brand, customerNumber }: ConversationKey, worker: string): WorkRow | undefined {
    const row = lines.find(customerNumber);
    return row?.brand === brand && row.worker === worker ? row : undefined;
  }

  const queue: ConversationQueue = {
    claim: (request) =>
      alone(() => {
        const { now, work, after = '' } = request;
        for (let row = lines.takeEnded(now); row !== undefined; row = lines.takeEnded(now)) end(row);
        return shareSlots(lines.due(work, now, after), request).map((row) => lease(row, request));
      }),

    take: ({ brand, customerNumber }, request) =>
      alone(() => {
        const found = lines.find(customerNumber);
        if (found?.brand !== brand || !hasWork(shelf(brand, customerNumber))) return 'idle';
        if (found.worker !== undefined && found.dueAt > request.now) return 'busy';
        if (found.worker !== undefined) end(found);
        return lease(lines.find(customerNumber) ?? found, request);
      }),

    renew: ({ worker, leaseUntil }) =>
      alone(() => {
        for (const row of lines.leased()) if (row.worker === worker) lines.put({ ...row, dueAt: leaseUntil });
      }),

    release: (brand, customerNumber, worker, notBefore) =>
      alone(() => {
        const row = findHeld({ brand, customerNumber }, worker);
        if (row !== undefined) free(row, { deaths: row.deaths, notBefore });
      }),

    enterStep: (conversation, worker) =>
      alone(() => {
        const row = findHeld(conversation, worker);
        if (row !== undefined) lines.put({ ...row, counting: 1 });
        return row !== undefined;
      }),

    leaveStep: (conversation, worker, deaths) =>
      alone(() => {
        const row = findHeld(conversation, worker);
        if (row !== undefined && row.deaths > 0) lines.put({ ...row, deaths, counting: 0 });
      }),

    recover: () =>
      alone(() => {
        for (const row of lines.leased()) end(row);
      }),
  };

  return {
    queue,
    isLeasedTo: (customerNumber, worker) => lines.find(customerNumber)?.worker === worker,
    committed(brand, customerNumber, present) {
      const row = lines.find(customerNumber);
      if (present === undefined) return lines.remove(customerNumber);
      if (row === undefined) return free(newRow(brand, customerNumber, present), { deaths: 0 });
      const isCleared = row.clearings !== present.clearings;
      if (row.worker !== undefined) {
        if (isCleared) lines.put({ ...row, deaths: 0, counting: 1, clearings: present.clearings });
      } else if (isCleared || !hasWork(present) || nextWork(present) !== row.work) {
        free(row, { deaths: isCleared ? 0 : row.deaths, notBefore: row.dueAt });
      }
    },
  };
}

function newRow(brand: string, customerNumber: number, { clearings }: ConversationShelf): WorkRow {
  return { brand, customerNumber, waitsSince: 0, work: 'step', dueAt: 0, deaths: 0, counting: 0, clearings };
}
