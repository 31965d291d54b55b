import type { PlanTier } from '../blocks/block-definition.ts';

const tiersWithHooks: ReadonlySet<PlanTier> = new Set(['professional', 'business']);

/** @spec HK1 */
export function hasMessageHooks(plan: PlanTier): boolean {
  return tiersWithHooks.has(plan);
}

/** Whether a hook is on, and why not. */
export interface HookSwitch {
  readonly active: boolean;
  /**
   * It was switched off because the plan no longer has message hooks, and is switched on when the plan has them again.
   */
  readonly disabledByPlan: boolean;
}

/**
 * Decides what a change of plan does to a hook: it is switched off when the plan has no message hooks, and on again
 * when it has them, if the plan switched it off. Applying the decision twice changes nothing.
 *
 * @returns `undefined` when the hook stays as it is.
 * @spec HK2, HK3, HK4
 */
export function decideHookSwitch(hook: HookSwitch, plan: PlanTier): HookSwitch | undefined {
  if (hasMessageHooks(plan)) return hook.disabledByPlan ? { active: true, disabledByPlan: false } : undefined;
  return hook.active ? { active: false, disabledByPlan: true } : undefined;
}
