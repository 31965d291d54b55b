import { param } from '../../domain/blocks/describe-block.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askQuestion = defineQuestion({
  name: 'ask_question',
  template: 'var_text',
  title: 'Ask a question',
  description: 'Asks for any text.',
  canBeWelcome: true,
  ranges: [['minChars', 'maxChars']],
  acceptsAnyText: ({ minChars = 0, maxChars }) => Number(minChars) <= 1 && maxChars === undefined,
  params: [
    param('minChars', 'integer', { rules: { min: 0 }, description: 'Shortest answer that is accepted.' }),
    param('maxChars', 'integer', { rules: { min: 0 }, description: 'Longest answer that is accepted.' }),
  ],
});
