import { botReferencesIn, describeParam } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type Finding, rule } from '../rule.ts';

/** @spec RU47, RU49 */
export const linkedBotUnpublished = rule(
  'linked_bot_unpublished',
  'warning',
  'facts',
  (index, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const { block, param, number } of botReferencesIn(index)) {
      const isUnpublished = linkedBots.get(number)?.published === false;
      if (isUnpublished && number !== index.bot?.number) report(block, describe, param, number);
    }
  },
);

function describe(block: Block, param: string, number: number): Finding {
  return describeParam(block, param, `names bot ${number}, which was never published`, `Publish bot ${number}.`);
}
