import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { formatParam } from '../../domain/blocks/text-format.ts';
import { checkVariations, variationsParam } from '../../domain/blocks/variations.ts';

export const sendText = describeOneShape({
  name: 'send_text',
  template: 'chat',
  title: 'Send text',
  description: 'Says something and goes on.',
  group: 'messages',
  mayEnd: true,
  texts: ['text', 'variations'],
  params: [
    param('text', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'What the visitor reads. @{name} inserts a Field.',
    }),
    variationsParam,
    formatParam,
  ],
  check: checkVariations,
  outputs: ['$success'],
});
