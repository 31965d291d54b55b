import { type PlanTier, planTiers } from '../../blocks/block-definition.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI16 */
export const tierRequired = lint('tier-required', 'warn', ({ blocks }, { plan }, report) => {
  if (plan === undefined) return;
  for (const block of blocks) {
    const needed = block.shape?.variant.requiredTier;
    if (needed === undefined || planTiers.indexOf(needed) <= planTiers.indexOf(plan)) continue;
    report(block, describe, needed, plan);
  }
});

function describe(block: Block, needed: PlanTier, plan: PlanTier): Finding {
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) needs the plan ${needed}, but the plan is ${plan}.`,
    at: ['template'],
  };
}
