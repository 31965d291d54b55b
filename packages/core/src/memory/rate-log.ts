import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { RateLog } from '../ports/rate-log.ts';

/** How often keys whose window is over are looked for. */
const sweepEveryMs = 1_000;

/** @param giveWay - Rejects once the storage is closed. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLog(giveWay: () => Promise<void>): RateLog {
  /** When each counted request leaves its window, oldest first. */
  const ends = new Map<string, readonly EpochMs[]>();
  let sweptAt: EpochMs = Number.NEGATIVE_INFINITY;

  function sweep(now: EpochMs): void {
    if (Math.abs(now - sweptAt) < sweepEveryMs) return;
    sweptAt = now;
    for (const [key, moments] of ends) if ((moments.at(-1) ?? 0) <= now) ends.delete(key);
  }

  return {
    async admit(key, { now, limit, windowMs }) {
      await giveWay();
      sweep(now);
      const counted = (ends.get(key) ?? []).filter((end) => end > now && end <= now + 2 * windowMs);
      const holding = counted.at(-limit);
      if (holding !== undefined) return { kind: 'refused', retryAfterMs: holding - now };
      ends.set(
        key,
        [...counted, now + windowMs].sort((a, b) => a - b),
      );
      return { kind: 'admitted' };
    },
  };
}
