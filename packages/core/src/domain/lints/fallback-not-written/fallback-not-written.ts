import { isJsonList, isJsonObject, ownMember } from '../../json/json-value.ts';
import { paramOf, placeOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec EX23 */
export const fallbackNotWritten = lint('fallback-not-written', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    if (kind?.definition.isQuiet === undefined) continue;
    for (const block of blocks) {
      const exits = paramOf(block, 'exits');
      const destination = paramOf(block, 'destination');
      const hasField = typeof destination === 'string' && destination.trim() !== '';
      if (!isJsonList(exits)) continue;
      exits.forEach((exit, index) => {
        const fallback = isJsonObject(exit) ? ownMember(exit, 'fallback') : undefined;
        if (fallback === undefined) return;
        if (!hasField) report(block, describe, index, 'the block has no "destination"');
        else if (fallback === null) report(block, describe, index, 'no Field holds this value');
      });
    }
  }
});

function describe(block: Block, index: number, because: string): Finding {
  return {
    message: `Block ${excerpt(block.key)}: the fallback of entry ${index + 1} of "exits" is never written, as ${because}.`,
    param: 'exits',
    at: placeOf(block, 'exits', [index, 'fallback']),
  };
}
