import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';

export const humanTakeover = describeOneShape({
  name: 'human_takeover',
  template: 'human',
  title: 'Human takeover',
  description: 'Hands the conversation to a person.',
  group: 'flow',
  waits: true,
  texts: ['text'],
  params: [param('text', 'string', { description: 'Last words of the bot. @{name} inserts a Field.' }), formatParam],
  outputs: [],
  requiredTier: 'professional',
});
