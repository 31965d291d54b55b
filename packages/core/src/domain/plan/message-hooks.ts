import type { PlanTier } from '../blocks/block-definition.ts';

const tiersWithHooks: ReadonlySet<PlanTier> = new Set(['professional', 'business']);

/** @spec HK1 */
export function hasMessageHooks(plan: PlanTier): boolean {
  return tiersWithHooks.has(plan);
}

/** What the plan did to a hook. */
export interface HookSwitch {
  readonly active: boolean;
  /** It went off because the plan lost message hooks, and comes on again with them. */
  readonly disabledByPlan: boolean;
}

/**
 * Decides what a plan does to a hook: off when the plan has no message hooks, and on again when it has, if it was the
 * plan that put it off. Says the same however often it is asked.
 *
 * @returns `undefined` when the hook stays as it is.
 * @spec HK2, HK3, HK4
 */
export function decideHookSwitch(hook: HookSwitch, plan: PlanTier): HookSwitch | undefined {
  if (hasMessageHooks(plan)) return hook.disabledByPlan ? { active: true, disabledByPlan: false } : undefined;
  return hook.active ? { active: false, disabledByPlan: true } : undefined;
}
