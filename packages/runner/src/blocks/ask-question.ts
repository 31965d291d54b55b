import { countCodePoints, type JsonObject, ownMember } from '@botwright/core/diagram';
import { defineQuestion } from '../question/define-question.ts';
import { typedText } from '../question/typed-text.ts';

/** @spec RN55 */
export const askQuestion = defineQuestion({
  block: 'ask_question',
  read: (message, { params }) => {
    const value = typedText(message);
    if (value === undefined) return undefined;
    const length = countCodePoints(value);
    const isTooShort = length < (boundOf(params, 'minChars') ?? 0);
    const isTooLong = length > (boundOf(params, 'maxChars') ?? Number.POSITIVE_INFINITY);
    return isTooShort || isTooLong ? undefined : { type: 'string', value };
  },
});

function boundOf(params: JsonObject, name: string): number | undefined {
  const bound = ownMember(params, name);
  return typeof bound === 'number' ? bound : undefined;
}
