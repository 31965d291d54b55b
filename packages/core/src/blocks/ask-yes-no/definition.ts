import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askYesNo = defineQuestion({
  name: 'ask_yes_no',
  template: 'yes_no',
  title: 'Ask yes or no',
  description: 'Asks a question with two answers, and goes on by the one that was given.',
  canBeWelcome: true,
  isTyped: false,
  savesText: false,
  answers: () => ['Yes', 'No', '1', '2'],
  outputs: ['$yes', '$no'],
});
