import { countCodePoints } from '@botwright/core/diagram';
import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';

/** In Unicode code points. */
const maxNameLength = 255;

/** @spec RN56 */
export const askName = defineQuestion({
  block: 'ask_name',
  read: (message) => {
    const value = typedText(message)?.replace(/\s+/g, ' ');
    if (value === undefined || !/\p{L}/u.test(value) || countCodePoints(value) > maxNameLength) return undefined;
    return { type: 'string', value };
  },
});
