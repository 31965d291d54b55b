import { openOutputs, outputsOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI8 */
export const deadEnd = lint('dead-end', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    if (kind?.definition.mayEnd === true || kind?.jumps === true) continue;
    for (const block of blocks) {
      const open = openOutputs(block);
      if (open.length === 0 || open.length < (outputsOf(block)?.size ?? 0)) continue;
      report(block, describe);
    }
  }
});

function describe({ key }: Block): Finding {
  return { message: `Nothing follows block ${excerpt(key)}: none of its outputs is connected.` };
}
