import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import type { Rule } from '../rule.ts';

/** @spec RU24 */
export const nodePathMismatch: Rule<CheckContext> = {
  codes: ['node_path_mismatch'],
  severity: 'error',
  begin: () => ({
    block: (block, report) => {
      const { id, path } = block.node;
      if (path === undefined || path === id) return;
      report('node_path_mismatch', () => ({
        message: `Block ${excerpt(block.key)} has the path ${excerpt(path)}, but its id is ${excerpt(id)}.`,
        at: ['path'],
        hint: 'Set the path to the id.',
      }));
    },
  }),
};
