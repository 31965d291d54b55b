import type { Rate, RateLimiter } from '@botwright/core/ports';
import { sql, table } from './sql.ts';
import type { TransactionWork } from './transactions.ts';

/** The count need not survive a crash of the machine, so the commit does not wait for the disk. */
const admit = (key: string, { now, limit, windowMs }: Rate & { readonly now: number }) => sql<{
  holding: number | null;
}>`
    select ${table('admit')}(${key}, ${now}, ${limit}, ${windowMs}) as holding
    from (select set_config('synchronous_commit', 'off', true)) as unsynced`;

/** @param write - Runs one statement as a separate transaction. @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function createRateLimiter(write: <T>(work: TransactionWork<T>) => Promise<T>): RateLimiter {
  return {
    admit: (key, rate) =>
      write(async (session) => {
        const holding = (await session.get(admit(key, rate)))?.holding ?? null;
        return holding === null ? { kind: 'admitted' } : { kind: 'refused', retryAfterMs: holding - rate.now };
      }),
  };
}
