import type { Link } from '../diagram-index.ts';
import { excerpt, type Finding, rule } from '../rule.ts';

/** @spec RU29 */
export const outputConnectedTwice = rule('output_connected_twice', 'error', 'entries', ({ blocks }, _facts, report) => {
  const taken = new Set<string>();
  for (const block of blocks) {
    if (block.shape === undefined || block.leaving === block.lastLeaving) continue;
    taken.clear();
    for (let link = block.leaving; link !== undefined; link = link.nextLeaving) {
      const { type } = link.connection;
      if (taken.has(type)) report(link, describe);
      else taken.add(type);
    }
  }
});

function describe({ key, connection }: Link): Finding {
  const { sourcePath, type: output } = connection;
  return {
    message: `Connection ${excerpt(key)} leaves block ${excerpt(sourcePath)} by ${excerpt(output)}, which is connected already.`,
    output,
    at: ['type'],
  };
}
