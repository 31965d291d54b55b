import { type BotReference, botReferencesOf, placeOf } from '../block-facts.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU46, RU49 */
export const linkedBotUnknown: Rule<CheckContext> = {
  codes: ['linked_bot_unknown'],
  severity: 'error',
  looksAt: 'facts',
  check: ({ groups, bot }, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const { kind, blocks } of groups) {
      if (kind?.definition.references === undefined) continue;
      for (const block of blocks) {
        for (const named of botReferencesOf(block, bot)) {
          if (linkedBots.has(named.number)) continue;
          report({ code: 'linked_bot_unknown', on: block, describe, subject: named });
        }
      }
    }
  },
};

function describe({ block, param, number }: BotReference): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which is not an active bot of the brand.`,
    param,
    at: placeOf(block, param),
  };
}
