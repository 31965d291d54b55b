import { botReferencesIn, describeParam } from '../block-facts.ts';
import { rule } from '../rule.ts';

/** @spec RU46, RU49 */
export const linkedBotUnknown = rule('linked_bot_unknown', 'error', 'facts', (index, { linkedBots }, report) => {
  if (linkedBots === undefined) return;
  for (const { block, param, number } of botReferencesIn(index)) {
    if (number === index.bot?.number || linkedBots.has(number)) continue;
    report(block, describeParam, param, `names bot ${number}, which is not an active bot of the brand`);
  }
});
