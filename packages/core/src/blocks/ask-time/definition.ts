import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askTime = defineQuestion({
  name: 'ask_time',
  template: 'var_time',
  title: 'Ask for a time',
  description: 'Asks for a time of day, typed or picked, and saves it as HH:MM.',
  canBeWelcome: true,
});
