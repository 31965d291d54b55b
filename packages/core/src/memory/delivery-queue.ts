import { createBodyBudget } from '../domain/delivery/body-budget.ts';
import { continuesLog } from '../domain/delivery/delivery-progress.ts';
import { queueDepth } from '../domain/delivery/queue-depth.ts';
import {
  createSetBackSweep,
  dueAfterSetBack,
  leaseAfterSetBack,
  type SetBackClaim,
  waitOfDelivery,
} from '../domain/time/set-back.ts';
import { createWorkerSlots, hasDeliverySlot } from '../domain/worker-slots.ts';
import type { ClaimedDelivery, ClaimRequest, DeliveryQueue, EndedDelivery } from '../ports/delivery-store.ts';
import type { DeliveryIndex, TargetQueue } from './delivery-index.ts';
import { frozenCopy } from './frozen-copy.ts';
import { type SharedBody, type StoredDelivery, waitsUntil, withoutLease } from './stored-delivery.ts';

/**
 * The queue of deliveries of all brands.
 *
 * @param change - Runs a change of the queue.
 * @param look - Reads the queue.
 */
export function deliveryQueue(
  index: DeliveryIndex,
  change: <T>(act: () => T) => Promise<T>,
  look: <T>(question: () => T) => Promise<T>,
): DeliveryQueue {
  const sweep = createSetBackSweep<never>();

  return {
    async claim(request) {
      const ended = frozenCopy(request.ended ?? []);
      await sweep.run(request, (found) =>
        change(() => {
          setBack(index, found);
          return 'done';
        }),
      );
      let over = 0;
      const claimed = await change(() => {
        for (const each of ended) complete(index, each, request.worker);
        over = release(index, ({ lease }) => lease !== undefined && lease.leaseUntil <= request.now);
        return takeTurns(index, request);
      });
      if (over > 0) request.onLeasesEnded?.(over);
      return claimed;
    },

    renew: (holder) =>
      change(() => {
        for (const stored of index.leased()) {
          if (stored.lease?.worker === holder.worker) index.put({ ...stored, lease: { ...holder } });
        }
      }),

    complete({ brand, id, worker }, progress) {
      const given = frozenCopy({ brand, id, progress });
      return change(() => complete(index, given, worker));
    },

    release: (worker, ids) =>
      change(
        () =>
          void release(
            index,
            ({ lease, record }) => lease?.worker === worker && (ids === undefined || ids.includes(record.id)),
          ),
      ),

    recover: () => change(() => void release(index, () => true)),

    nextDueAt: (bounds) =>
      look(() => {
        const slots = createWorkerSlots(bounds.slots, bounds.held);
        const withRoom = Iterator.from(index.targetQueues()).filter(
          ({ brand, leased }) => leased < bounds.perTarget && hasDeliverySlot(slots, brand),
        );
        const moments = withRoom.map(dueFirst).filter((moment) => moment !== undefined);
        return moments.reduce<number | undefined>((least, each) => Math.min(least ?? each, each), undefined);
      }),

    depth: (most) =>
      look(() => {
        const dueAt = new Map<string, number>();
        for (const queue of index.targetQueues()) {
          const first = dueFirst(queue);
          if (first !== undefined) dueAt.set(queue.brand, Math.min(first, dueAt.get(queue.brand) ?? first));
        }
        const all = [...index.pending()].map(([brand, pending]) => {
          const oldestDueAt = dueAt.get(brand);
          return { brand, pending, ...(oldestDueAt !== undefined && { oldestDueAt }) };
        });
        return queueDepth(all, most);
      }),

    prune: (finishedBefore, limit) =>
      change(() => {
        const finished = Iterator.from(index.all()).filter(
          ({ record: { progress } }) => progress.state !== 'pending' && progress.finishedAt < finishedBefore,
        );
        const pruned = finished.take(limit).toArray();
        for (const stored of pruned) index.remove(stored);
        return pruned.length;
      }),
  };
}

/** @returns How many leases have ended. */
function release(index: DeliveryIndex, isMatch: (stored: StoredDelivery) => boolean): number {
  const matches = [...index.leased()].filter(isMatch);
  for (const stored of matches) index.put(withoutLease(stored));
  return matches.length;
}

function complete(index: DeliveryIndex, { brand, id, progress }: EndedDelivery, worker: string): 'completed' | 'lost' {
  const stored = index.find(brand, id);
  if (stored === undefined || stored.lease?.worker !== worker) return 'lost';
  if (!continuesLog(stored.record.progress.attempts, progress.attempts)) return 'lost';
  index.put(withoutLease({ ...stored, record: Object.freeze({ ...stored.record, progress }) }));
  return 'completed';
}

/** @spec DQ27 */
function setBack(index: DeliveryIndex, claim: SetBackClaim): void {
  for (const stored of [...index.all()]) {
    const wait = waitOfDelivery(stored.record);
    const dueAt = wait && dueAfterSetBack(wait, claim);
    if (dueAt === undefined) continue;
    const progress = Object.freeze({ ...stored.record.progress, dueAt });
    index.put({ ...stored, record: Object.freeze({ ...stored.record, progress }) as typeof stored.record });
  }
  for (const stored of [...index.leased()]) {
    const { lease } = stored;
    const leaseUntil = lease && leaseAfterSetBack(lease.leaseUntil, claim);
    if (lease !== undefined && leaseUntil !== undefined) index.put({ ...stored, lease: { ...lease, leaseUntil } });
  }
}

/** Leases deliveries brand by brand in turns, and of each brand target by target. */
function takeTurns(index: DeliveryIndex, request: ClaimRequest): ClaimedDelivery[] {
  const { now, limit, perTarget, worker, leaseUntil } = request;
  const slots = createWorkerSlots(request.slots, request.held);
  const budget = createBodyBudget<SharedBody>(request.bodyBytes);
  const claimed: ClaimedDelivery[] = [];

  for (const brands = readyBrands(index, request); claimed.length < limit && brands.length > 0; ) {
    const next = brands.shift() as ReadyBrand;
    const queue = next.queues.shift();
    const stored = queue?.waiting.first();
    if (queue === undefined || stored === undefined || !hasDeliverySlot(slots, next.brand)) continue;
    const { brand, record, body } = stored;
    if (body !== undefined && !budget.take(body, body.bytes)) break;
    index.put({ ...stored, lease: { worker, leaseUntil } });
    for (const served of [queue, index.turnOf(brand)]) {
      served.servedAt = Math.max(served.servedAt, now);
      served.turn = index.nextTurn();
    }
    slots.take(brand);
    claimed.push(Object.freeze({ ...record, brand, body: body?.text ?? '' }));
    if (isReady(queue, perTarget, now)) next.queues.push(queue);
    brands.push(next);
  }
  return claimed;
}

interface ReadyBrand {
  readonly brand: string;
  readonly queues: TargetQueue[];
}

/** The brands with due deliveries, and the targets of each, in the order of their turns. */
function readyBrands(index: DeliveryIndex, { perTarget, now }: ClaimRequest): ReadyBrand[] {
  const ready = Iterator.from(index.targetQueues()).filter((queue) => isReady(queue, perTarget, now));
  const grouped = Map.groupBy(ready, ({ brand }) => brand);
  return [...grouped]
    .map(([brand, queues]) => {
      const { servedAt, turn } = index.turnOf(brand);
      const readyAt = Math.max(servedAt, Math.min(...queues.map(readyAtOf)));
      return { brand, queues: queues.sort(byTurn), readyAt, turn };
    })
    .sort((a, b) => a.readyAt - b.readyAt || a.turn - b.turn);
}

function isReady(queue: TargetQueue, perTarget: number, now: number): boolean {
  const dueAt = dueFirst(queue);
  return dueAt !== undefined && dueAt <= now && queue.leased < perTarget;
}

function dueFirst({ waiting }: TargetQueue): number | undefined {
  const front = waiting.first();
  return front === undefined ? undefined : waitsUntil(front);
}

/**
 * The target that has been ready longest comes first; between targets ready at the same moment, the one served longest
 * ago.
 */
function byTurn(a: TargetQueue, b: TargetQueue): number {
  return readyAtOf(a) - readyAtOf(b) || a.turn - b.turn;
}

function readyAtOf(queue: TargetQueue): number {
  return Math.max(dueFirst(queue) ?? 0, queue.servedAt);
}
