import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU24 */
export const nodePathMismatch = rule('node_path_mismatch', 'error', 'entries', ({ blocks }, _facts, report) => {
  for (const block of blocks) {
    const { id, path } = block.node;
    if (path === undefined || path === id) continue;
    report(block, describe);
  }
});

function describe({ key, node }: Block): Finding {
  return {
    message: `Block ${excerpt(key)} has the path ${excerpt(node['path'])}, but its id is ${excerpt(node.id)}.`,
    at: ['path'],
    hint: 'Set the path to the id.',
  };
}
