import { createFairSlots } from './fair-slots.ts';
import type { Resolver } from './resolver.ts';

/** More than any connection needs. */
const maxAddresses = 256;
/** Characters of an address with a zone. */
const maxLength = 64;

export interface LookUpOptions {
  /** The most look-ups at a time; one group gets at most half of them. Default 64. */
  readonly atOnce?: number;
  /** The longest time of a look-up, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** A request that waits for addresses of a name. */
export interface LookUpWaiter {
  /** Called when the look-up starts, perhaps after a wait for a slot. */
  onBegin(): void;
  /** @param addresses - Empty when the look-up failed. */
  onEnd(addresses: readonly string[]): void;
}

export interface LookUps {
  /** @returns A function that withdraws the waiter: its methods are not called any more. */
  find(name: string, group: string, waiter: LookUpWaiter): () => void;
}

interface LookUp {
  readonly waiters: Set<LookUpWaiter>;
  /** The groups at which the look-up waits for a slot. */
  readonly groups: Set<string>;
  hasBegun: boolean;
}

/**
 * Looks up a limited number of names at a time, which groups share fairly. Merges overlapping look-ups of a name into
 * one, which starts with the first slot of any of its groups.
 *
 * @spec SN26, SN35, SN36, SN37
 */
export function createLookUps(resolver: Resolver, { atOnce = 64, timeoutMs = 5_000 }: LookUpOptions = {}): LookUps {
  const slots = createFairSlots(atOnce);
  const lookUps = new Map<string, LookUp>();

  async function begin(name: string, lookUp: LookUp): Promise<void> {
    if (lookUp.hasBegun) return;
    lookUp.hasBegun = true;
    for (const waiter of lookUp.waiters) waiter.onBegin();
    const isWanted = lookUp.waiters.size > 0;
    const addresses = isWanted ? await ask(() => resolver.resolve(name), timeoutMs) : [];
    lookUps.delete(name);
    for (const waiter of lookUp.waiters) waiter.onEnd(addresses);
  }

  return {
    find(name, group, waiter) {
      const known = knownTo(resolver, name);
      if (known !== undefined) {
        waiter.onBegin();
        waiter.onEnd(known);
        return () => {};
      }
      const lookUp = lookUps.get(name) ?? { waiters: new Set(), groups: new Set(), hasBegun: false };
      lookUps.set(name, lookUp);
      lookUp.waiters.add(waiter);
      if (lookUp.hasBegun) {
        waiter.onBegin();
      } else if (!lookUp.groups.has(group)) {
        lookUp.groups.add(group);
        slots.enter(group, () => begin(name, lookUp));
      }
      return () => lookUp.waiters.delete(waiter);
    },
  };
}

function knownTo(resolver: Resolver, name: string): readonly string[] | undefined {
  try {
    const known = resolver.known?.(name);
    return known === undefined ? undefined : readAnswer(known);
  } catch {
    return undefined;
  }
}

/** @returns The addresses if the resolver answers in time; otherwise an empty list. */
function ask(question: () => Promise<unknown>, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const none = (): void => resolve([]);
    const timer = setTimeout(none, timeoutMs);
    const answered = async (): Promise<void> => resolve(readAnswer(await question()));
    void answered()
      .catch(none)
      .finally(() => clearTimeout(timer));
  });
}

/**
 * Copies the answer of a resolver: the resolver could change its list after the check.
 *
 * @returns Empty for an answer that is not a list, or a very long one. An entry that cannot be an address becomes the
 *   empty text, which no guard allows.
 * @spec SN21, SN37
 */
function readAnswer(answer: unknown): readonly string[] {
  if (!Array.isArray(answer) || answer.length > maxAddresses) return [];
  return Array.from(answer, (each: unknown) => (typeof each === 'string' && each.length <= maxLength ? each : ''));
}
