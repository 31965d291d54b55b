import type { Timer } from '../ports/clock.ts';
import { createBrandQueue } from './brand-queue.ts';
import type { LargeDiagramQueue } from './drafts/large-diagram-queue.ts';

/** Bounds how many large inputs are in memory as objects: one of a brand at a time. */
export interface LargeInputs {
  /**
   * Reads a large input in the queue of large diagrams, and uses it. `use` must not use another of the same brand.
   *
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  run<TInput, T>(brand: string, read: () => TInput, use: (input: TInput) => Promise<T>): Promise<T>;
}

export interface LargeInputsOptions {
  readonly timer: Timer;
  readonly largeDiagrams: LargeDiagramQueue;
  /** How many may wait, per brand. */
  readonly maxWaiting: number;
}

/** For all brands together. */
const atOnce = 4;

/** A longer use of an input waits for something outside, such as the host's directory of accounts. */
const longestPlaceMs = 10_000;

/** @spec DR53 */
export function createLargeInputs({ timer, largeDiagrams, maxWaiting }: LargeInputsOptions): LargeInputs {
  const places = createBrandQueue({ concurrency: atOnce, maxWaiting });
  return {
    async run(brand, read, use) {
      const { used } = await places.run(brand, async () => {
        const used = use(await largeDiagrams.run(brand, async () => read()));
        const over = new AbortController();
        await Promise.race([Promise.allSettled([used]), timer.sleep(longestPlaceMs, over.signal)]);
        over.abort();
        // The object keeps `await` from waiting for a promise in it.
        return { used };
      });
      return used;
    },
  };
}
