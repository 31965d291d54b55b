import { describeOneShape, param } from '../../domain/blocks/describe-block.ts';
import { entriesCheck } from '../../domain/blocks/list-entries.ts';
import { questionTextParam } from '../../domain/blocks/question-block.ts';
import { destinationField, destinationParam, savedAtDestination } from '../../domain/blocks/saved-field.ts';

export const buttons = describeOneShape({
  name: 'buttons',
  template: 'buttons',
  title: 'Buttons',
  description: 'Offers buttons, and goes on by the one that was pressed.',
  group: 'questions',
  canBeWelcome: true,
  waits: true,
  params: [
    questionTextParam,
    param('buttons', 'array', {
      required: true,
      rules: { minItems: 1, maxItems: 20 },
      description: 'List of {id, label}. The output of a button is $ and its id.',
    }),
    destinationParam,
  ],
  outputs: [],
  outputDerivations: [{ param: 'buttons', each: 'id', prefix: '$' }],
  savesText: true,
  setsFields: destinationField,
  savesFields: savedAtDestination,
  check: entriesCheck('buttons', { id: 'text', label: 'string' }),
});
