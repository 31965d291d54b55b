import type { RateDecision, RateLimiter } from '../../ports/rate-limiter.ts';
import type { ListAnswer, Stored } from '../../ports/record-store.ts';
import { type CountedRate, countedRates } from './queue-kinds.ts';
import type { RecordsOnly } from './records-only.ts';
import { committed } from './store-unavailable.ts';

/** Keys whose window is over that a call removes at most. */
const removedAtOnce = 10;

/** @spec RT1, RT2, RT3, RT4, RT5, RT6 */
export function ratesOnRecords({ read, commit }: Pick<RecordsOnly, 'read' | 'commit'>): RateLimiter {
  return {
    async admit(name, { now, limit, windowMs }) {
      const kind = countedRates.name;
      for (;;) {
        const [stored, over] = (await read('store', [
          { do: 'get', kind, key: [name] },
          {
            ...{ do: 'list', kind, list: 'over', within: [], where: { now }, order: 'first' },
            ...{ offset: 0, limit: removedAtOnce },
          },
        ])) as [Stored<CountedRate> | undefined, ListAnswer<CountedRate>];
        // A moment in the future is from a clock that is ahead, or was set back; it counts as now from here on.
        const counted = (stored?.record.times ?? []).filter((at) => at > now - windowMs && at <= now + windowMs);
        const times = counted.map((at) => Math.min(at, now));
        const first = times[times.length - limit];
        const decision: RateDecision =
          first === undefined ? { kind: 'admitted' } : { kind: 'refused', retryAfterMs: first + windowMs - now };
        if (first !== undefined && times.every((at, index) => at === counted[index])) return decision;
        const record = { name, times: first === undefined ? [...times, now] : times, until: now + windowMs };
        const removed = over.items.filter((each) => each.record.name !== name);
        const outcome = await commit('store', {
          conditions: [
            { kind, key: [name], version: stored?.version },
            ...removed.map((each) => ({ kind, key: [each.record.name], version: each.version })),
          ],
          operations: [
            { do: 'put', kind, record, version: globalThis.crypto.randomUUID() },
            ...removed.map((each) => ({ do: 'delete', kind, key: [each.record.name] }) as const),
          ],
        });
        if (committed(outcome)) return decision;
      }
    },
  };
}
