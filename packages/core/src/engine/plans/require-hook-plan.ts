import { hasMessageHooks } from '../../domain/plan/message-hooks.ts';
import { EngineError } from '../engine-error.ts';
import type { Scope } from '../scope.ts';
import { settleHooks } from './settle-hooks.ts';

/**
 * @throws {EngineError} `plan_required`, `dependency_failed` when the plan cannot be asked
 * @spec HK12
 */
export async function requireHookPlan({ plans, principal }: Scope): Promise<void> {
  if (!hasMessageHooks(await plans.planOf(principal.brand))) throw new EngineError('plan_required');
}

/**
 * Asks once more after a hook was made: a plan that was lost meanwhile did not know of it. When the plan cannot be
 * asked the hook stays on until the next change of plans; its deliveries ask for themselves.
 *
 * @spec HK20
 */
export async function settleAfterWrite(scope: Scope): Promise<void> {
  const { plans, principal } = scope;
  try {
    if (!hasMessageHooks(await plans.planOf(principal.brand))) await settleHooks(scope, principal.brand);
  } catch {
    // The hook is made: to fail now would say that it is not.
  }
}
