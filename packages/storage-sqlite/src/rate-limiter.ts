import type { RateLimiter } from '@botwright/core/ports';
import type { RunQuery } from './access.ts';

/** Finds the counted request whose window must end before another request is admitted. */
export const findHoldingSql =
  'SELECT ends_at FROM rate_log WHERE key = ? AND ends_at > ? AND ends_at <= ? ORDER BY ends_at DESC LIMIT 1 OFFSET ?';
export const forgetEndedSql = 'DELETE FROM rate_log WHERE ends_at <= ?';

/** @param write - Runs a query function in a transaction of its own. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLimiter(write: RunQuery): RateLimiter {
  return {
    admit: (key, { now, limit, windowMs }) =>
      write((connection) => {
        connection.run(forgetEndedSql, now);
        const latest = now + 2 * windowMs;
        const holding = connection.get<{ ends_at: number }>(findHoldingSql, key, now, latest, limit - 1);
        if (holding !== undefined) return { kind: 'refused', retryAfterMs: holding.ends_at - now };
        connection.run('INSERT INTO rate_log (key, ends_at) VALUES (?, ?)', key, now + windowMs);
        return { kind: 'admitted' };
      }),
  };
}
