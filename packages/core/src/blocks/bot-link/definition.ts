import type { BlockProblem } from '../../domain/blocks/block-definition.ts';
import { describeBlock, param } from '../../domain/blocks/describe-block.ts';
import { botNumberOf } from '../../domain/bot.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { asUuid } from '../../domain/uuid.ts';

const params = [
  param('bot', 'any', {
    required: true,
    description: 'The bot to go to: its uuid, which is replaced by its number, or its number.',
  }),
  param('node', 'string', { description: 'Block of that bot to begin at; left out, its start.' }),
  param('mode', 'string', {
    default: 'jump',
    isDefaultWritten: false,
    rules: { enum: ['jump', 'call'] },
    description: 'With "jump" the conversation stays there, with "call" it comes back and goes on after this block.',
  }),
  param('bot_number', 'integer', { isTestable: false, description: 'Written by the service when "bot" is a uuid.' }),
  param('bot_channel_family', 'string', {
    isTestable: false,
    description: 'Written by the service when "bot" is a uuid.',
  }),
  param('bot_name', 'string', { isTestable: false, description: 'Written by the service when "bot" is a uuid.' }),
];

export const botLink = describeBlock({
  name: 'bot_link',
  template: 'bot_link',
  title: 'Jump to a bot',
  description: 'Goes on in another bot of the brand, or at another block of this one.',
  group: 'flow',
  saysNothing: () => true,
  variants: [
    { selector: [{ param: 'mode', values: ['jump'] }], params, outputs: [] },
    { selector: [{ param: 'mode', values: ['call'] }], params, outputs: ['$success'] },
  ],
  references: [{ to: 'bot', param: 'bot', block: 'node', mayReturn: true }],
  check: checkBot,
});

/** @spec BL16 */
function checkBot(params: JsonObject): readonly BlockProblem[] {
  const bot = ownMember(params, 'bot');
  if (bot === undefined || botNumberOf(bot) !== undefined || asUuid(bot) !== undefined) return [];
  return [{ code: 'param_type', message: '"bot" must be the uuid or the number of a bot.', param: 'bot' }];
}
