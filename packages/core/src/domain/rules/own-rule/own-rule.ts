import type { BlockProblem } from '../../blocks/block-definition.ts';
import type { CheckContext } from '../check-context.ts';
import type { Block } from '../diagram-index.ts';
import { excerpt } from '../excerpt.ts';
import { readableParams } from '../readable-params.ts';
import type { Finding, Rule } from '../rule.ts';

/**
 * Asks each kind of block for what only it can judge. A host's own kinds may give codes that are not listed here.
 *
 * @spec RU42, RU44, RU45
 */
export const ownRule: Rule<CheckContext> = {
  codes: ['date_format_mismatch'],
  severity: 'error',
  judge: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const check = block.kind?.definition.check;
      if (check === undefined) continue;
      for (const problem of check(readableParams(block))) {
        report({ code: problem.code, on: block, describe, subject: { block, problem } });
      }
    }
  },
};

function describe({ block, problem }: { readonly block: Block; readonly problem: BlockProblem }): Finding {
  const { message, param, at = [], hint } = problem;
  return {
    message: `Block ${excerpt(block.key)}: ${message}`,
    param,
    at: Object.hasOwn(block.node.params, param) ? ['params', param, ...at] : ['params'],
    ...(hint !== undefined && { hint }),
  };
}
