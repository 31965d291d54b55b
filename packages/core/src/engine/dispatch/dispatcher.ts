import type { DeliveryProgress } from '../../domain/delivery/delivery-progress.ts';
import { targetName } from '../../domain/delivery/delivery-target.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { clockDifferenceMs, dueAfterSetBack, waitOfDelivery } from '../../domain/time/set-back.ts';
import { createWorkerSlots } from '../../domain/worker-slots.ts';
import type { ClaimedDelivery, DeliveryBounds, EndedDelivery } from '../../ports/delivery-store.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { type HandleItem, type LeasedQueue, leaseWorker, nothingToClaim, type StartedWorker } from '../lease-worker.ts';
import type { WorkSignal } from '../work-signal.ts';
import { traceAttempts } from './attempt-span.ts';
import { type AttemptDependencies, createAttempts, type DueAttempt } from './delivery-attempt.ts';
import { raiseAttempted, raiseDead } from './delivery-events.ts';

export interface DispatcherOptions {
  /** Maximum concurrent attempts; one brand has at most half of them. Default 256. */
  readonly slots?: number;
  /** Attempts under way to one target, counted over all workers on the store. Default 8. */
  readonly perTarget?: number;
  /** Milliseconds between two polls for deliveries without a notification of the store. Default 1,000. */
  readonly pollMs?: number;
  /** Milliseconds of a lease: how long a delivery waits for another worker when this one dies. Default 15,000. */
  readonly leaseMs?: number;
  /** How many milliseconds `stop` waits for attempts under way. Default 5,000. */
  readonly graceMs?: number;
  /** No other process works on this store: the leases of a former process end immediately. Default no. */
  readonly isAlone?: boolean;
  /** Called with every failure; its result is ignored. */
  readonly onFault?: (fault: DispatchFault) => void;
}

/** A failure to send a delivery or to store its result. It contains no URL, token or body. */
export interface DispatchFault {
  /** Absent when the failure does not concern a single delivery. */
  readonly delivery?: {
    readonly brand: string;
    readonly id: string;
    /** Such as `hook:7`. */
    readonly target: string;
    /** Scheme and host, or `transport:` and the family. */
    readonly origin: string;
  };
  /** For logs. */
  readonly error: unknown;
}

export interface DispatchDependencies extends AttemptDependencies, Pick<EngineParts, 'ids' | 'events' | 'metrics'> {
  readonly storage: Pick<EngineStorage, 'reads' | 'deliveryQueue' | 'keepSoon'>;
  /** Notified when a transaction of this engine has added deliveries. */
  readonly signal: WorkSignal;
}

/** Milliseconds by which a delivery is postponed, without an attempt, when its target or plan cannot be read now. */
const laterMs = 5_000;
/** Bytes of bodies that one claim reads: a few milliseconds of work. The next claim follows immediately. */
const claimedBodyBytes = 8 * 1024 * 1024;
/**
 * Deliveries of one claim. A target gets its next leases by the claim that stores their results, so in a busy store
 * the others wait for as long as a claim takes.
 */
const claimedAtOnce = 48;

/**
 * Sends deliveries in the background until it is stopped.
 *
 * Race rule: any number of dispatchers, in any number of processes, share one store.
 *
 * @spec DI1, DI2, DI3, DI8, DI9, DI11, DI12, DI13, DI14, DI23, DI24
 */
export function startDispatcher(dependencies: DispatchDependencies, options: DispatcherOptions = {}): StartedWorker {
  const { slots = 256, perTarget = 8, pollMs = 1_000, leaseMs = 15_000, graceMs = 5_000, isAlone = false } = options;
  const { clock } = dependencies;
  const { deliveryQueue } = dependencies.storage;
  const onFault = (error: unknown, item?: DueAttempt) => {
    dependencies.metrics.count('botwright.delivery.faults');
    reportFault(options.onFault, error, item?.delivery);
  };
  const makeAttempt = traceAttempts(dependencies.tracer, createAttempts(dependencies, onFault));
  const boundsOf = (active: Iterable<DueAttempt>): DeliveryBounds => {
    const taken = createWorkerSlots(slots);
    for (const { delivery } of active) taken.take(delivery.brand);
    return { slots, held: taken.held, perTarget };
  };
  const results = createResultBatch(dependencies);
  /** Attempts whose results the last claim stored: their slots are free. */
  let stored: readonly EndedAttempt[] = [];
  /**
   * The last claim of each delivery that is under way, by id. A worker that lost a lease can claim the delivery again
   * while its former attempt is under way: the result of the former attempt is not stored, since it does not count
   * attempts that ended after its claim.
   */
  const latest = new Map<string, DueAttempt>();
  const isLatest = (item: DueAttempt): boolean => latest.get(keyOf(item)) === item;
  /** No claim before this moment. */
  let pausedUntil = 0;

  const queue: LeasedQueue<DueAttempt> = {
    renew: (holder) => deliveryQueue.renew(holder),
    recover: () => deliveryQueue.recover(),
    claim: ({ active, worker, leaseUntil, now }) =>
      results.storeWith(worker, async (ended) => {
        const underWay = withoutEnded(active, ended);
        // If the clock was set back, the pause must not become longer.
        pausedUntil = Math.min(pausedUntil, now + pollMs);
        const limit = pausedUntil > now ? 0 : Math.min(claimedAtOnce, slots - underWay.length);
        if (limit <= 0 && ended.length === 0) return [];
        const bounds = { ...boundsOf(underWay), limit: Math.max(0, limit), bodyBytes: claimedBodyBytes };
        const claimed = await deliveryQueue.claim({
          worker,
          leaseUntil,
          now,
          ...bounds,
          ended: ended.filter(({ item }) => isLatest(item)).map((each) => endedDelivery(each, now)),
          onLeasesEnded(count) {
            for (let each = 0; each < count; each += 1) dependencies.metrics.count('botwright.delivery.takeovers');
          },
        });
        stored = ended;
        const items = encodeBodies(claimed);
        for (const item of items) latest.set(keyOf(item), item);
        return items;
      }),
    close: () => results.close(),
    async nextClaimIn({ active, now }, claimed) {
      if (pausedUntil > now) return pausedUntil - now;
      const underWay = withoutEnded(active, stored);
      if (underWay.length >= slots) return pollMs;
      const dueAt = await deliveryQueue.nextDueAt(boundsOf(underWay));
      if (dueAt === undefined) return pollMs;
      // A bound holds back a delivery that was due at the last claim and was not claimed. A delivery that became due
      // since is claimed immediately.
      const isHeldBack = claimed.length === 0 && dueAt <= now;
      return isHeldBack ? pollMs : Math.min(dueAt - clock.now(), pollMs);
    },
  };

  /** @spec DI5, DI8, DI9 */
  const handle: HandleItem<DueAttempt> = async (item, run) => {
    const { id, progress } = item.delivery;
    const { worker, abandoning } = run;
    const result = await unlessAborted(abandoning, makeAttempt(item, abandoning)).catch((error: unknown) => {
      onFault(error, item);
      return postpone(progress, clock.now());
    });
    if (result !== 'abandoned') {
      raiseAttempted(dependencies, item.delivery, result);
      return async () => {
        if (!isLatest(item)) return undefined;
        const end = await results.store({ item, worker, progress: result });
        if (isLatest(item)) latest.delete(keyOf(item));
        if (result.state === 'dead') {
          void raiseDead(dependencies, item.delivery, result).catch((error) => onFault(error, item));
        }
        return end;
      };
    }
    // The sender was closed, or this worker stops: another one makes the attempt.
    pausedUntil = clock.now() + pollMs;
    return async () => {
      if (!isLatest(item)) return;
      await deliveryQueue.release(worker, [id]);
      if (isLatest(item)) latest.delete(keyOf(item));
    };
  };

  return leaseWorker(queue, handle, { ...dependencies, leaseMs, graceMs, isAlone, onFault });
}

function keyOf({ delivery }: DueAttempt): string {
  return `${delivery.brand} ${delivery.id}`;
}

/** An attempt that has ended, and its result to store. */
interface EndedAttempt {
  readonly item: DueAttempt;
  readonly worker: string;
  readonly progress: DeliveryProgress;
}

/**
 * After an attempt that ended before the clock was set back, the next one follows no later than after its gap.
 *
 * @spec DQ27
 */
function endedDelivery({ item: { delivery }, progress }: EndedAttempt, now: EpochMs): EndedDelivery {
  const { brand, id, createdAt } = delivery;
  const wait = waitOfDelivery({ createdAt, progress });
  const dueAt = wait && dueAfterSetBack(wait, { now, differenceMs: clockDifferenceMs });
  return { brand, id, progress: dueAt === undefined ? progress : ({ ...progress, dueAt } as DeliveryProgress) };
}

function withoutEnded(active: ReadonlySet<DueAttempt>, ended: readonly EndedAttempt[]): readonly DueAttempt[] {
  const items = new Set(ended.map(({ item }) => item));
  return [...active].filter((item) => !items.has(item));
}

/** Results of attempts that wait to be stored. */
interface ResultBatch {
  /** Stores a result with the next claim. Rejects when that fails, and can then be called again. */
  store(attempt: EndedAttempt): Promise<unknown>;
  /** Makes a claim that stores the waiting results. Results of another name of the worker are stored separately. */
  storeWith<T>(worker: string, claim: (ended: readonly EndedAttempt[]) => Promise<T>): Promise<T>;
  /** Stores each later result separately. */
  close(): void;
}

/**
 * Stores results together with the next claim, which follows immediately: a busy worker needs one commit for ended and
 * new attempts.
 *
 * @spec DI8
 */
function createResultBatch({
  storage: { deliveryQueue: queue },
  signal,
  clock,
}: Pick<DispatchDependencies, 'storage' | 'signal' | 'clock'>): ResultBatch {
  let waiting: { readonly attempt: EndedAttempt; readonly stored: PromiseWithResolvers<unknown> }[] = [];
  let isClosed = false;

  function storeAlone(attempt: EndedAttempt): Promise<unknown> {
    const { brand, id, progress } = endedDelivery(attempt, clock.now());
    return queue.complete({ brand, id, worker: attempt.worker }, progress);
  }

  return {
    store(attempt) {
      if (isClosed) return storeAlone(attempt);
      const stored = Promise.withResolvers<unknown>();
      waiting.push({ attempt, stored });
      signal.notify();
      return stored.promise;
    },
    async storeWith(worker, claim) {
      const taken = waiting.filter(({ attempt }) => attempt.worker === worker);
      const others = waiting.filter(({ attempt }) => attempt.worker !== worker);
      waiting = [];
      for (const { attempt, stored } of others) stored.resolve(storeAlone(attempt));
      try {
        const claimed = await claim(taken.map(({ attempt }) => attempt));
        for (const { stored } of taken) stored.resolve(nothingToClaim);
        return claimed;
      } catch (error) {
        for (const { stored } of taken) stored.reject(error);
        throw error;
      }
    },
    close() {
      isClosed = true;
      for (const { attempt, stored } of waiting) stored.resolve(storeAlone(attempt));
      waiting = [];
    },
  };
}

/** Encodes each body once for all deliveries that share it. */
function encodeBodies(deliveries: readonly ClaimedDelivery[]): readonly DueAttempt[] {
  const encoder = new TextEncoder();
  const encoded = new Map<string, Uint8Array>();
  return deliveries.map((delivery) => {
    const body = encoded.get(delivery.body) ?? encoder.encode(delivery.body);
    encoded.set(delivery.body, body);
    return { delivery, body };
  });
}

/** Waits until the attempt ends or the signal is aborted. Leaves no listener on the signal. */
async function unlessAborted<T>(signal: AbortSignal, attempt: Promise<T>): Promise<T | 'abandoned'> {
  const { promise, resolve } = Promise.withResolvers<'abandoned'>();
  const abandon = () => resolve('abandoned');
  signal.addEventListener('abort', abandon);
  try {
    return await Promise.race([attempt, promise]);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** @spec DI5 */
function postpone(progress: DeliveryProgress, now: number): DeliveryProgress {
  return progress.state === 'pending' ? { ...progress, dueAt: now + laterMs } : progress;
}

/** @spec DI14 */
function reportFault(onFault: DispatcherOptions['onFault'], error: unknown, delivery?: ClaimedDelivery): void {
  try {
    if (delivery === undefined) {
      onFault?.({ error });
      return;
    }
    const { brand, id, target, origin } = delivery;
    onFault?.({ error, delivery: { brand, id, target: targetName(target), origin } });
  } catch {
    // A handler that throws must not stop the dispatcher.
  }
}
