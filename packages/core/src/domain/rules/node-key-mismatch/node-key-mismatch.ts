import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU23 */
export const nodeKeyMismatch: Rule<CheckContext> = {
  codes: ['node_key_mismatch'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      if (block.node.id !== block.key) report({ code: 'node_key_mismatch', on: block, describe, subject: block });
    }
  },
};

function describe({ key, node }: Block): Finding {
  return { message: `The block stored as ${excerpt(key)} has the id ${excerpt(node.id)}.`, at: ['id'] };
}
