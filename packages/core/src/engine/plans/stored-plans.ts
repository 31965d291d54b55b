import { planTiers } from '../../domain/blocks/block-definition.ts';
import type { PlanSource } from '../../ports/plan-source.ts';
import type { Storage } from '../../ports/storage.ts';

/**
 * The plans of the configuration. A brand that is not in it has the lowest.
 *
 * @spec HK10
 */
export function storedPlans(storage: Storage): PlanSource {
  return {
    async planOf(brand) {
      const stored = await storage.installation.findBrand(brand);
      return stored?.plan ?? planTiers[0];
    },
  };
}
