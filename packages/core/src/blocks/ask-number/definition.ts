import { param } from '../../domain/blocks/describe-block.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';

export const askNumber = defineQuestion({
  name: 'ask_number',
  template: 'var_number',
  title: 'Ask for a number',
  description: 'Asks for a number, within bounds if given.',
  canBeWelcome: true,
  savesText: false,
  ranges: [['min', 'max']],
  params: [
    param('min', 'number', { description: 'Smallest number that is accepted.' }),
    param('max', 'number', { description: 'Greatest number that is accepted.' }),
    param('decimal', 'string', {
      default: 'point',
      rules: { enum: ['point', 'comma', 'ask'] },
      description:
        'How 1.500 and 1,500 are read: with "point" the first is a fraction and the second has thousands, with "comma" the other way round, with "ask" neither is accepted.',
    }),
  ],
});
