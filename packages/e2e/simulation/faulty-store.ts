import type { BrandReader, BrandTransaction, Storage } from '@botwright/core/ports';
import { Crashed, type Machine } from './machine.ts';
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

/** As databases do with a transaction whose client says nothing: its locks must not keep others waiting. */
const longestTransactionMs = 3_000;
const slowMs = 6_000;

/**
 * The store as one machine reaches it: over a network that takes time, with calls that fail before they take effect or
 * after, and transactions that end when the machine crashes. Calls of a machine that has crashed never return.
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

  /** Calls inside of a transaction now and then let others run first. */
  function interleaved<T extends object>(store: T): T {
    const members = Object.entries(store).map(([method, member]) => {
      if (typeof member !== 'function') return [method, member];
      return [
        method,
        (...given: unknown[]) =>
          random.chance(0.2)
            ? machine.wait(random.below(3)).then(() => member.apply(store, given))
            : member.apply(store, given),
      ];
    });
    return Object.fromEntries(members);
  }

  function reachedTransaction(tx: BrandTransaction): BrandTransaction {
    const { queued, ...stores } = tx;
    const entries = Object.entries(stores).map(([name, store]) => [name, interleaved(store)]);
    return { ...Object.fromEntries(entries), queued };
  }

  const readers = new Map<string, BrandReader>();

  function readerOf(brand: string): BrandReader {
    const reader: BrandReader = { ...inner.reader(brand) };
    return Object.assign(
      reader,
      Object.fromEntries(Object.entries(reader).map(([name, store]) => [name, reached(name, store)])),
    );
  }

  return {
    capabilities: inner.capabilities,
    tenants: reached('tenants', inner.tenants),
    rateLimiter: reached('rateLimiter', inner.rateLimiter),
    deliveryQueue: reached('deliveryQueue', inner.deliveryQueue),
    conversationQueue: reached('conversationQueue', inner.conversationQueue),
    reader(brand) {
      const known = readers.get(brand) ?? readerOf(brand);
      readers.set(brand, known);
      return known;
    },
    transaction: (brand, work) =>
      call(`transaction of ${brand}`, (fails) =>
        inner.transaction(brand, async (tx) => {
          const late = Promise.withResolvers<never>();
          late.promise.catch(() => {});
          const cancel = time.after(longestTransactionMs, () =>
            late.reject(new StoreFault('The transaction took too long.')),
          );
          try {
            const value = await Promise.race([work(reachedTransaction(tx)), machine.crashed, late.promise]);
            if (machine.isDown()) throw new Crashed();
            if (fails !== undefined) throw fails;
            return value;
          } finally {
            cancel();
          }
        }),
      ),
    async close() {},
  };
}
