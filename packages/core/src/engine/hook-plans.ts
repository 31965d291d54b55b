import { type PlanTier, planTiers } from '../domain/blocks/block-definition.ts';
import { decideHookSwitch, hasMessageHooks } from '../domain/delivery/message-hooks.ts';
import type { Clock } from '../ports/clock.ts';
import type { PlanSource } from '../ports/host-directories.ts';
import { callDependency } from './engine-error.ts';
import { byHost } from './events/engine-events.ts';
import type { EngineStorage } from './events/engine-storage.ts';
import type { Load } from './records/loads.ts';
import { type Changes, load, type Part, useCaseOf } from './use-case/use-case.ts';

/**
 * Makes the plan source of an engine: the host's, whose failures become `dependency_failed`, otherwise the stored
 * configuration, in which an unknown brand has the lowest plan.
 *
 * @spec HK10, MS44, ER7
 */
export function planSource(storage: Pick<EngineStorage, 'reads'>, given: PlanSource | undefined): BrandPlans {
  if (given !== undefined) {
    const planOf = (brand: string) => callDependency(async () => given.planOf(brand));
    return {
      planOf,
      async loadPlan(brand) {
        const plan = await planOf(brand);
        return { loads: [], from: () => plan };
      },
    };
  }
  return {
    async planOf(brand) {
      return (await storage.reads(brand).load({ kind: 'plan' })) ?? planTiers[0];
    },
    loadPlan: async () => ({ loads: [{ kind: 'plan' }], from: ([plan]) => plan ?? planTiers[0] }),
  };
}

/** The plans of brands, for use-cases. */
export interface BrandPlans extends PlanSource {
  /**
   * Call it before a use-case that needs the plan. The plan of a host is read before the use-case, so that the use-case
   * waits for nothing outside; a stored plan is loaded with the rest of the use-case.
   */
  loadPlan(brand: string): Promise<LoadPlan>;
}

/** How a use-case gets the plan: from its loads together with something else. */
export interface LoadPlan {
  readonly loads: readonly Load<'plan'>[];
  /** @param answers - The answers to the loads. */
  from(answers: readonly (PlanTier | undefined)[]): PlanTier;
}

/**
 * Switches the hooks of a brand off or on according to its plan.
 *
 * Race rule: the plan is read again after each round, so that the last one of concurrent calls applies the latest plan.
 *
 * @throws {EngineError} `dependency_failed` when the plan cannot be read
 * @spec HK2, HK3, HK4, HK18, HK19, HK20
 */
export async function applyPlanToHooks(
  { storage, plans, clock }: { readonly storage: EngineStorage; readonly plans: PlanSource; readonly clock: Clock },
  brand: string,
): Promise<void> {
  for (let plan = await plans.planOf(brand); ; ) {
    const applied = plan;
    await storage.perform(brand, () => useCaseOf((changes) => switchHooks(clock, changes, applied)), byHost);
    plan = await plans.planOf(brand);
    if (hasMessageHooks(plan) === hasMessageHooks(applied)) return;
  }
}

function* switchHooks(clock: Clock, { operations, events }: Changes, plan: PlanTier): Part<void> {
  const [hooks] = yield* load({ kind: 'hookList', query: {} });
  for (const hook of hooks.items) {
    const change = decideHookSwitch(hook, plan);
    if (change === undefined) continue;
    const at = clock.now();
    const { channelNumber, number } = hook;
    operations.push({ kind: 'updateHook', number, change: { ...change, updatedAt: at } });
    if (!change.active) operations.push({ kind: 'endPending', target: { kind: 'hook', number }, at });
    events.push({ type: 'hook.switched', channelNumber, hookNumber: number, active: change.active });
  }
}
