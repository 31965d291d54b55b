import type { Clock, Timer } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import { get, type RecordStore } from '../../ports/record-store.ts';
import { type EventSubscriberRecord, eventSubscribers } from '../../records/events.ts';
import { noLongerNeeded, renewLeases } from '../lease-worker.ts';
import { ask, expecting, put } from '../use-case/requests.ts';
import { runPlan } from '../use-case/run-program.ts';

/** How long a process that ended without releasing a subscriber keeps others from it. */
const leaseMs = 30_000;
/** How long another process waits at most before it asks for the lease again. */
const longestWaitMs = 5_000;

/** The stored position of a named subscriber, under a lease. */
export interface NamedPosition {
  readonly position: number;
  /** Aborted when another process has the lease, or this one cannot extend it. */
  readonly lost: AbortSignal;
  /** Stores the position, unless the lease is lost. */
  advance(position: number): Promise<void>;
  /** Stores the position, and ends the lease. */
  release(position: number): Promise<void>;
}

export interface PositionParts {
  readonly storage: RecordStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
}

interface PositionOptions {
  readonly name: string;
  /** The position of a new subscriber. */
  readonly first: number;
  onFault(error: unknown): void;
}

/**
 * Takes the lease of a subscriber, which one process at a time has, and makes the subscriber if it is new.
 *
 * @returns When to try again, if another process has the lease.
 * @spec EV15, EV17
 */
export async function takePosition(
  parts: PositionParts,
  { name, first, onFault }: PositionOptions,
): Promise<NamedPosition | { readonly waitMs: number }> {
  const { storage, clock, timer } = parts;
  const lost = new AbortController();
  const leases = renewLeases({ renew }, { ...parts, leaseMs, onFault });
  let alarm = new AbortController();

  /** Gives up the lease when it ends without an extension. */
  function expectUntil(leaseUntil: number): void {
    alarm.abort(noLongerNeeded);
    const own = new AbortController();
    alarm = own;
    void timer.sleep(leaseUntil - clock.now(), own.signal).then(() => {
      if (!own.signal.aborted) lost.abort(noLongerNeeded);
    });
  }

  function end(): void {
    leases.end();
    alarm.abort(noLongerNeeded);
    lost.abort(noLongerNeeded);
  }

  async function change(next: (record: EventSubscriberRecord) => EventSubscriberRecord): Promise<void> {
    const isHeld = await runPlan(storage, 'store', function* (writes) {
      const [stored] = yield* ask(expecting(get(eventSubscribers, { name })));
      if (stored?.record.worker !== leases.worker) return false;
      writes.push(put(eventSubscribers, next(stored.record)));
      return true;
    });
    if (!isHeld) end();
  }

  async function renew({ leaseUntil }: { readonly leaseUntil: number }): Promise<void> {
    await change((record) => ({ ...record, leaseUntil }));
    if (!lost.signal.aborted) expectUntil(leaseUntil);
  }

  const holder = leases.holder();
  const now = clock.now();
  try {
    const taken = await runPlan(storage, 'store', function* (writes) {
      const [stored] = yield* ask(expecting(get(eventSubscribers, { name })));
      const { position = first, leaseUntil = 0 } = stored?.record ?? {};
      // A lease that ends later than any that is given is from a clock that was set back.
      if (leaseUntil > now && leaseUntil <= now + 2 * leaseMs)
        return { waitMs: Math.min(leaseUntil - now, longestWaitMs) };
      writes.push(put(eventSubscribers, { name, position, ...holder }));
      return { position };
    });
    if (taken.position === undefined) {
      end();
      return { waitMs: taken.waitMs };
    }
    expectUntil(holder.leaseUntil);
    return {
      position: taken.position,
      lost: lost.signal,
      advance: (position) => change((record) => ({ ...record, position })),
      async release(position) {
        leases.end();
        try {
          await change(() => ({ name, position }));
        } finally {
          end();
        }
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
