import { startPointId } from '../../diagram/diagram.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI14 */
export const overlappingBlocks = lint('overlapping-blocks', 'warn', ({ blocks }, _facts, report) => {
  const taken = new Map<string | number, Block>();
  for (const block of blocks) {
    const { top, left } = block.node;
    if (block.key === startPointId || top === undefined || left === undefined) continue;
    const place = placeOf(top as number, left as number);
    const below = taken.get(place);
    if (below === undefined) taken.set(place, block);
    else report(block, describe, below);
  }
});

const most = 2 ** 20;

/** One number for a position on a canvas of usual size, which is faster than a text. */
function placeOf(top: number, left: number): string | number {
  const isUsual = Number.isInteger(top) && Number.isInteger(left) && Math.abs(top) < most && Math.abs(left) < most;
  return isUsual ? top * 2 * most + left : `${top} ${left}`;
}

function describe(block: Block, below: Block): Finding {
  return { message: `Block ${excerpt(block.key)} lies exactly on block ${excerpt(below.key)}.` };
}
