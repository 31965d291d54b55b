import { param } from '../../domain/blocks/describe-block.ts';
import { defineQuestion } from '../../domain/blocks/question-block.ts';
import { ownMember } from '../../domain/json/json-value.ts';

export const askRating = defineQuestion({
  isTyped: false,
  name: 'ask_rating',
  template: 'rating',
  title: 'Ask for a rating',
  description: 'Asks for a rating on a scale, and keeps the number.',
  canBeWelcome: true,
  savesText: false,
  answers: (params) => {
    const [min, max] = [ownMember(params, 'min'), ownMember(params, 'max')];
    const from = min === 0 ? 0 : 1;
    const to = typeof max === 'number' ? Math.min(max, 10) : 5;
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => String(from + at));
  },
  params: [
    param('min', 'integer', { default: 1, rules: { enum: [0, 1] }, description: 'Lowest rating: 0 or 1.' }),
    param('max', 'integer', { default: 5, rules: { min: 2, max: 10 }, description: 'Highest rating: 2 to 10.' }),
    param('icon', 'string', {
      isTestable: false,
      default: 'star',
      rules: { enum: ['number', 'star', 'heart', 'smiley'] },
      description: 'Sign of each rating in the web chat. Other channels show numbers.',
    }),
    param('lowLabel', 'string', {
      isTestable: false,
      description: 'Meaning of the lowest rating. @{name} inserts a Field.',
    }),
    param('highLabel', 'string', {
      isTestable: false,
      description: 'Meaning of the highest rating. @{name} inserts a Field.',
    }),
  ],
});
