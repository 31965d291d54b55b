import type { Alarm } from '../../ports/alarm.ts';
import type { PlanSource } from '../../ports/plan-source.ts';
import { withinLimit } from './within-limit.ts';

const limitMs = 10_000;

/**
 * Asks for plans, each question within a limit. Attempts that ask for one brand while a question is under way share
 * its answer: none is older than the attempt that it is for by more than the question takes.
 *
 * @spec DI4, DI5, DI21
 */
export function sharedPlans({ alarm, plans }: { readonly alarm: Alarm; readonly plans: PlanSource }): PlanSource {
  const asked = new Map<string, ReturnType<PlanSource['planOf']>>();
  return {
    planOf(brand) {
      const shared = asked.get(brand);
      if (shared !== undefined) return shared;
      const own = withinLimit(alarm, limitMs, plans.planOf(brand)).finally(() => asked.delete(brand));
      asked.set(brand, own);
      return own;
    },
  };
}
