import { callsOf } from '../../rules/calls.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec CG12 */
export const callNeverReturns = lint('call-never-returns', 'warn', (index, _facts, report) => {
  const { neverReturns } = callsOf(index);
  for (const block of index.blocks) if (neverReturns(block)) report(block, describe);
});

function describe({ key }: Block): Finding {
  return {
    message: `The call of block ${excerpt(key)} never returns: no block after its target goes back or ends.`,
    hint: 'End the part that is called with "go_back", or set "mode" to "jump".',
  };
}
