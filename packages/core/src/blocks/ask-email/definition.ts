import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askEmail = defineQuestion({
  name: 'ask_email',
  template: 'var_email',
  title: 'Ask for an email address',
  description: 'Asks for an email address and checks its form.',
});
