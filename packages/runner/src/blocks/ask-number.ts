import { ownMember } from '@botwright/core/diagram';
import { readNumber } from '../number/read-number.ts';
import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';

/** @spec RN60, RN61 */
export const askNumber = defineQuestion({
  block: 'ask_number',
  read: (message, { params }) => {
    const value = readNumber(typedText(message) ?? '');
    if (value === undefined) return undefined;
    const min = ownMember(params, 'min');
    const max = ownMember(params, 'max');
    const isTooSmall = typeof min === 'number' && value < min;
    const isTooGreat = typeof max === 'number' && value > max;
    return isTooSmall || isTooGreat ? undefined : { type: 'float', value };
  },
});
