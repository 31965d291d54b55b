import { mostTypingSeconds } from '../../blocks/typing-time.ts';
import { ownMember } from '../../json/json-value.ts';
import { outputsOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec WT40 */
export const longWaitInChat = lint('long-wait-in-chat', 'warn', ({ groups }, _facts, report) => {
  for (const { kind, blocks } of groups) {
    if (kind?.definition.name !== 'wait') continue;
    for (const block of blocks) {
      const seconds = ownMember(block.node.params, 'seconds');
      if (typeof seconds !== 'number' || seconds <= mostTypingSeconds) continue;
      if (outputsOf(block)?.has('$interrupted') !== true) report(block, describe);
    }
  }
});

function describe({ key }: Block): Finding {
  return {
    message: `Block ${excerpt(key)} waits longer than ${mostTypingSeconds} seconds, and does not read what the visitor writes meanwhile.`,
    hint: 'Add {"id": "interrupted"} to its exits, and connect $interrupted.',
  };
}
