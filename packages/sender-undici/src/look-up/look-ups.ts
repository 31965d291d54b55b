import { createFairSlots } from './fair-slots.ts';
import { readAnswer } from './read-answer.ts';
import type { Resolver } from './resolver.ts';

export interface LookUpOptions {
  /** Look-ups under way at once; of one group at most half of them. Default 64. */
  readonly atOnce?: number;
  /** How long one may take, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number;
}

/** Somebody who wants the addresses of a name. */
export interface LookUpWaiter {
  /** The look-up begins: at once, unless it has to wait for its turn. */
  onBegin(): void;
  /** @param addresses - None when the look-up failed. */
  onEnd(addresses: readonly string[]): void;
}

export interface LookUps {
  /** @returns What withdraws the waiter: it hears no more. */
  find(name: string, group: string, waiter: LookUpWaiter): () => void;
}

interface LookUp {
  readonly waiters: Set<LookUpWaiter>;
  /** Those in whose turns it waits. */
  readonly groups: Set<string>;
  hasBegun: boolean;
}

/**
 * Looks names up, so many at once, shared fairly by groups. Look-ups of one name that overlap are one, which begins
 * in the first turn that any of its groups gets.
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

/** @returns What was answered in time; nothing else that the question does counts. */
function ask(question: () => Promise<unknown>, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((settle) => {
    const none = (): void => settle([]);
    const timer = setTimeout(none, timeoutMs);
    const answered = async (): Promise<void> => settle(readAnswer(await question()));
    void answered()
      .catch(none)
      .finally(() => clearTimeout(timer));
  });
}
