import { botReferencesIn, describeParam } from '../block-facts.ts';
import { rule } from '../rule.ts';

/** @spec RU47, RU49 */
export const linkedBotUnpublished = rule(
  'linked_bot_unpublished',
  'warning',
  'facts',
  (index, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const { block, param, number } of botReferencesIn(index)) {
      if (number === index.bot?.number || linkedBots.get(number)?.published !== false) continue;
      report(block, describeParam, param, `names bot ${number}, which was never published`, `Publish bot ${number}.`);
    }
  },
);
