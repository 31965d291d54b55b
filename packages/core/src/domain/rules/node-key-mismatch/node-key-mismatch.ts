import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU23 */
export const nodeKeyMismatch: Rule<CheckContext> = {
  codes: ['node_key_mismatch'],
  severity: 'error',
  begin: () => ({
    block: (block, report) => {
      if (block.node.id === block.key) return;
      report('node_key_mismatch', () => ({
        message: `The block stored as ${excerpt(block.key)} has the id ${excerpt(block.node.id)}.`,
        at: ['id'],
      }));
    },
  }),
};
