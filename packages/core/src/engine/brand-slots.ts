import { EngineError } from './engine-error.ts';

/** Lets little of what takes long run at once, and shares it by brand. */
export interface BrandSlots {
  /**
   * Runs work when its turn comes: of one brand one piece of work at a time, in the order of arrival, and brands take
   * turns.
   *
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  run<T>(brand: string, work: () => Promise<T>): Promise<T>;
}

export interface BrandSlotOptions {
  /** How much runs at once, of all brands together. */
  readonly slots: number;
  /** Of one brand. */
  readonly maxWaiting: number;
}

/** @spec CU48, CU49, DR44 */
export function createBrandSlots({ slots, maxWaiting }: BrandSlotOptions): BrandSlots {
  const running = new Set<string>();
  /** By brand, in the order of their turns. No brand without anything that waits is in it. */
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    for (const [brand, starts] of waiting) {
      if (running.size >= slots) return;
      if (running.has(brand)) continue;
      const start = starts.shift();
      waiting.delete(brand);
      if (starts.length > 0) waiting.set(brand, starts);
      running.add(brand);
      start?.();
    }
  }

  async function untilTurn(brand: string): Promise<void> {
    const starts = waiting.get(brand) ?? [];
    const isFree = running.size < slots && !running.has(brand);
    if (!isFree && starts.length >= maxWaiting) {
      throw new EngineError('too_many_requests', {
        message: 'Too much of this brand waits for its turn; try again later.',
      });
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(brand, [...starts, resolve]);
    startNext();
    return promise;
  }

  return {
    async run(brand, work) {
      await untilTurn(brand);
      try {
        return await work();
      } finally {
        running.delete(brand);
        startNext();
      }
    },
  };
}
