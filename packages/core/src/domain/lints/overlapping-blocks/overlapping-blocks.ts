import { startPointId } from '../../diagram/diagram.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'overlapping-blocks';

/** @spec LI14 */
export const overlappingBlocks: Lint = {
  id,
  check: ({ blocks }, _facts, report) => {
    const taken = new Map<string, Block>();
    for (const block of blocks) {
      const { top, left } = block.node;
      if (block.key === startPointId || top === undefined || left === undefined) continue;
      const place = `${top} ${left}`;
      const below = taken.get(place);
      if (below === undefined) taken.set(place, block);
      else report({ code: id, on: block, describe, subject: { block, below } });
    }
  },
};

function describe({ block, below }: { readonly block: Block; readonly below: Block }): Finding {
  return { message: `Block ${excerpt(block.key)} lies exactly on block ${excerpt(below.key)}.` };
}
