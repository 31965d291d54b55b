import { describeBlock, param } from '../../domain/blocks/describe-block.ts';

export const closeChat = describeBlock({
  name: 'close_chat',
  template: 'close',
  title: 'Close chat',
  description: 'Ends the conversation.',
  group: 'flow',
  variants: [
    {
      params: [param('text', 'string', { description: 'Last words of the bot. @{name} inserts a Field.' })],
      outputs: [],
    },
  ],
});
