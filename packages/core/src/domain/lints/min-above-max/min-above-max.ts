import { placeOf } from '../../rules/block-facts.ts';
import { readParam } from '../../rules/block-kind.ts';
import { type Block, paramsOf } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'min-above-max';

/** @spec LI21 */
export const minAboveMax: Lint = {
  id,
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      for (const [min, max] of kind?.definition.ranges ?? []) {
        for (const block of blocks) {
          const set = paramsOf(block);
          const least = set && readParam(set, block.node.params, min);
          const most = set && readParam(set, block.node.params, max);
          if (typeof least !== 'number' || typeof most !== 'number' || least <= most) continue;
          report({ code: id, on: block, describe, subject: { block, min, max, least, most } });
        }
      }
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly min: string;
  readonly max: string;
  readonly least: number;
  readonly most: number;
}

function describe({ block, min, max, least, most }: Subject): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${min}" is ${least} and "${max}" is ${most}, so no answer is accepted.`,
    param: min,
    at: placeOf(block, min),
  };
}
