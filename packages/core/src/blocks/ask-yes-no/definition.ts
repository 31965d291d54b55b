import { describeOneShape } from '../../domain/blocks/describe-block.ts';
import { questionTextParam } from '../../domain/blocks/question-block.ts';
import { destinationField, destinationParam, savedAtDestination } from '../../domain/blocks/saved-field.ts';

export const askYesNo = describeOneShape({
  name: 'ask_yes_no',
  template: 'yes_no',
  title: 'Ask yes or no',
  description: 'Asks a question with two answers, and goes on by the one that was given.',
  group: 'questions',
  canBeWelcome: true,
  waits: true,
  params: [questionTextParam, destinationParam],
  outputs: ['$yes', '$no'],
  setsFields: destinationField,
  savesFields: savedAtDestination,
});
