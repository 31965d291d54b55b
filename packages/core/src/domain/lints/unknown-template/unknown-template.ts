import type { Catalog } from '../../blocks/catalog.ts';
import { closestBlock } from '../../blocks/closest-block.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI18 */
export const unknownTemplate = lint('unknown-template', 'error', ({ groups }, { catalog }, report) => {
  for (const { kind, blocks } of groups) {
    if (kind !== undefined) continue;
    for (const block of blocks) report(block, describe, catalog);
  }
});

function describe(block: Block, catalog: Catalog): Finding {
  const { template } = block.node;
  const closest = closestBlock(template, catalog)?.template;
  return {
    message: `Block ${excerpt(block.key)} has the template ${excerpt(template)}, which no block of the catalog has.`,
    at: ['template'],
    ...(closest !== undefined && { hint: `Did you mean ${excerpt(closest)}?` }),
  };
}
