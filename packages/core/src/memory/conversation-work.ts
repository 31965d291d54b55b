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
  openInbox,
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

/** Puts a row without a lease in its queue, or removes it if no work and no wake is left. */
export function free(work: ConversationWork, row: WorkRow, deaths: number, notBefore: EpochMs = 0): void {
  const { brand, customerNumber } = row;
  const present = workOf(work, row);
  const { wake } = present;
  if (!hasWork(present)) {
    if (wake === undefined) work.index.remove(row);
    else {
      const waiting = { waitsSince: wake.since, dueAt: wake.at, work: 'wake', deaths: 0, counting: 0 } as const;
      work.index.put({ brand, customerNumber, ...waiting });
    }
    return;
  }
  const [entry] = present.inbox;
  const arrival = entry === undefined ? row.waitsSince : arrivalOf(work, entry);
  const waitsSince = wake?.isDue === true ? wake.at : arrival;
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
  const before = work.index.find(conversation);
  const present = workOf(work, conversation);
  putWork(work, conversation, { ...present, inbox: [...present.inbox, entry] });
  const row = work.index.find(conversation);
  const hadWork = before !== undefined && before.work !== 'wake';
  if (holder === undefined || hadWork || row === undefined || row.work === 'wake') return false;
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
  { entry, effects, wake, clearsDeaths, worker }: Omit<Extract<QueueOperation, { do: 'settle' }>, 'do' | 'customer'>,
): boolean {
  const present = workOf(work, conversation);
  const nextWake = wake === undefined ? present.wake : wake;
  const left: StoredWork = {
    inbox: present.inbox.filter(({ number }) => number !== entry),
    hasEffects: effects ?? present.hasEffects,
    ...(nextWake !== undefined && nextWake !== 'none' && { wake: nextWake }),
  };
  putWork(work, conversation, left, clearsDeaths);
  const row = worker === undefined || hasWork(left) ? undefined : findLeased(work, conversation, worker);
  if (row !== undefined) free(work, row, 0);
  return row !== undefined;
}

/** Makes a due wake work. @returns The row as it is then. @spec WT12 */
export function wakeIfDue(work: ConversationWork, row: WorkRow, now: EpochMs): WorkRow | undefined {
  const { wake, ...present } = workOf(work, row);
  if (wake === undefined || wake.isDue === true || wake.at > now) return row;
  putWork(work, row, { ...present, wake: { ...wake, isDue: true } });
  return work.index.find(row);
}

/** The first entry of a customer's inbox, unless its wake holds all. @spec CQ20, WT11 */
export function firstEntry(work: ConversationWork, conversation: ConversationKey): InboxEntry | undefined {
  return openInbox(workOf(work, conversation))[0];
}

function putWork(
  work: ConversationWork,
  conversation: ConversationKey,
  present: StoredWork,
  clearsDeaths = false,
): void {
  const { index, works } = work;
  if (isAnything(present)) works.set(nameOf(conversation), present);
  else works.delete(nameOf(conversation));
  const row = index.find(conversation);
  if (row === undefined) {
    const { brand, customerNumber } = conversation;
    free(work, { brand, customerNumber, waitsSince: 0, work: 'step', dueAt: 0, deaths: 0, counting: 0 }, 0);
  } else if (row.worker !== undefined) {
    if (clearsDeaths) index.put({ ...row, deaths: 0, counting: 1 });
  } else if (clearsDeaths || !hasWork(present) || nextWork(present) !== row.work) {
    free(work, row, clearsDeaths ? 0 : row.deaths, row.work === 'wake' ? 0 : row.dueAt);
  }
}

/** Whether there is something to store. */
export function isAnything({ inbox, hasEffects, wake }: StoredWork): boolean {
  return inbox.length > 0 || hasEffects || wake !== undefined;
}

/** Removes the inbox and the lease of a deleted customer. */
export function removeWork({ index, works }: ConversationWork, conversation: ConversationKey): void {
  works.delete(nameOf(conversation));
  index.remove(conversation);
}

/** Returns a function that restores the stored rows of a conversation. */
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
