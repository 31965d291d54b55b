import { botNumberOf } from '../../bot.ts';
import { placeOf, referencesOf } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU47, RU49 */
export const linkedBotUnpublished: Rule<CheckContext> = {
  codes: ['linked_bot_unpublished'],
  severity: 'warning',
  check: ({ blocks }, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const block of blocks) {
      for (const { reference, value } of referencesOf(block)) {
        const number = reference.to === 'bot' ? botNumberOf(value) : undefined;
        if (number === undefined || linkedBots.get(number)?.published !== false) continue;
        const { param } = reference;
        report({ code: 'linked_bot_unpublished', on: block, describe, subject: { block, param, number } });
      }
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly param: string;
  readonly number: number;
}

function describe({ block, param, number }: Subject): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which was never published.`,
    param,
    at: placeOf(block, param),
    hint: `Publish bot ${number}.`,
  };
}
