import { outputsOf } from '../../rules/block-facts.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';
import { openOutputs } from '../reachable.ts';

const id = 'unconnected-output';

/** @spec LI9 */
export const unconnectedOutput: Lint = {
  id,
  check: ({ blocks }, _facts, report) => {
    for (const block of blocks) {
      const open = openOutputs(block);
      if (open.length === 0 || open.length === outputsOf(block)?.size) continue;
      for (const output of open) {
        report({ code: id, on: block, describe, subject: { key: block.key, output } });
      }
    }
  },
};

function describe({ key, output }: { readonly key: string; readonly output: string }): Finding {
  return { message: `The output ${excerpt(output)} of block ${excerpt(key)} is not connected.`, output };
}
