import { createFairSlots } from './fair-slots.ts';
import type { Resolver } from './resolver.ts';

/** More than any name needs that is reached over one connection. */
const maxAddresses = 256;
/** Of an address with a zone. */
const maxLength = 64;

export interface LookUpOptions {
  /** How many look-ups run at once; one group gets at most half of them. Default 64. */
  readonly atOnce?: number;
  /** How long one may take, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** A request that waits for the addresses of a name. */
export interface LookUpWaiter {
  /** Called when the look-up starts, which may be after a wait for a slot. */
  onBegin(): void;
  /** @param addresses - None when the look-up failed. */
  onEnd(addresses: readonly string[]): void;
}

export interface LookUps {
  /** @returns Withdraws the waiter: it is not called any more. */
  find(name: string, group: string, waiter: LookUpWaiter): () => void;
}

interface LookUp {
  readonly waiters: Set<LookUpWaiter>;
  /** The groups that the look-up waits for a slot of. */
  readonly groups: Set<string>;
  hasBegun: boolean;
}

/**
 * Looks names up, a limited number at once, shared fairly by groups. Look-ups of one name that overlap are merged into
 * one, which starts with the first slot that any of its groups gets.
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

/** @returns The addresses when the resolver answers in time; otherwise, and when it fails, none. */
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
 * Copies what a resolver answered, so that a resolver that changes its list later cannot change what was checked.
 *
 * @returns Empty for what is no list, or a list of very many. An entry that cannot be an address becomes the empty
 *   text, which no guard allows.
 * @spec SN21, SN37
 */
function readAnswer(answer: unknown): readonly string[] {
  if (!Array.isArray(answer) || answer.length > maxAddresses) return [];
  return Array.from(answer, (each: unknown) => (typeof each === 'string' && each.length <= maxLength ? each : ''));
}
