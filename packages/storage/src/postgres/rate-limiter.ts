import type { RateLimiter } from '@botwright/core/ports';
import { type Sql, sql, table } from './sql.ts';
import type { TransactionWork } from './transactions.ts';

/** The count need not survive a crash of the machine, so the commit does not wait for the disk. */
const admit = ({
  key,
  now,
  limit,
  windowMs,
}: {
  readonly key: string;
  readonly now: number;
  readonly limit: number;
  readonly windowMs: number;
}): Sql<{ holding: number | null }> => sql<{ holding: number | null }>`
    select ${table('admit')}(${key}, ${now}, ${limit}, ${windowMs}) as holding
    from (select set_config('synchronous_commit', 'off', true)) as unsynced`;

/** @param write - Runs one statement as a separate transaction. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLimiter(write: <T>(work: TransactionWork<T>) => Promise<T>): RateLimiter {
  return {
    admit: (key, { now, limit, windowMs }) =>
      write(async (session) => {
        const holding = (await session.get(admit({ key, now, limit, windowMs })))?.holding ?? null;
        return holding === null ? { kind: 'admitted' } : { kind: 'refused', retryAfterMs: holding - now };
      }),
  };
}
