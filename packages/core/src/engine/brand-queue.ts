import { EngineError } from './engine-error.ts';

/** Limits how much slow work runs concurrently, and lets brands take turns. */
export interface BrandQueue {
  /**
   * Runs work as soon as a place is free: one piece of work of a brand at a time, in the order of arrival.
   *
   * @throws {EngineError} `too_many_requests` when too much work of the brand waits already.
   */
  run<T>(brand: string, work: () => Promise<T>): Promise<T>;
}

export interface BrandQueueOptions {
  /** How many pieces of work run concurrently, of all brands together. */
  readonly concurrency: number;
  /** How many pieces of work may wait, per brand. */
  readonly maxWaiting: number;
}

/** @spec CU48, CU49, DR44 */
export function createBrandQueue({ concurrency, maxWaiting }: BrandQueueOptions): BrandQueue {
  const running = new Set<string>();
  /** Functions that start waiting work, by brand. Brands are in the order of their turns; no list is empty. */
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
