import type { RateLimiter } from './rate-limiter.ts';
import { type SlidingLogBounds, slidingLog } from './sliding-log.ts';

/**
 * Admits so many requests of each caller in any window, of one second unless the bounds say otherwise, in the memory
 * of one process.
 *
 * It remembers only what was admitted in the last two windows: idle callers are forgotten once a window.
 *
 * @param limit - Requests a window, at least 1.
 * @spec HT27, HT28, HT29, HT53
 */
export function slidingLogLimiter(limit: number, bounds: SlidingLogBounds = {}): RateLimiter {
  const log = slidingLog(limit, bounds);
  return { admit: async (key, now) => log.admit(key, now) };
}
