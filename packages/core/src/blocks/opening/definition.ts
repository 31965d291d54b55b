import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';

export const opening = describeOneShape({
  name: 'opening',
  template: 'opening',
  title: 'Opening',
  description: 'Begins the conversation: says something, if it has a text, and goes on.',
  group: 'messages',
  canBeWelcome: true,
  mayEnd: true,
  texts: ['text'],
  params: [
    param('text', 'string', { description: 'What the visitor reads first. @{name} inserts a Field.' }),
    formatParam,
  ],
  outputs: ['$success'],
});
