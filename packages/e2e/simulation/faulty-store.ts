import type { CommitOutcome, RecordBatch, Scope, Storage } from '@botwright/core/ports';
import type { Machine } from './machine.ts';
import type { StoreFaultKind } from './plan.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A call of the store that failed, before or after it took effect. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

/** Faults that calls of the store have until a moment. */
export interface Weather {
  readonly fault: StoreFaultKind;
  /** How many of the calls have it, from 0 to 1. */
  readonly share: number;
  readonly until: number;
}

export interface FaultyStoreParts {
  readonly machine: Machine;
  readonly time: VirtualTime;
  readonly random: Random;
  /** The faults at present. */
  weather(): readonly Weather[];
  note(line: () => string): void;
}

const slowMs = 6_000;

/**
 * The store as one machine reaches it: over a network that takes time, with calls that fail before they take effect or
 * after. Calls of a machine that has crashed never return.
 */
export function faultyStore(inner: Storage, { machine, time, random, weather, note }: FaultyStoreParts): Storage {
  const never = new Promise<never>(() => {});

  function draw(): StoreFaultKind | undefined {
    const now = time.now();
    for (const { fault, share, until } of weather()) if (now < until && random.chance(share)) return fault;
    return undefined;
  }

  /** Half of the calls take no time, so that several machines act at the same moment. */
  const delay = (): number => (random.chance(0.5) ? 0 : random.below(5) + 1);

  /** @param run - Makes the call; given a fault, it must not take effect. */
  async function call<T>(label: string, run: (fails: StoreFault | undefined) => Promise<T>): Promise<T> {
    const fault = draw();
    await machine.wait(fault === 'slow' ? random.below(slowMs) : delay());
    const fails = fault === 'before_commit' ? new StoreFault(`${label} failed before it took effect.`) : undefined;
    let result: T;
    try {
      result = await run(fails);
    } catch (error) {
      if (machine.isDown()) return never;
      if (fails !== undefined) note(() => `${machine.name} ${label} fails before the commit`);
      await machine.wait(0);
      throw error;
    }
    if (fault === 'after_commit') {
      note(() => `${machine.name} ${label} fails after the commit`);
      await machine.wait(delay());
      throw new StoreFault(`${label} failed after it took effect.`);
    }
    if (machine.isDown()) return never;
    const back = fault === 'slow' ? random.below(slowMs) : delay();
    if (back > 0) await machine.wait(back);
    return machine.isDown() ? never : result;
  }

  /** The same object, each of whose methods is a call. */
  function reached<T extends object>(name: string, store: T): T {
    const members = Object.entries(store).map(([method, member]) => {
      if (typeof member !== 'function') return [method, member];
      const label = `${name}.${method}`;
      return [
        method,
        (...given: unknown[]) =>
          call(label, (fails) => (fails === undefined ? member.apply(store, given) : Promise.reject(fails))),
      ];
    });
    return Object.fromEntries(members);
  }

  /** A fault is an outcome: before the commit nothing is stored, and after it nobody knows. */
  async function commit(scope: Scope, batch: RecordBatch): Promise<CommitOutcome> {
    let isCommitted = false;
    try {
      return await call('commit', async (fails) => {
        if (fails !== undefined) throw fails;
        const outcome = await inner.commit(scope, batch);
        isCommitted = true;
        return outcome;
      });
    } catch (cause) {
      if (!(cause instanceof StoreFault)) throw cause;
      return { kind: isCommitted ? 'unknown' : 'unavailable', cause };
    }
  }

  return {
    capabilities: inner.capabilities,
    rateLimiter: reached('rateLimiter', inner.rateLimiter),
    deliveryQueue: reached('deliveryQueue', inner.deliveryQueue),
    conversationQueue: reached('conversationQueue', inner.conversationQueue),
    read: (scope, requests) =>
      call('read', (fails) => (fails === undefined ? inner.read(scope, requests) : Promise.reject(fails))),
    // Without a lock of the store, so that programs of several machines have their turns between each other's requests.
    commit,
    async close() {},
  };
}
