import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU24 */
export const nodePathMismatch: Rule<CheckContext> = {
  codes: ['node_path_mismatch'],
  severity: 'error',
  looksAt: 'entries',
  check: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const { id, path } = block.node;
      if (path === undefined || path === id) continue;
      report({ code: 'node_path_mismatch', on: block, describe, subject: block });
    }
  },
};

function describe({ key, node }: Block): Finding {
  return {
    message: `Block ${excerpt(key)} has the path ${excerpt(node['path'])}, but its id is ${excerpt(node.id)}.`,
    at: ['path'],
    hint: 'Set the path to the id.',
  };
}
