import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { ClaimedConversation, ConversationKey, InboxEntry } from '../ports/conversation-store.ts';
import type { QueueOperation } from '../ports/record-store.ts';
import type { LeaseHolder } from '../ports/work-queue.ts';
import {
  type ConversationWorkIndex,
  createConversationWorkIndex,
  hasWork,
  nameOf,
  nextWork,
  noWork,
  type StoredWork,
  type WorkRow,
} from './conversation-work-index.ts';

/** The conversations of all brands that have work, or are leased. */
export interface ConversationWork {
  readonly index: ConversationWorkIndex;
  /** By the name of the conversation. */
  readonly works: Map<string, StoredWork>;
  /** When entries have arrived that a clock which was ahead has given a later moment. */
  readonly arrivals: WeakMap<InboxEntry, EpochMs>;
}

export function createConversationWork(): ConversationWork {
  return { index: createConversationWorkIndex(), works: new Map(), arrivals: new WeakMap() };
}

export function workOf({ works }: ConversationWork, conversation: ConversationKey): StoredWork {
  return works.get(nameOf(conversation)) ?? noWork;
}

export function arrivalOf({ arrivals }: ConversationWork, entry: InboxEntry): EpochMs {
  return arrivals.get(entry) ?? entry.at;
}

export function findLeased(
  { index }: ConversationWork,
  conversation: ConversationKey,
  worker: string,
): WorkRow | undefined {
  const row = index.find(conversation);
  return row?.worker === worker ? row : undefined;
}

export function lease(
  { index }: ConversationWork,
  row: WorkRow,
  { worker, leaseUntil }: LeaseHolder,
): ClaimedConversation {
  const { brand, customerNumber, deaths } = row;
  index.put({ ...row, worker, dueAt: leaseUntil, counting: deaths === 0 ? 1 : 0 });
  return { brand, customerNumber, deaths };
}

/** Puts a row without a lease in its queue, or removes it if no work is left. */
export function free(work: ConversationWork, row: WorkRow, deaths: number, notBefore: EpochMs = 0): void {
  const { brand, customerNumber } = row;
  const present = workOf(work, row);
  if (!hasWork(present)) {
    work.index.remove(row);
    return;
  }
  const [entry] = present.inbox;
  const waitsSince = entry === undefined ? row.waitsSince : arrivalOf(work, entry);
  const dueAt = Math.max(waitsSince, notBefore);
  work.index.put({ brand, customerNumber, waitsSince, work: nextWork(present), dueAt, deaths, counting: 0 });
}

/**
 * Adds an entry to the inbox.
 *
 * @returns Whether the customer is leased to the holder now.
 * @spec CQ1, CQ2, CQ21
 */
export function enqueue(
  work: ConversationWork,
  conversation: ConversationKey,
  entry: InboxEntry,
  holder: LeaseHolder | undefined,
): boolean {
  const isFirst = work.index.find(conversation) === undefined;
  const present = workOf(work, conversation);
  putWork(work, conversation, { ...present, inbox: [...present.inbox, entry] });
  const row = work.index.find(conversation);
  if (holder === undefined || !isFirst || row === undefined) return false;
  lease(work, row, holder);
  return true;
}

/**
 * Notes the end of work.
 *
 * @returns Whether the lease of the worker has ended.
 * @spec CQ1, CQ16, CQ19
 */
export function settle(
  work: ConversationWork,
  conversation: ConversationKey,
  { entry, effects, clearsDeaths, worker }: Omit<Extract<QueueOperation, { do: 'settle' }>, 'do' | 'customer'>,
): boolean {
  const present = workOf(work, conversation);
  const left: StoredWork = {
    inbox: present.inbox.filter(({ number }) => number !== entry),
    hasEffects: effects ?? present.hasEffects,
  };
  putWork(work, conversation, left, clearsDeaths);
  const row = worker === undefined || hasWork(left) ? undefined : findLeased(work, conversation, worker);
  if (row !== undefined) work.index.remove(row);
  return row !== undefined;
}

function putWork(
  work: ConversationWork,
  conversation: ConversationKey,
  present: StoredWork,
  clearsDeaths = false,
): void {
  const { index, works } = work;
  if (hasWork(present)) works.set(nameOf(conversation), present);
  else works.delete(nameOf(conversation));
  const row = index.find(conversation);
  if (row === undefined) {
    const { brand, customerNumber } = conversation;
    free(work, { brand, customerNumber, waitsSince: 0, work: 'step', dueAt: 0, deaths: 0, counting: 0 }, 0);
  } else if (row.worker !== undefined) {
    if (clearsDeaths) index.put({ ...row, deaths: 0, counting: 1 });
  } else if (clearsDeaths || !hasWork(present) || nextWork(present) !== row.work) {
    free(work, row, clearsDeaths ? 0 : row.deaths, row.dueAt);
  }
}

/** Removes the inbox and the lease of a deleted customer. */
export function removeWork({ index, works }: ConversationWork, conversation: ConversationKey): void {
  works.delete(nameOf(conversation));
  index.remove(conversation);
}

/** Returns a function that puts back what is stored of a conversation now. */
export function rememberWork({ index, works }: ConversationWork, conversation: ConversationKey): () => void {
  const [stored, row] = [works.get(nameOf(conversation)), index.find(conversation)];
  return () => {
    if (stored === undefined) works.delete(nameOf(conversation));
    else works.set(nameOf(conversation), stored);
    // The copy keeps the row from being twice in its queue.
    if (row === undefined) index.remove(conversation);
    else index.put({ ...row });
  };
}
