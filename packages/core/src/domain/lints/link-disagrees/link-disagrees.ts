import { botNumberOf } from '../../bot.ts';
import { ownMember } from '../../json/json-value.ts';
import { referencesOf } from '../../rules/block-facts.ts';
import type { Block } from '../../rules/diagram-index.ts';
import { excerpt, type Finding } from '../../rules/rule.ts';
import type { Lint } from '../lint.ts';

const id = 'link-disagrees';

/** @spec LI26 */
export const linkDisagrees: Lint = {
  id,
  check: ({ groups }, _facts, report) => {
    for (const { kind, blocks } of groups) {
      if (kind?.definition.references === undefined) continue;
      for (const block of blocks) {
        for (const { reference, value } of referencesOf(block)) {
          const bot = reference.to === 'bot' ? botNumberOf(value) : undefined;
          if (bot === undefined) continue;
          const param = `${reference.param}_number`;
          const beside = ownMember(block.node.params, param);
          if (beside === undefined || beside === bot) continue;
          const name = ownMember(block.node.params, `${reference.param}_name`);
          report({ code: id, on: block, describe, subject: { block, bot, param, beside, name } });
        }
      }
    }
  },
};

interface Subject {
  readonly block: Block;
  readonly bot: number;
  readonly param: string;
  readonly beside: unknown;
  readonly name: unknown;
}

function describe({ block, bot, param, beside, name }: Subject): Finding {
  const called = typeof name === 'string' ? `, ${excerpt(name)}` : '';
  return {
    message: `Block ${excerpt(block.key)} goes to bot ${bot}, and "${param}" beside it says ${excerpt(beside)}${called}.`,
    param,
    at: ['params', param],
    hint: 'Correct the number of the bot, or remove the members next to it.',
  };
}
