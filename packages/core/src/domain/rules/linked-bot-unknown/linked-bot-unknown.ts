import { botNumberOf } from '../../bot.ts';
import { placeOf, referencesOf } from '../block-facts.ts';
import type { Block } from '../diagram-index.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU46, RU49 */
export const linkedBotUnknown: Rule<CheckContext> = {
  codes: ['linked_bot_unknown'],
  severity: 'error',
  check: ({ blocks }, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const block of blocks) {
      for (const { reference, value } of referencesOf(block)) {
        const number = reference.to === 'bot' ? botNumberOf(value) : undefined;
        if (number === undefined || linkedBots.has(number)) continue;
        const { param } = reference;
        report({ code: 'linked_bot_unknown', on: block, describe, subject: { block, param, number } });
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
    message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which is no active bot of the brand.`,
    param,
    at: placeOf(block, param),
  };
}
