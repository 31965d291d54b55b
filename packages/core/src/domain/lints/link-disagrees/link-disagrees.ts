import { ownMember } from '../../json/json-value.ts';
import { botReferencesIn } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import { lint } from '../lint.ts';

/** @spec LI26 */
export const linkDisagrees = lint('link-disagrees', 'warn', (index, _facts, report) => {
  for (const { block, param, number } of botReferencesIn(index)) {
    const beside = ownMember(block.node.params, `${param}_number`);
    if (beside === undefined || beside === number) continue;
    report(block, describe, number, `${param}_number`, beside, ownMember(block.node.params, `${param}_name`));
  }
});

function describe(block: Block, bot: number, param: string, beside: unknown, name: unknown): Finding {
  const called = typeof name === 'string' ? `, ${excerpt(name)}` : '';
  return {
    message: `Block ${excerpt(block.key)} goes to bot ${bot}, and "${param}" beside it says ${excerpt(beside)}${called}.`,
    param,
    at: ['params', param],
    hint: 'Correct the number of the bot, or remove the members next to it.',
  };
}
