import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { ConversationQueue } from '../ports/conversation-store.ts';
import { type ConversationShelf, hasWork } from './conversation-shelf.ts';
import { createWaitingLine } from './waiting-line.ts';

/** That a customer's conversation has something to work. */
interface WorkRow {
  readonly brand: string;
  readonly customerNumber: number;
  readonly waitsSince: EpochMs;
  /** When it may be claimed: under a lease, when that ends. */
  readonly dueAt: EpochMs;
  readonly worker?: string;
}

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
 * Keeps a row for every customer with something to work, in a line by when it is due. A row that was replaced stays
 * in the line until it comes to the front.
 *
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ10, CQ11, CQ12
 */
export function createConversationWork({ alone, shelf }: ConversationWorkOptions): ConversationWork {
  const rows = new Map<number, WorkRow>();
  const line = createWaitingLine<WorkRow>({
    isBefore: (a, b) => a.dueAt < b.dueAt,
    isCurrent: (row) => rows.get(row.customerNumber) === row,
  });

  function put(row: WorkRow): void {
    rows.set(row.customerNumber, row);
    line.add(row);
  }

  function putFree({ brand, customerNumber, waitsSince }: WorkRow, notBefore = 0): void {
    const present = shelf(brand, customerNumber);
    if (!hasWork(present)) return void rows.delete(customerNumber);
    const since = present?.inbox[0]?.at ?? waitsSince;
    put({ brand, customerNumber, waitsSince: since, dueAt: Math.max(since, notBefore) });
  }

  /** @returns `undefined` when nothing is due. */
  function takeDue(now: EpochMs): WorkRow | undefined {
    for (;;) {
      const row = line.first();
      if (row === undefined || row.dueAt > now) return undefined;
      line.takeFirst();
      if (hasWork(shelf(row.brand, row.customerNumber))) return row;
      rows.delete(row.customerNumber);
    }
  }

  const queue: ConversationQueue = {
    claim: ({ worker, leaseUntil, now, limit }) =>
      alone(() => {
        const claimed: WorkRow[] = [];
        while (claimed.length < limit) {
          const row = takeDue(now);
          if (row === undefined) break;
          claimed.push(row);
        }
        for (const row of claimed) put({ ...row, worker, dueAt: leaseUntil });
        return claimed.map(({ brand, customerNumber }) => ({ brand, customerNumber }));
      }),

    take: ({ brand, customerNumber }, { worker, leaseUntil, now }) =>
      alone(() => {
        const row = rows.get(customerNumber);
        if (row?.brand !== brand || !hasWork(shelf(brand, customerNumber))) return 'idle';
        if (row.worker !== undefined && row.dueAt > now) return 'busy';
        put({ ...row, worker, dueAt: leaseUntil });
        return 'taken';
      }),

    renew: ({ worker, leaseUntil }) =>
      alone(() => {
        for (const row of [...rows.values()]) if (row.worker === worker) put({ ...row, dueAt: leaseUntil });
      }),

    release: (brand, customerNumber, worker, notBefore) =>
      alone(() => {
        const row = rows.get(customerNumber);
        if (row?.brand === brand && row.worker === worker) putFree(row, notBefore);
      }),

    recover: () =>
      alone(() => {
        for (const row of [...rows.values()]) if (row.worker !== undefined) putFree(row);
      }),
  };

  return {
    queue,
    isLeasedTo: (customerNumber, worker) => rows.get(customerNumber)?.worker === worker,
    committed(brand, customerNumber, present) {
      const row = rows.get(customerNumber);
      if (present === undefined) rows.delete(customerNumber);
      else if (row === undefined) putFree({ brand, customerNumber, waitsSince: 0, dueAt: 0 });
      else if (row.worker === undefined && !hasWork(present)) rows.delete(customerNumber);
    },
  };
}
