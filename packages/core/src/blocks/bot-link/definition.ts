import type { BlockProblem } from '../../domain/blocks/block-definition.ts';
import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { botNumberOf } from '../../domain/bot.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { asUuid } from '../../domain/uuid.ts';

export const botLink = describeOneShape({
  name: 'bot_link',
  template: 'bot_link',
  title: 'Jump to a bot',
  description: 'Goes on in another bot of the brand.',
  group: 'flow',
  saysNothing: () => true,
  params: [
    param('bot', 'any', {
      required: true,
      description: 'The bot to go to: its uuid, which is replaced by its number, or its number.',
    }),
    param('node', 'string', { description: 'Block of that bot to begin at; left out, its start.' }),
    param('bot_number', 'integer', { description: 'Written by the service when "bot" is a uuid.' }),
    param('bot_channel_family', 'string', { description: 'Written by the service when "bot" is a uuid.' }),
    param('bot_name', 'string', { description: 'Written by the service when "bot" is a uuid.' }),
  ],
  outputs: [],
  references: [{ to: 'bot', param: 'bot', block: 'node' }],
  check: checkBot,
});

/** @spec BL16 */
function checkBot(params: JsonObject): readonly BlockProblem[] {
  const bot = ownMember(params, 'bot');
  if (bot === undefined || botNumberOf(bot) !== undefined || asUuid(bot) !== undefined) return [];
  return [{ code: 'param_type', message: '"bot" must be the uuid or the number of a bot.', param: 'bot' }];
}
