import type { Catalog } from '../../blocks/catalog.ts';
import { meantName } from '../../meant-name.ts';
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
  const meant = meantTemplate(template, catalog);
  return {
    message: `Block ${excerpt(block.key)} has the template ${excerpt(template)}, which no block of the catalog has.`,
    at: ['template'],
    ...(meant !== undefined && { hint: `Did you mean ${excerpt(meant)}?` }),
  };
}

/** A diagram stores the template of a block, `var_text`, where a person may write its name, `ask_question`. */
function meantTemplate(written: string, { definitions, byName, byTemplate }: Catalog): string | undefined {
  const meant = byName(written) ?? byNearest(written);
  return meant?.template;

  function byNearest(typed: string) {
    const name = meantName(
      typed,
      definitions.flatMap((each) => [each.template, each.name]),
    );
    return name === undefined ? undefined : (byTemplate(name) ?? byName(name));
  }
}
