import { describeBlock } from '../describe-block.ts';
import { questionTextParam } from '../question-block.ts';
import { destinationField, destinationParam, savedAtDestination } from '../saved-field.ts';

export const askYesNo = describeBlock({
  name: 'ask_yes_no',
  template: 'yes_no',
  title: 'Ask yes or no',
  description: 'Asks a question with two answers, and goes on by the one that was given.',
  group: 'questions',
  canBeWelcome: true,
  waits: true,
  variants: [{ params: [questionTextParam, destinationParam], outputs: ['$yes', '$no'] }],
  setsFields: destinationField,
  savesFields: savedAtDestination,
});
