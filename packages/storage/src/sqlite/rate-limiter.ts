import type { RateLimiter } from '@botwright/core/ports';
import type { RunQuery } from './connection.ts';

/** Finds the counted request whose window must end before another request is admitted. */
export const findHoldingSql =
  'SELECT ends_at FROM rate_log WHERE key = ? AND ends_at > ? ORDER BY ends_at DESC LIMIT 1 OFFSET ?';
export const findAheadSql = 'SELECT ends_at FROM rate_log WHERE key = ? AND ends_at > ? LIMIT 1';
/** More than a window ahead: no window of the present contains it. */
export const forgetAheadSql = 'DELETE FROM rate_log WHERE key = ? AND ends_at > ?';
/** Up to a window ahead: it counts as now. */
export const countAsNowSql = 'UPDATE rate_log SET ends_at = ?2 WHERE key = ?1 AND ends_at > ?2';
export const forgetEndedSql = 'DELETE FROM rate_log WHERE ends_at <= ?';

/** @param write - Runs a query function in a separate transaction. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLimiter(write: RunQuery): RateLimiter {
  return {
    admit: (key, { now, limit, windowMs }) =>
      write((connection) => {
        connection.run(forgetEndedSql, now);
        if (connection.get(findAheadSql, key, now + windowMs) !== undefined) {
          connection.run(forgetAheadSql, key, now + 2 * windowMs);
          connection.run(countAsNowSql, key, now + windowMs);
        }
        const holding = connection.get<{ ends_at: number }>(findHoldingSql, key, now, limit - 1);
        if (holding !== undefined) return { kind: 'refused', retryAfterMs: holding.ends_at - now };
        connection.run('INSERT INTO rate_log (key, ends_at) VALUES (?, ?)', key, now + windowMs);
        return { kind: 'admitted' };
      }),
  };
}
