import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { checkVariations, variationsParam } from '../../domain/blocks/variations.ts';

export const sendText = describeOneShape({
  name: 'send_text',
  template: 'chat',
  title: 'Send text',
  description: 'Says something and goes on.',
  group: 'messages',
  mayEnd: true,
  params: [
    param('text', 'string', {
      required: true,
      rules: { nonEmpty: true },
      description: 'What the visitor reads. @{name} inserts a Field.',
    }),
    variationsParam,
  ],
  check: checkVariations,
  outputs: ['$success'],
});
