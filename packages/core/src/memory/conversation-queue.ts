import type { EpochMs } from '../domain/time/epoch-ms.ts';
import {
  clockDifferenceMs,
  createSetBackSweep,
  leaseAfterSetBack,
  type SetBackClaim,
} from '../domain/time/set-back.ts';
import { shareSlots } from '../domain/worker-slots.ts';
import { type ConversationQueue, longestWaitMs } from '../ports/conversation-store.ts';
import { arrivalOf, type ConversationWork, findLeased, free, lease, wakeIfDue, workOf } from './conversation-work.ts';
import { hasWork, nameOf, type WorkRow } from './conversation-work-index.ts';

/**
 * The queue of the conversations of all brands.
 *
 * @param change - Runs a change of the queue.
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ10, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ19, CQ21, CQ22, CQ23, WT12, WT13, WT14
 */
export function conversationQueue(work: ConversationWork, change: <T>(act: () => T) => Promise<T>): ConversationQueue {
  const { index } = work;
  const sweep = createSetBackSweep<never>();

  return {
    async claim(request) {
      await sweep.run(request, (found) =>
        change(() => {
          setBack(work, found);
          return 'done';
        }),
      );
      return change(() => {
        const { now, after = '' } = request;
        for (let row = index.takeEnded(now); row !== undefined; row = index.takeEnded(now)) end(work, row);
        if (request.work === 'step') wakeDue(work, now);
        return shareSlots(index.due(request.work, now, after), request).map((row) => lease(work, row, request));
      });
    },

    take: (conversation, request) =>
      change(() => {
        const stored = index.find(conversation);
        const found = stored && wakeIfDue(work, stored, request.now);
        if (found === undefined || !hasWork(workOf(work, found))) return 'idle';
        if (found.worker !== undefined && found.dueAt > request.now) {
          const leaseUntil = leaseAfterSetBack(found.dueAt, request);
          if (leaseUntil !== undefined) index.put({ ...found, dueAt: leaseUntil });
          return 'busy';
        }
        if (found.worker !== undefined) end(work, found);
        return lease(work, index.find(conversation) ?? found, request);
      }),

    renew: ({ worker, leaseUntil }) =>
      change(() => {
        for (const row of index.leased()) if (row.worker === worker) index.put({ ...row, dueAt: leaseUntil });
      }),

    release: (worker, conversations, notBefore) =>
      change(() => {
        const leased = conversations?.map((each) => index.find(each)) ?? [...index.leased()];
        for (const row of leased) if (row?.worker === worker) free(work, row, row.deaths, notBefore);
      }),

    mark: (conversation, worker, mark) =>
      change(() => {
        const row = findLeased(work, conversation, worker);
        if (row === undefined) return false;
        if (mark.isRunning) index.put({ ...row, counting: 1 });
        else if (row.deaths > 0) index.put({ ...row, deaths: mark.deaths, counting: 0 });
        return true;
      }),

    recover: () =>
      change(() => {
        for (const row of index.leased()) end(work, row);
      }),

    nextWakeAt: () => change(() => index.firstWake()?.dueAt),
  };
}

/** The wakes that one claim makes work; the next claim finds more. */
const wokenAtOnce = 500;

/** @spec WT12, WT13 */
function wakeDue(work: ConversationWork, now: EpochMs): void {
  for (let woken = 0; woken < wokenAtOnce; woken += 1) {
    const row = work.index.firstWake();
    if (row === undefined || row.dueAt > now) return;
    wakeIfDue(work, row, now);
  }
}

/** Ends a lease that nobody released. @spec CQ15 */
function end(work: ConversationWork, row: WorkRow): void {
  free(work, row, row.deaths + row.counting);
}

/** @spec CQ22 */
function setBack(work: ConversationWork, claim: SetBackClaim): void {
  const { now } = claim;
  const isAhead = (moment: EpochMs): boolean => moment > now + clockDifferenceMs;
  for (const stored of work.index.all()) {
    const row = setWakeBack(work, stored, claim);
    for (const entry of workOf(work, row).inbox) {
      if (isAhead(arrivalOf(work, entry))) work.arrivals.set(entry, now);
    }
    const waitsSince = isAhead(row.waitsSince) ? now : row.waitsSince;
    const dueAt = dueBySetBack(row, claim);
    if (dueAt !== row.dueAt || waitsSince !== row.waitsSince) work.index.put({ ...row, waitsSince, dueAt });
  }
}

/** A wait that began in the future begins now. @returns The row as it is then. @spec WT15 */
function setWakeBack(work: ConversationWork, row: WorkRow, { now }: SetBackClaim): WorkRow {
  const present = workOf(work, row);
  const { wake } = present;
  if (wake === undefined || wake.since <= now + clockDifferenceMs) return row;
  const at = wake.at - (wake.since - now);
  work.works.set(nameOf(row), { ...present, wake: { ...wake, since: now, at } });
  if (row.work !== 'wake' || row.worker !== undefined) return row;
  const next = { ...row, waitsSince: now, dueAt: at };
  work.index.put(next);
  return next;
}

/** When work is due, or its lease ends, after the clock was set back. @spec CQ22 */
function dueBySetBack(row: WorkRow, claim: SetBackClaim): EpochMs {
  if (row.worker !== undefined) return leaseAfterSetBack(row.dueAt, claim) ?? row.dueAt;
  if (row.work === 'wake') return row.dueAt;
  const latest = claim.now + clockDifferenceMs;
  return row.waitsSince > latest || row.dueAt > latest + longestWaitMs ? Math.min(row.dueAt, claim.now) : row.dueAt;
}
