import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';

export const closeChat = describeOneShape({
  name: 'close_chat',
  template: 'close',
  title: 'Close chat',
  description: 'Ends the conversation.',
  group: 'flow',
  texts: ['text'],
  params: [param('text', 'string', { description: 'Last words of the bot. @{name} inserts a Field.' }), formatParam],
  outputs: [],
});
