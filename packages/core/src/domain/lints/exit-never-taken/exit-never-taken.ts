import { type ExitId, exitIndexOf } from '../../blocks/question-exits.ts';
import { placeOf, readableParams } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { mayOfferNothing } from '../empty-offers.ts';
import { lint } from '../lint.ts';

/** @spec EX21 */
export const exitNeverTaken = lint('exit-never-taken', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    if (kind?.definition.isQuiet === undefined) continue;
    for (const block of blocks) {
      const params = readableParams(block);
      if (!Object.hasOwn(params, 'exits')) continue;
      if (kind.definition.acceptsAnyText?.(params) === true) reportExit(block, 'invalid', 'it accepts any text');
      if (mayOfferNothing(block) === 'never') reportExit(block, 'none', 'an entry without "show" is always offered');
    }
  }

  function reportExit(block: Block, id: ExitId, because: string): void {
    const index = exitIndexOf(readableParams(block), id);
    if (index !== undefined) report(block, describe, id, index, because);
  }
});

function describe(block: Block, id: ExitId, index: number, because: string): Finding {
  return {
    message: `Block ${excerpt(block.key)}: the exit "${id}" is never taken, as ${because}.`,
    param: 'exits',
    at: placeOf(block, 'exits', [index]),
  };
}
