import { describeBlock, param } from '../../domain/blocks/describe-block.ts';

export const humanTakeover = describeBlock({
  name: 'human_takeover',
  template: 'human',
  title: 'Human takeover',
  description: 'Hands the conversation to a person.',
  group: 'flow',
  waits: true,
  variants: [
    {
      params: [param('text', 'string', { description: 'Last words of the bot. @{name} inserts a Field.' })],
      outputs: [],
      requiredTier: 'professional',
    },
  ],
});
