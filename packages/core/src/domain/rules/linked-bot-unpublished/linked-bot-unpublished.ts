import { type BotReference, botReferencesOf, placeOf } from '../block-facts.ts';
import { type CheckContext, excerpt, type Finding, type Rule } from '../rule.ts';

/** @spec RU47, RU49 */
export const linkedBotUnpublished: Rule<CheckContext> = {
  codes: ['linked_bot_unpublished'],
  severity: 'warning',
  looksAt: 'facts',
  check: ({ groups, bot }, { linkedBots }, report) => {
    if (linkedBots === undefined) return;
    for (const { kind, blocks } of groups) {
      if (kind?.definition.references === undefined) continue;
      for (const block of blocks) {
        for (const named of botReferencesOf(block, bot)) {
          if (linkedBots.get(named.number)?.published !== false) continue;
          report({ code: 'linked_bot_unpublished', on: block, describe, subject: named });
        }
      }
    }
  },
};

function describe({ block, param, number }: BotReference): Finding {
  return {
    message: `Block ${excerpt(block.key)}: "${param}" names bot ${number}, which was never published.`,
    param,
    at: placeOf(block, param),
    hint: `Publish bot ${number}.`,
  };
}
