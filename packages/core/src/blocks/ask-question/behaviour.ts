import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import { countCodePoints } from '../../domain/text.ts';
import { questionBehaviour, typedAnswer } from '../../runner/behaviour/question.ts';

/** @spec RN55 */
export const askQuestion = questionBehaviour({
  block: 'ask_question',
  samples: textsOfLengths,
  read: (message, { params, budget }) => {
    const answer = typedAnswer(message, budget);
    if (answer === undefined) return undefined;
    const length = countCodePoints(answer.seen);
    const isTooShort = length < (numberParam(params, 'minChars') ?? 0);
    const isTooLong = length > (numberParam(params, 'maxChars') ?? Number.POSITIVE_INFINITY);
    return isTooShort || isTooLong ? undefined : { type: 'string', value: answer.typed };
  },
  expects: () => ({ kind: 'text' }),
});

function numberParam(params: JsonObject, name: string): number | undefined {
  const bound = ownMember(params, name);
  return typeof bound === 'number' ? bound : undefined;
}

const sentence = 'Something that a visitor would write here. ';
const longestSample = 1_000;

function textsOfLengths({ minChars, maxChars }: JsonObject): readonly string[] {
  const min = typeof minChars === 'number' ? Math.min(minChars, longestSample) : 0;
  const max = typeof maxChars === 'number' ? maxChars : longestSample;
  const text = sentence.repeat(Math.max(1, Math.ceil(min / sentence.length))).slice(0, max);
  return [text.trim(), 'x'.repeat(min)];
}
