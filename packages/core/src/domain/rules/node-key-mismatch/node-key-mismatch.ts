import type { Block } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU23 */
export const nodeKeyMismatch = rule('node_key_mismatch', 'error', 'entries', ({ blocks }, _facts, report) => {
  for (const block of blocks) {
    if (block.node.id !== block.key) report(block, describe);
  }
});

function describe({ key, node }: Block): Finding {
  return { message: `The block stored as ${excerpt(key)} has the id ${excerpt(node.id)}.`, at: ['id'] };
}
