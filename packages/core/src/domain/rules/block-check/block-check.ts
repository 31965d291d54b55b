import type { BlockProblem } from '../../blocks/block-definition.ts';
import { readableParams } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/**
 * Runs the `check` of a block's definition. Blocks of a host may report other codes.
 *
 * @spec RU42, RU44, RU45
 */
export const blockCheck: Rule<CheckContext> = {
  codes: ['date_format_mismatch'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      const check = kind?.definition.check;
      if (check === undefined) continue;
      for (const block of blocks) {
        for (const problem of check(readableParams(block))) {
          report({ code: problem.code, on: block, describe, subject: { block, problem } });
        }
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
