import type { Clock } from '@botwright/core/ports';

/** Writes in a minute. */
export const writeRate = { limit: 60, windowMs: 60_000 } as const;

/** Counts the writes of one process. @returns As `McpBots.admitWrite`. */
export function writeWindow(clock: Clock): () => Promise<number> {
  let times: readonly number[] = [];
  return async () => {
    const now = clock.now();
    // A moment in the future counts as now: the clock was set back.
    times = times.map((time) => Math.min(time, now)).filter((time) => time > now - writeRate.windowMs);
    if (times.length >= writeRate.limit) return (times[0] as number) + writeRate.windowMs - now;
    times = [...times, now];
    return 0;
  };
}
