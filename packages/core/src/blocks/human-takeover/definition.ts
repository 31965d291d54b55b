import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';

export const humanTakeover = describeOneShape({
  name: 'human_takeover',
  template: 'human',
  title: 'Human takeover',
  description: 'Hands the conversation to a person.',
  group: 'flow',
  waits: true,
  params: [param('text', 'string', { description: 'Last words of the bot. @{name} inserts a Field.' })],
  outputs: [],
  requiredTier: 'professional',
});
