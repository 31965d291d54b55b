import { type PlanTier, planTiers } from '../blocks/block-definition.ts';
import type { Catalog } from '../blocks/catalog.ts';
import { selectVariant } from '../blocks/variant.ts';
import type { Diagram } from '../diagram/diagram.ts';
import { isNode } from '../diagram/is-node.ts';

/**
 * Finds the highest tier among the blocks of a diagram. Blocks that the catalog does not cover, and those whose
 * params pick no variant, do not count.
 *
 * @returns `undefined` when no block counts.
 * @spec BO40
 */
export function requiredTier(diagram: Diagram, catalog: Catalog): PlanTier | undefined {
  let highest = -1;
  for (const node of Object.values(diagram.nodes)) {
    if (!isNode(node)) continue;
    const definition = catalog.byTemplate(node.template);
    const variant = definition && selectVariant(definition, node.params);
    if (variant !== undefined) highest = Math.max(highest, planTiers.indexOf(variant.requiredTier));
  }
  return planTiers[highest];
}
