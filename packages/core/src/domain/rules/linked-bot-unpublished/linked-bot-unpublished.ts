import { botNumberOf } from '../../blocks/bot-reference-value.ts';
import type { CheckContext } from '../check-context.ts';
import { excerpt } from '../excerpt.ts';
import { forEachReference, placeOf } from '../references.ts';
import type { Rule } from '../rule.ts';

/** @spec RU47, RU49 */
export const linkedBotUnpublished: Rule<CheckContext> = {
  codes: ['linked_bot_unpublished'],
  severity: 'warning',
  begin: (_index, { linkedBots }) =>
    linkedBots && {
      block: (block, report) =>
        forEachReference(block, 'bot', ({ param }, value) => {
          const number = botNumberOf(value);
          if (number === undefined || linkedBots.get(number)?.published !== false) return;
          report('linked_bot_unpublished', () => ({
            message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which was never published.`,
            param,
            at: placeOf(block, param),
            hint: `Publish bot ${number}.`,
          }));
        }),
    },
};
