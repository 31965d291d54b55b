import { planTiers } from '../domain/blocks/block-definition.ts';
import { decideHookSwitch, hasMessageHooks } from '../domain/delivery/message-hooks.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlanSource } from '../ports/host-directories.ts';
import type { Storage } from '../ports/storage.ts';
import { callDependency } from './engine-error.ts';

/**
 * Where the engine learns the plan of a brand: from the host, whose failures become `dependency_failed`, or else from
 * the configuration, where a brand that is not in it has the lowest plan.
 *
 * @spec HK10, MS44, ER7
 */
export function planSource(storage: Storage, given: PlanSource | undefined): PlanSource {
  if (given !== undefined) return { planOf: (brand) => callDependency(async () => given.planOf(brand)) };
  return {
    async planOf(brand) {
      const stored = await storage.tenants.findBrand(brand);
      return stored?.plan ?? planTiers[0];
    },
  };
}

/**
 * Switches the hooks of a brand off or on as its plan has them.
 *
 * Race rule: the plan is asked again after each round, so that whoever ends last ends with the last plan.
 *
 * @throws {EngineError} `dependency_failed` when the plan cannot be asked
 * @spec HK2, HK3, HK4, HK18, HK19, HK20
 */
export async function applyPlanToHooks(
  { storage, plans, clock }: { readonly storage: Storage; readonly plans: PlanSource; readonly clock: Clock },
  brand: string,
): Promise<void> {
  for (let plan = await plans.planOf(brand); ; ) {
    const applied = plan;
    await storage.transaction(brand, async (tx) => {
      for (const hook of (await tx.hooks.list()).items) {
        const change = decideHookSwitch(hook, applied);
        if (change === undefined) continue;
        const now = clock.now();
        await tx.hooks.update(hook.number, { ...change, updatedAt: now });
        if (!change.active) await tx.deliveries.endPending({ kind: 'hook', number: hook.number }, now);
      }
    });
    plan = await plans.planOf(brand);
    if (hasMessageHooks(plan) === hasMessageHooks(applied)) return;
  }
}
