import type { RateLimiter } from '@botwright/core/ports';
import { get, type RunQuery, statement, table } from '@botwright/storage-sql';
import { sql } from 'kysely';

const admit = statement<{
  readonly key: string;
  readonly now: number;
  readonly limit: number;
  readonly windowMs: number;
}>()(
  // The count need not survive a crash of the machine, so the commit does not wait for the disk.
  (_dialect, { key, now, limit, windowMs }) => sql<{ holding: number | null }>`
    select ${table('admit_now')}(${key}, ${now}, ${limit}, ${windowMs}) as holding
    from (select set_config('synchronous_commit', 'off', true)) as unsynced`,
);

/** @param write - Runs one statement as a separate transaction. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLimiter(write: RunQuery): RateLimiter {
  return {
    admit: (key, { now, limit, windowMs }) =>
      write(function* () {
        const holding = (yield* get(admit, { key, now, limit, windowMs }))?.holding ?? null;
        return holding === null ? { kind: 'admitted' } : { kind: 'refused', retryAfterMs: holding - now };
      }),
  };
}
