import type { Catalog } from '../../blocks/catalog.ts';
import { meantBlock } from '../../blocks/meant-block.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'unknown-template';

/** @spec LI18 */
export const unknownTemplate: Lint = {
  id,
  level: 'error',
  check: ({ groups }, { catalog }, report) => {
    for (const { kind, blocks } of groups) {
      if (kind !== undefined) continue;
      for (const block of blocks) report({ code: id, on: block, describe, subject: { block, catalog } });
    }
  },
};

function describe({ block, catalog }: { readonly block: Block; readonly catalog: Catalog }): Finding {
  const { template } = block.node;
  const meant = meantBlock(template, catalog)?.template;
  return {
    message: `Block ${excerpt(block.key)} has the template ${excerpt(template)}, which no block of the catalog has.`,
    at: ['template'],
    ...(meant !== undefined && { hint: `Did you mean ${excerpt(meant)}?` }),
  };
}
