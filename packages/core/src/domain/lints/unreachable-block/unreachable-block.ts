import { startPointId } from '../../diagram/diagram.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';
import { beginningsOf, reachableFrom } from '../reachable.ts';

/** @spec LI6, LI7 */
export const unreachableBlock = lint('unreachable-block', 'warn', (index, { entryBlocks }, report) => {
  const reached = reachableFrom(index, beginningsOf(index, entryBlocks));
  const isAnythingReached = reached.entries.some(({ key }) => key !== startPointId);
  if (!isAnythingReached) return;
  for (const block of index.blocks) {
    if (!reached.has(block) && block.key !== startPointId) report(block, describe);
  }
});

function describe({ key }: Block): Finding {
  return { message: `No way leads from the start to block ${excerpt(key)}.` };
}
