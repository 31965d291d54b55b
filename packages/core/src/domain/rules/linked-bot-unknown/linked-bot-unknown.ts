import { botReferencesIn, describeParam } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type Finding, rule } from '../rule.ts';

/** @spec RU46, RU49 */
export const linkedBotUnknown = rule('linked_bot_unknown', 'error', 'facts', (index, { linkedBots }, report) => {
  if (linkedBots === undefined) return;
  for (const { block, param, number } of botReferencesIn(index)) {
    if (number !== index.bot?.number && !linkedBots.has(number)) report(block, describe, param, number);
  }
});

function describe(block: Block, param: string, number: number): Finding {
  return describeParam(block, param, `names bot ${number}, which is not an active bot of the brand`);
}
