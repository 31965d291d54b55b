import { EngineError } from './engine-error.ts';

/** Runs little at once of work that takes long, and lets brands take turns. */
export interface BrandQueue {
  /**
   * Runs work as soon as a place is free: one piece of work of a brand at a time, in the order of arrival.
   *
   * @throws {EngineError} `too_many_requests` when too much work of the brand waits already.
   */
  run<T>(brand: string, work: () => Promise<T>): Promise<T>;
}

export interface BrandQueueOptions {
  /** How much runs at once, of all brands together. */
  readonly concurrency: number;
  /** How much may wait, of one brand. */
  readonly maxWaiting: number;
}

/** @spec CU48, CU49, DR44 */
export function createBrandQueue({ concurrency, maxWaiting }: BrandQueueOptions): BrandQueue {
  const running = new Set<string>();
  /** What starts the work that waits, by brand, in the order in which brands are next. No list is empty. */
  const waiting = new Map<string, (() => void)[]>();

  function startNext(): void {
    for (const [brand, starts] of waiting) {
      if (running.size >= concurrency) return;
      if (running.has(brand)) continue;
      const start = starts.shift();
      waiting.delete(brand);
      if (starts.length > 0) waiting.set(brand, starts);
      running.add(brand);
      start?.();
    }
  }

  async function untilStarted(brand: string): Promise<void> {
    const starts = waiting.get(brand) ?? [];
    const isFree = running.size < concurrency && !running.has(brand);
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
      await untilStarted(brand);
      try {
        return await work();
      } finally {
        running.delete(brand);
        startNext();
      }
    },
  };
}
