import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import { decideHookSwitch, hasMessageHooks } from '../../domain/plan/message-hooks.ts';
import type { BrandTransaction } from '../../ports/storage.ts';
import type { Parts } from '../scope.ts';

type Settler = Pick<Parts, 'storage' | 'plans' | 'clock'>;

/**
 * Puts the hooks of a brand where its plan has them.
 *
 * Race rule: the plan is asked again after each round, so that whoever ends last ends with the last plan.
 *
 * @throws {EngineError} `dependency_failed` when the plan cannot be asked
 * @spec HK2, HK3, HK4, HK18, HK19, HK20
 */
export async function settleHooks(parts: Settler, brand: string): Promise<void> {
  for (let plan = await parts.plans.planOf(brand); ; ) {
    const settled = plan;
    await parts.storage.transaction(brand, (tx) => switchHooks(parts, tx, settled));
    plan = await parts.plans.planOf(brand);
    if (hasMessageHooks(plan) === hasMessageHooks(settled)) return;
  }
}

async function switchHooks({ clock }: Settler, tx: BrandTransaction, plan: PlanTier): Promise<void> {
  for (const hook of await tx.hooks.listAll()) {
    const change = decideHookSwitch(hook, plan);
    if (change === undefined) continue;
    const now = clock.now();
    await tx.hooks.update(hook.number, { ...change, updatedAt: now });
    if (!change.active) await tx.deliveries.endPending({ kind: 'hook', number: hook.number }, now);
  }
}
