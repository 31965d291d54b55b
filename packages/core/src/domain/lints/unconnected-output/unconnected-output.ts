import { openOutputs, outputsOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI9 */
export const unconnectedOutput = lint('unconnected-output', 'warn', ({ blocks }, _facts, report) => {
  for (const block of blocks) {
    const open = openOutputs(block);
    if (open.length === 0 || open.length === outputsOf(block)?.size) continue;
    for (const output of open) {
      report(block, describe, output);
    }
  }
});

function describe({ key }: Block, output: string): Finding {
  return { message: `The output ${excerpt(output)} of block ${excerpt(key)} is not connected.`, output };
}
