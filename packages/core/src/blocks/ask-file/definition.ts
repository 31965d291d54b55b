import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askFile = defineQuestion({
  name: 'ask_file',
  template: 'var_file',
  title: 'Ask for a file',
  description: 'Asks the visitor to send a file.',
});
