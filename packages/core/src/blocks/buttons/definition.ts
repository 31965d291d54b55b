import { param } from '../../domain/blocks/describe-block.ts';
import { entriesCheck } from '../../domain/blocks/list-entries.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const buttons = defineQuestion({
  name: 'buttons',
  template: 'buttons',
  title: 'Buttons',
  description: 'Offers buttons, and goes on by the one that was pressed.',
  canBeWelcome: true,
  isTyped: false,
  params: [
    param('buttons', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: 20 },
      description: 'List of {id, label}. The output of a button is $ and its id.',
    }),
  ],
  outputs: [],
  outputDerivations: [{ param: 'buttons', each: 'id', prefix: '$' }],
  check: entriesCheck('buttons', { id: 'text', label: 'string' }),
});
