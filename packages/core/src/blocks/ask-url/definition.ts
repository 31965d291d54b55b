import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askUrl = defineQuestion({
  name: 'ask_url',
  template: 'var_url',
  title: 'Ask for a URL',
  description: 'Asks for the address of a web page and checks its form.',
  canBeWelcome: true,
});
