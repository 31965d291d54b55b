import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askPhone = defineQuestion({
  name: 'ask_phone',
  template: 'var_phone',
  title: 'Ask for a phone number',
  description: 'Asks for a phone number and checks its form.',
  canBeWelcome: true,
});
