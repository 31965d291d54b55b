import type { PlanTier } from '../blocks/block-definition.ts';

const tiersWithHooks: ReadonlySet<PlanTier> = new Set(['professional', 'business']);

/** @spec HK1 */
export function hasMessageHooks(plan: PlanTier): boolean {
  return tiersWithHooks.has(plan);
}

/** Whether a hook is on, and the reason if not. */
export interface HookSwitch {
  readonly active: boolean;
  /** The plan switched it off, and switches it on again when it includes message hooks. */
  readonly disabledByPlan: boolean;
}

/**
 * Decides the effect of a change of plan on a hook: off without message hooks in the plan, and on again with them if
 * the plan switched it off. A second application changes nothing.
 *
 * @returns `undefined` when the hook does not change.
 * @spec HK2, HK3, HK4
 */
export function decideHookSwitch(hook: HookSwitch, plan: PlanTier): HookSwitch | undefined {
  if (hasMessageHooks(plan)) return hook.disabledByPlan ? { active: true, disabledByPlan: false } : undefined;
  return hook.active ? { active: false, disabledByPlan: true } : undefined;
}
