import { botNumberOf } from '../../blocks/bot-reference-value.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import { forEachReference, placeOf } from '../references.ts';
import type { Rule } from '../rule.ts';

/** @spec RU46, RU49 */
export const linkedBotUnknown: Rule<CheckContext> = {
  codes: ['linked_bot_unknown'],
  severity: 'error',
  begin: (_index, { linkedBots }) =>
    linkedBots && {
      block: (block, report) =>
        forEachReference(block, 'bot', ({ param }, value) => {
          const number = botNumberOf(value);
          if (number === undefined || linkedBots.has(number)) return;
          report('linked_bot_unknown', () => ({
            message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which is no active bot of the brand.`,
            param,
            at: placeOf(block, param),
          }));
        }),
    },
};
