import type { BlockProblem } from '../../blocks/block-definition.ts';
import { placeOf, readableParams } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/**
 * Runs the `check` of a block's definition. Blocks of a host may report other codes.
 *
 * @spec RU42, RU44, RU45, CX8, EX3
 */
export const blockCheck: Rule<CheckContext> = {
  codes: ['date_format_mismatch', 'exit_taken', 'keyword_taken'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ groups }, _facts, reportAs) => {
    for (const { kind, blocks } of groups) {
      const check = kind?.definition.check;
      if (check === undefined) continue;
      for (const block of blocks) {
        for (const problem of check(readableParams(block))) {
          reportAs(problem.code)(block, describe, problem);
        }
      }
    }
  },
};

function describe(block: Block, { message, param, at, hint }: BlockProblem): Finding {
  return {
    message: `Block ${excerpt(block.key)}: ${message}`,
    param,
    at: placeOf(block, param, at),
    ...(hint !== undefined && { hint }),
  };
}
