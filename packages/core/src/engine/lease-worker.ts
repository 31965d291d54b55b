import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Clock, Timer } from '../ports/clock.ts';
import type { IdSource } from '../ports/id-source.ts';
import type { LeaseHolder } from '../ports/work-queue.ts';
import type { WorkSignal } from './work-signal.ts';

/** The part of a queue that a worker uses. An item is leased to one worker at a time, until its lease ends. */
export interface LeasedQueue<TItem> {
  /** Leases items for which this worker has room. */
  claim(request: LeaseClaim<TItem>): Promise<readonly TItem[]>;
  /** When to claim again unless the signal comes first, in milliseconds from now; 0 is immediately. */
  nextClaimIn(last: LeaseClaim<TItem>, claimed: readonly TItem[]): number | Promise<number>;
  /** Extends all leases of a worker. */
  renew(holder: LeaseHolder): Promise<void>;
  /** Ends the leases of every worker. */
  recover(): Promise<void>;
  /** Called when the worker stops: `claim` is not called any more. */
  close?(): void;
}

export interface LeaseClaim<TItem> extends LeaseHolder {
  readonly now: EpochMs;
  /** Items that the worker is handling, including items whose lease was lost. */
  readonly active: ReadonlySet<TItem>;
  /** Reports that a part of the claim failed. The call still returns the items that the other part leased. */
  onFault(error: unknown): void;
}

/**
 * Processes one item.
 *
 * @returns How to store the result and end the lease; `undefined` when the lease is lost already. The worker calls it,
 *   and calls it again as long as it rejects. When it resolves to `nothingToClaim`, the worker does not claim because
 *   of it.
 */
export type HandleItem<TItem> = (item: TItem, run: WorkerRun) => Promise<(() => Promise<unknown>) | undefined>;

/** No claim waits for the slot of an ended item, or the slot is claimed already. */
export const nothingToClaim = 'nothing to claim';

/** One run of a worker, from its start until it has stopped. It handles each item. */
export interface WorkerRun {
  /** The name under which it has the lease of the item. */
  readonly worker: string;
  /** Aborted when the worker stops: begin nothing new. */
  readonly stopping: AbortSignal;
  /** Aborted at the deadline for stopping: `handle` has to return soon. */
  readonly abandoning: AbortSignal;
}

export interface LeaseWorkerOptions<TItem> {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
  /** The code that queues work notifies it; the worker also notifies it when an item is done. */
  readonly signal: WorkSignal;
  readonly leaseMs: number;
  /** How many milliseconds `stop` waits for items under way. */
  readonly graceMs: number;
  /** No other process works on this store: the leases of a former process are ended before the first claim. */
  readonly isAlone: boolean;
  /** Called with every failure, and the item that it concerns, if any; its result is ignored. */
  onFault(error: unknown, item?: TItem): void;
}

export interface StartedWorker {
  /** Begins nothing more, and resolves when no item is under way. */
  stop(): Promise<void>;
}

export interface LeaseWorker<TItem> extends StartedWorker {
  /**
   * Lets the code that queues an item lease it to this worker directly, so that the worker need not claim it. The
   * caller makes sure that there is room for it.
   *
   * @returns `undefined` when the worker stops.
   */
  offer(): LeaseOffer<TItem> | undefined;
}

/** The caller ends it by one call of `accept` or `decline`. */
export interface LeaseOffer<TItem> {
  readonly holder: LeaseHolder;
  /** The item is leased to the holder: the worker begins with it, after some turns of the event loop. */
  accept(item: TItem): void;
  /**
   * Nothing is leased. @param isUncertain - The result is unknown: the store may have leased an item that no worker
   * knows of.
   */
  decline(isUncertain: boolean): void;
}

const firstPauseMs = 250;
const longestPauseMs = 5_000;

/** Turns of the event loop without a notification before a claim: one cause often queues its items in several turns. */
const quietTurns = 3;
const maxTurns = 8;
/** Milliseconds after which a claim is made in any case: in a busy process a turn can take long. */
const maxGatherMs = 10;

/** A reason for aborts that nobody reads: without a reason, each abort creates an error with a stack trace. */
export const noLongerNeeded = 'no longer needed';

/**
 * Starts a worker for a queue in the background. It claims items under a lease, extends the leases while it runs,
 * handles items concurrently, tries to store each result until that succeeds, and claims again when the signal comes or
 * after the time that the queue returned. A failed claim is reported and repeated after a pause.
 *
 * A claim can fail for the worker although the store has committed it. The worker does not know these leases and must
 * not extend them: if it did, nobody would handle their items while it is busy. From then on it claims with a new name,
 * and extends the leases of the former name only until its items of that name are done.
 *
 * Race rule: any number of workers, in any number of processes, share one queue.
 *
 * @spec CV18, CV27, CV28, CV29, CV60, CV73, DI2, DI3, DI8, DI10, DI11, DI12, DI13, DI25, DI26
 */
export function leaseWorker<TItem>(
  queue: LeasedQueue<TItem>,
  handle: HandleItem<TItem>,
  options: LeaseWorkerOptions<TItem>,
): LeaseWorker<TItem> {
  const { clock, timer, signal, graceMs, isAlone, onFault } = options;
  const [stopping, abandoning] = [new AbortController(), new AbortController()];
  const active = new Set<TItem>();
  const working = new Set<Promise<void>>();
  const offered = new Set<Promise<void>>();
  let hasStopped = false;
  let name = newName();
  const alarm = createAlarm(options);

  function newName(): WorkerName<TItem> {
    const items = new Set<TItem>();
    const leases = renewLeases(queue, { ...options, isBusy: () => items.size > 0 });
    const run = { worker: leases.worker, stopping: stopping.signal, abandoning: abandoning.signal };
    return { leases, items, run, offers: 0 };
  }

  function endIfUnused(of: WorkerName<TItem>): void {
    if (of !== name && of.items.size === 0 && of.offers === 0) of.leases.end();
  }

  /** @returns The result of writing the outcome. */
  async function work(item: TItem, run: WorkerRun): Promise<unknown> {
    try {
      const end = await handle(item, run);
      return end && (await retry(end, item));
    } catch (error) {
      onFault(error, item);
      return undefined;
    }
  }

  /** Repeats a failed write. After the deadline for stopping it tries once more and then gives up. */
  async function retry(write: () => Promise<unknown>, item: TItem): Promise<unknown> {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const isLast = abandoning.signal.aborted;
      try {
        return await write();
      } catch (error) {
        onFault(error, item);
      }
      if (isLast) return undefined;
      await timer.sleep(pauseMs, abandoning.signal);
    }
  }

  function start(item: TItem, of: WorkerName<TItem>): void {
    active.add(item);
    of.items.add(item);
    const ended = work(item, of.run).then((result) => {
      active.delete(item);
      of.items.delete(item);
      endIfUnused(of);
      working.delete(ended);
      if (result !== nothingToClaim) signal.notify();
    });
    working.add(ended);
  }

  /**
   * Waits a few turns of the event loop, as long as notifications come: one claim for all of them costs much less than
   * one for each, and its items can share later work, too.
   */
  async function gather(): Promise<void> {
    if (timer.nextTurn === undefined) return;
    const startedAt = clock.now();
    const isOver = () => stopping.signal.aborted || clock.now() - startedAt >= maxGatherMs;
    for (let turns = 0, quiet = 0; turns < maxTurns && quiet < quietTurns && !isOver(); turns += 1) {
      const seen = signal.count();
      await timer.nextTurn();
      quiet = signal.count() > seen ? 0 : quiet + 1;
    }
  }

  /**
   * @param seen - The number of notifications before the claim.
   * @returns When to claim again, in milliseconds.
   */
  async function claim(seen: number): Promise<number> {
    const of = name;
    let hasFailed = false;
    const reportFault = (error: unknown): void => {
      hasFailed = true;
      onFault(error);
    };
    const request = { ...of.leases.holder(), now: clock.now(), active, onFault: reportFault };
    try {
      const items = await queue.claim(request);
      for (const item of items) start(item, of);
      // Skips the query: the next claim of a busy worker usually follows immediately.
      return signal.count() > seen ? 0 : await queue.nextClaimIn(request, items);
    } catch (error) {
      hasFailed = true;
      throw error;
    } finally {
      if (hasFailed) name = newName();
      endIfUnused(of);
    }
  }

  async function loop(): Promise<void> {
    if (isAlone) await queue.recover().catch((error: unknown) => onFault(error));
    for (let pauseMs = firstPauseMs; ; ) {
      await gather();
      if (stopping.signal.aborted) return;
      const seen = signal.count();
      try {
        await untilNotified(seen, await claim(seen));
        pauseMs = firstPauseMs;
      } catch (error) {
        onFault(error);
        await timer.sleep(pauseMs, stopping.signal);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
  }

  async function untilNotified(seen: number, waitMs: number): Promise<void> {
    if (waitMs <= 0 || stopping.signal.aborted || signal.count() > seen) return;
    const woken = Promise.withResolvers<void>();
    alarm.set(waitMs, woken.resolve);
    void signal.after(seen).then(woken.resolve);
    await woken.promise;
  }

  /**
   * Lets the code that queued an item continue first: the response to a message does not wait for the work that the
   * message causes.
   */
  async function afterOthers(): Promise<void> {
    for (let turn = 0; turn < quietTurns; turn += 1) await timer.nextTurn?.();
  }

  async function untilIdle(): Promise<void> {
    while (working.size + offered.size > 0) await Promise.all([...working, ...offered]);
  }

  /** In workerd, reading the signal throws in another request than the one that started the worker. */
  function canTakeOffers(): boolean {
    try {
      return !stopping.signal.aborted;
    } catch {
      return false;
    }
  }

  const looping = loop();
  return {
    offer() {
      if (!canTakeOffers()) return undefined;
      const of = name;
      of.offers += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      offered.add(promise);
      const end = (): void => {
        of.offers -= 1;
        offered.delete(promise);
        resolve();
        endIfUnused(of);
      };
      return {
        holder: of.leases.holder(),
        accept(item) {
          void afterOthers().then(() => {
            // If the worker could not wait for it, its lease expires.
            if (!hasStopped) start(item, of);
            end();
          });
        },
        decline(isUncertain) {
          if (isUncertain && of === name) name = newName();
          end();
        },
      };
    },
    async stop() {
      stopping.abort(noLongerNeeded);
      signal.notify();
      await looping;
      alarm.end();
      queue.close?.();
      const done = new AbortController();
      await Promise.race([untilIdle(), timer.sleep(graceMs, done.signal)]);
      done.abort(noLongerNeeded);
      abandoning.abort(noLongerNeeded);
      while (working.size > 0) await Promise.all(working);
      hasStopped = true;
      name.leases.end();
    },
  };
}

/** A name of a worker, and the items that it claimed under this name and still handles. */
interface WorkerName<TItem> {
  readonly leases: RenewedLeases;
  readonly items: Set<TItem>;
  readonly run: WorkerRun;
  /** Offers that have not ended. */
  offers: number;
}

/** Calls back after a delay. */
interface Alarm {
  /** Replaces the earlier wait and call. */
  set(waitMs: number, call: () => void): void;
  end(): void;
}

/**
 * Reuses a timer that ends too early and sets another for the rest: a busy worker sets an alarm for every claim, and
 * most of them never ring. If the clock jumps or stops, a wait is at most twice the requested time.
 */
function createAlarm({ clock, timer }: Pick<LeaseWorkerOptions<unknown>, 'clock' | 'timer'>): Alarm {
  let wanted: { readonly at: EpochMs; readonly waitMs: number; call(): void } | undefined;
  let running: { readonly at: EpochMs; readonly cancelled: AbortController } | undefined;

  function start(at: EpochMs, waitMs: number): void {
    running?.cancelled.abort(noLongerNeeded);
    const cancelled = new AbortController();
    running = { at, cancelled };
    void timer.sleep(waitMs, cancelled.signal).then(() => {
      if (!cancelled.signal.aborted) reach(at);
    });
  }

  function reach(at: EpochMs): void {
    running = undefined;
    if (wanted === undefined) return;
    const leftMs = Math.min(wanted.at - at, wanted.waitMs);
    if (leftMs > 0) start(wanted.at, leftMs);
    else wanted.call();
  }

  return {
    set(waitMs, call) {
      const at = clock.now() + waitMs;
      wanted = { at, waitMs, call };
      if (running === undefined || running.at > at) start(at, waitMs);
    },
    end() {
      wanted = undefined;
      running?.cancelled.abort(noLongerNeeded);
      running = undefined;
    },
  };
}

export interface RenewedLeases {
  readonly worker: string;
  /** Returns the holder for a claim that is made now. */
  holder(): LeaseHolder;
  /** Stops extending the leases. */
  end(): void;
}

export interface RenewOptions
  extends Pick<LeaseWorkerOptions<unknown>, 'clock' | 'timer' | 'ids' | 'leaseMs' | 'onFault'> {
  /** Whether the worker has any leases. Default: always. */
  isBusy?(): boolean;
}

/**
 * Makes a name for a worker, and extends its leases three times per lease duration.
 *
 * @spec CV18, DI10
 */
export function renewLeases(
  queue: { renew(holder: LeaseHolder): Promise<void> },
  { clock, timer, ids, leaseMs, onFault, isBusy = () => true }: RenewOptions,
): RenewedLeases {
  const worker = ids.uuid();
  const ended = new AbortController();
  const holder = () => ({ worker, leaseUntil: clock.now() + leaseMs });

  async function renewUntilEnded(): Promise<void> {
    for (;;) {
      await timer.sleep(leaseMs / 3, ended.signal);
      if (ended.signal.aborted) return;
      if (isBusy()) await queue.renew(holder()).catch((error: unknown) => onFault(error));
    }
  }

  void renewUntilEnded();
  return { worker, holder, end: () => ended.abort(noLongerNeeded) };
}
