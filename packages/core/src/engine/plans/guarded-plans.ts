import type { PlanSource } from '../../ports/plan-source.ts';
import { callDependency } from '../call-dependency.ts';

/**
 * The plans of the host, whose failures are told as such.
 *
 * @spec MS44, ER7
 */
export function guardedPlans(source: PlanSource): PlanSource {
  return { planOf: (brand) => callDependency(async () => source.planOf(brand)) };
}
