import { type PlanTier, planTiers } from '../../blocks/block-definition.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'tier-required';

/** @spec LI16 */
export const tierRequired: Lint = {
  id,
  check: ({ blocks }, { plan }, report) => {
    if (plan === undefined) return;
    for (const block of blocks) {
      const needed = block.shape?.variant.requiredTier;
      if (needed === undefined || planTiers.indexOf(needed) <= planTiers.indexOf(plan)) continue;
      report({ code: id, on: block, describe, subject: { block, needed, plan } });
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly needed: PlanTier;
  readonly plan: PlanTier;
}

function describe({ block, needed, plan }: Subject): Finding {
  const name = block.kind?.definition.name;
  return {
    message: `Block ${excerpt(block.key)} (${name}) needs the plan ${needed}, but the plan is ${plan}.`,
    at: ['template'],
  };
}
