import type { DeliveryProgress } from '../../domain/delivery/delivery-progress.ts';
import { targetName } from '../../domain/delivery/delivery-target.ts';
import type { ClaimedDelivery } from '../../ports/delivery-store.ts';
import type { DispatchFault, DispatchParts } from './dispatch-parts.ts';
import { holdDeliveryLeases } from './hold-delivery-leases.ts';
import { makeAttempt } from './make-attempt.ts';
import { openedSecrets } from './opened-secrets.ts';
import { sharedPlans } from './shared-plans.ts';
import { noLongerNeeded } from './within-limit.ts';

export interface DispatcherOptions {
  /** Attempts under way at a time; of one brand at most half of them. Default 256. */
  readonly slots?: number;
  /** Of them, to one target, whoever makes them. Default 8. */
  readonly perTarget?: number;
  /** How often to look for what other processes added. Default 1,000. */
  readonly pollMs?: number;
  /** How long a delivery waits for another worker when this one dies. Default 15,000. */
  readonly leaseMs?: number;
  /** How long `stop` waits for attempts under way. Default 5,000. */
  readonly graceMs?: number;
  /** Nobody else works on this store: leases that a former process left are given up at once. Default no. */
  readonly isAlone?: boolean;
  /** Told of every failure of what is around the attempts. Nobody waits for what it does. */
  readonly onFault?: (fault: DispatchFault) => void;
}

export interface Dispatcher {
  /** Takes up nothing more, and resolves when no attempt is under way, or those that are were given up. */
  stop(): Promise<void>;
}

/** A delivery that cannot be addressed is looked at again after this, without an attempt. */
const laterMs = 5_000;
/** Of bodies that one claim reads: a few milliseconds of work. What is more comes with the next one, at once. */
const claimedBodyBytes = 8 * 1024 * 1024;
const firstPauseMs = 250;
const longestPauseMs = 5_000;
const rememberedSecrets = 512;

/**
 * Sends deliveries in the background until it is stopped.
 *
 * Race rule: any number of dispatchers, in any number of processes, share one store.
 *
 * @spec DI1, DI2, DI3, DI8, DI9, DI11, DI12, DI13, DI14, DI23, DI24
 */
export function startDispatcher(parts: DispatchParts, options: DispatcherOptions = {}): Dispatcher {
  const { slots = 256, perTarget = 8, pollMs = 1_000, leaseMs = 15_000, graceMs = 5_000, isAlone = false } = options;
  const { storage, clock, alarm, outbox } = parts;
  const attemptParts = {
    ...parts,
    plans: sharedPlans(parts),
    secrets: openedSecrets(parts.secrets, rememberedSecrets),
  };
  const queue = storage.deliveryQueue;
  const active = new Set<Promise<void>>();
  const stopping = new AbortController();
  const over = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const tell = (error: unknown, delivery?: ClaimedDelivery) => tellFault(options.onFault, error, delivery);
  const leases = holdDeliveryLeases(parts, { leaseMs, isBusy: () => active.size > 0, onFault: tell });
  let restUntil = 0;

  function start(delivery: ClaimedDelivery, body: Uint8Array): void {
    const run = work(delivery, body).catch((error: unknown) => tell(error, delivery));
    active.add(run);
    void run.then(() => active.delete(run)).then(outbox.ring);
  }

  async function work(delivery: ClaimedDelivery, body: Uint8Array): Promise<void> {
    const isOver = () => over.signal.aborted;
    const end = await makeAttempt(attemptParts, delivery, { body, isOver }).catch((error: unknown) => {
      tell(error, delivery);
      return putOff(delivery.progress, clock.now());
    });
    if (over.signal.aborted) return;
    if (end === 'abandoned') {
      // The sender was closed. Whoever has another one takes over.
      restUntil = clock.now() + pollMs;
      await insist(() => queue.release(leases.worker, [delivery.id]), delivery);
    } else {
      const { brand, id } = delivery;
      await insist(() => queue.settle({ brand, id, worker: leases.worker }, end), delivery);
    }
  }

  /** Writes until it is written: what is known of an attempt must not be lost to a moment's fault. */
  async function insist(write: () => Promise<unknown>, delivery: ClaimedDelivery): Promise<void> {
    for (let pauseMs = firstPauseMs; !over.signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        await write();
        return;
      } catch (error) {
        tell(error, delivery);
      }
      await alarm.sleep(pauseMs, over.signal);
    }
  }

  /** @returns For how long there is nothing to do, in milliseconds, unless something comes. */
  async function takeUp(): Promise<number> {
    const limit = slots - active.size;
    if (limit <= 0) return pollMs;
    const bounds = { worker: leases.worker, slots, perTarget };
    const claimed = await queue.claim({
      ...bounds,
      now: clock.now(),
      leaseUntil: leases.leaseUntil(),
      limit,
      bodyBytes: claimedBodyBytes,
    });
    const bytesOf = encodeOnce();
    for (const each of claimed) start(each, bytesOf(each.body));
    if (claimed.length === limit) return pollMs;
    const dueAt = await queue.nextDueAt(bounds);
    const waitMs = dueAt === undefined ? pollMs : Math.min(dueAt - clock.now(), pollMs);
    return waitMs > 0 || claimed.length > 0 ? Math.max(waitMs, 0) : pollMs;
  }

  async function run(): Promise<void> {
    if (isAlone) await queue.recover().catch(tell);
    for (let pauseMs = firstPauseMs; !isStopping(); ) {
      const rings = outbox.rings();
      try {
        const restMs = restUntil - clock.now();
        if (restMs > 0) await alarm.sleep(restMs, stopping.signal);
        else await untilRung(rings, await takeUp());
        pauseMs = firstPauseMs;
      } catch (error) {
        tell(error);
        await alarm.sleep(pauseMs, stopping.signal);
        pauseMs = Math.min(2 * pauseMs, longestPauseMs);
      }
    }
  }

  async function untilRung(rings: number, waitMs: number): Promise<void> {
    if (waitMs === 0 || isStopping()) return;
    const woken = new AbortController();
    await Promise.race([outbox.after(rings), alarm.sleep(waitMs, woken.signal)]);
    woken.abort(noLongerNeeded);
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      outbox.ring();
      await running;
      const done = new AbortController();
      await Promise.race([Promise.all(active), alarm.sleep(graceMs, done.signal)]);
      done.abort();
      over.abort();
      leases.end();
      if (active.size > 0) await queue.release(leases.worker).catch(tell);
    },
  };
}

/** Encodes a text once for all that ask in a row, and is to be forgotten then: an attempt keeps no body but its own. */
function encodeOnce(): (text: string) => Uint8Array {
  const encoder = new TextEncoder();
  const encoded = new Map<string, Uint8Array>();
  return (text) => {
    const bytes = encoded.get(text) ?? encoder.encode(text);
    encoded.set(text, bytes);
    return bytes;
  };
}

/** @spec DI5 */
function putOff(progress: DeliveryProgress, now: number): DeliveryProgress {
  return progress.state === 'pending' ? { ...progress, dueAt: now + laterMs } : progress;
}

/** @spec DI14 */
function tellFault(onFault: DispatcherOptions['onFault'], error: unknown, delivery?: ClaimedDelivery): void {
  try {
    if (delivery === undefined) {
      onFault?.({ error });
      return;
    }
    const { brand, id, target, origin } = delivery;
    onFault?.({ error, delivery: { brand, id, target: targetName(target), origin } });
  } catch {
    // The host has nobody else to tell.
  }
}
