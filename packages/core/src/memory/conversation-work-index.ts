import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { DueQueue } from '../domain/worker-slots.ts';
import { type ConversationKey, endsWait, type InboxEntry, type Wake } from '../ports/conversation-store.ts';
import { createPriorityQueue, type PriorityQueue } from './priority-queue.ts';

/** The work of one customer's conversation. It is replaced and never changed in place. */
export interface StoredWork {
  /** In the order of arrival. */
  readonly inbox: readonly InboxEntry[];
  /** Whether effects wait to be carried out. */
  readonly hasEffects: boolean;
  readonly wake?: StoredWake;
}

/** `isDue`: a claim has found it. */
export type StoredWake = Wake & { readonly isDue?: true };

export const noWork: StoredWork = { inbox: [], hasEffects: false };

/** @spec CQ5, WT10, WT11 */
export function hasWork({ inbox, hasEffects, wake }: StoredWork): boolean {
  return hasEffects || wake?.isDue === true || openInbox({ inbox, ...(wake && { wake }) }).length > 0;
}

/** The entries of the inbox that are work: all, or none while a wake holds it. */
export function openInbox({ inbox, wake }: Omit<StoredWork, 'hasEffects'>): StoredWork['inbox'] {
  const isHeld = wake?.holdsInbox === true && wake.isDue !== true && !inbox.some(({ item }) => endsWait(item));
  return isHeld ? [] : inbox;
}

/** The kind of work to do next. @spec CQ18 */
export function nextWork({ hasEffects }: StoredWork): 'step' | 'effects' {
  return hasEffects ? 'effects' : 'step';
}

/** The entry of a customer whose conversation has work, waits for a wake, or is leased. */
export interface WorkRow extends ConversationKey {
  readonly waitsSince: EpochMs;
  /** `wake`: none, until its wake is due. */
  readonly work: 'step' | 'effects' | 'wake';
  /** When it may be claimed; while leased, when the lease ends. */
  readonly dueAt: EpochMs;
  readonly worker?: string;
  readonly deaths: number;
  /** 1: if the lease ends without being released, one more death is counted. */
  readonly counting: 0 | 1;
}

/** Finds rows of work by customer, and in the order in which they are due. */
export interface ConversationWorkIndex {
  find(conversation: ConversationKey): WorkRow | undefined;
  put(row: WorkRow): void;
  remove(conversation: ConversationKey): void;
  clear(): void;
  all(): readonly WorkRow[];
  leased(): readonly WorkRow[];
  /** Removes a row from its queue whose lease has ended. */
  takeEnded(now: EpochMs): WorkRow | undefined;
  /** The row without other work whose wake is due first. */
  firstWake(): WorkRow | undefined;
  /**
   * The due rows without a lease, in one queue per brand. Brands are in the order of their names, beginning after
   * `after`.
   */
  due(work: 'step' | 'effects', now: EpochMs, after: string): readonly DueQueue<WorkRow>[];
}

/** A row that was replaced stays in its queue, and is skipped there. */
export function createConversationWorkIndex(): ConversationWorkIndex {
  const rows = new Map<string, WorkRow>();
  const leased = new Set<WorkRow>();
  const leaseEnds = newQueue();
  const wakes = newQueue();
  const free = { step: new Map<string, PriorityQueue<WorkRow>>(), effects: new Map<string, PriorityQueue<WorkRow>>() };

  function newQueue(): PriorityQueue<WorkRow> {
    return createPriorityQueue<WorkRow>({
      isBefore: (a, b) => a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.customerNumber < b.customerNumber),
      isCurrent: (row) => rows.get(nameOf(row)) === row,
    });
  }

  function queueOf({ work, brand, worker }: WorkRow): PriorityQueue<WorkRow> {
    if (worker !== undefined) return leaseEnds;
    if (work === 'wake') return wakes;
    const queue = free[work].get(brand) ?? newQueue();
    free[work].set(brand, queue);
    return queue;
  }

  function remove(conversation: ConversationKey): void {
    const row = rows.get(nameOf(conversation));
    rows.delete(nameOf(conversation));
    if (row !== undefined) leased.delete(row);
  }

  return {
    find: (conversation) => rows.get(nameOf(conversation)),
    put(row) {
      remove(row);
      rows.set(nameOf(row), row);
      if (row.worker !== undefined) leased.add(row);
      queueOf(row).add(row);
    },
    remove,
    clear() {
      rows.clear();
      leased.clear();
      leaseEnds.clear();
      wakes.clear();
      for (const queues of Object.values(free)) queues.clear();
    },
    all: () => [...rows.values()],
    leased: () => [...leased],
    takeEnded(now) {
      const row = leaseEnds.first();
      return row !== undefined && row.dueAt <= now ? leaseEnds.removeFirst() : undefined;
    },
    firstWake: () => wakes.first(),
    due(work, now, after) {
      const queues = free[work];
      for (const [brand, queue] of queues) if (queue.first() === undefined) queues.delete(brand);
      const names = [...queues.keys()].sort();
      const start = names.findIndex((name) => name > after);
      const inTurns = start === -1 ? names : [...names.slice(start), ...names.slice(0, start)];
      return inTurns.flatMap((brand) => dueQueue(brand, queues.get(brand), now));
    },
  };
}

export function nameOf({ brand, customerNumber }: ConversationKey): string {
  return `${customerNumber} ${brand}`;
}

function dueQueue(
  brand: string,
  queue: PriorityQueue<WorkRow> | undefined,
  now: EpochMs,
): readonly DueQueue<WorkRow>[] {
  if (queue === undefined) return [];
  function first(): WorkRow | undefined {
    const row = queue?.first();
    return row !== undefined && row.dueAt <= now ? row : undefined;
  }
  return [{ brand, first, removeFirst: () => void queue.removeFirst() }];
}
