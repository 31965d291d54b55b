import type { RateLimiter } from './rate-limiter.ts';
import { slidingLog } from './sliding-log.ts';

/**
 * Admits so many requests of each caller in any window of one second, in the memory of one process.
 *
 * It remembers only what was admitted in the last two seconds: idle callers are forgotten once a second.
 *
 * @param limit - Requests a second, at least 1.
 * @spec HT27, HT28, HT29
 */
export function slidingLogLimiter(limit: number): RateLimiter {
  const log = slidingLog(limit);
  return { admit: async (key, now) => log.admit(key, now) };
}
