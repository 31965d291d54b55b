import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askName = defineQuestion({
  name: 'ask_name',
  template: 'var_name',
  title: 'Ask for a name',
  description: 'Asks what the visitor is called.',
  isFreeText: true,
});
