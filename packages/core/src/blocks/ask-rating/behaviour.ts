import type { Words } from '../../domain/conversation/messages.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import { choiceDialog, numberOfChoice } from '../../runner/behaviour/choice-dialog.ts';
import { skipButton } from '../../runner/behaviour/exits.ts';
import { filledParam, sayWords, textParam, withText } from '../../runner/behaviour/params.ts';
import { questionBehaviour, seenAnswer } from '../../runner/behaviour/question.ts';
import { showsButtons } from '../../runner/behaviour/shown-buttons.ts';
import { chargeExpected } from '../../runner/budget/json-costs.ts';
import { readNumber } from '../../runner/field/read-number.ts';
import { isBlank } from '../../runner/text/is-blank.ts';

/** @spec CX17, CX18 */
export const askRating = questionBehaviour({
  block: 'ask_rating',
  samples: (params) => [String(scaleOf(params).max)],
  pose: (words, context, skip) => {
    const meanings = context.can.choices === true ? '' : meaningsOf(context);
    const title = meanings === '' ? words : withLine(words, meanings);
    const ratings = ratingsOf(context.params).map((rating) => ({ payload: rating, label: rating }));
    const labels = [...ratings, ...skip].map(({ label }) => label);
    if (hasLineNumbers(context.params) || showsButtons(context.can, labels, context.budget)) {
      return [choiceDialog(title, [...ratings, ...skip])];
    }
    const { min, max } = scaleOf(context.params);
    const lines = [`${min}–${max}`, ...skip.map(({ label }) => label)];
    return sayWords(withLine(title, lines.join('\n')), context.budget);
  },
  numbered: (context) => (isInLines(context) ? ratingsOf(context.params).length : Number.NaN),
  read: (message, context) => {
    if (message.type !== 'text') return undefined;
    const ratings = ratingsOf(context.params);
    const isPressed = message.payload !== undefined && ratings.includes(message.payload);
    const typed = isPressed ? (message.payload as string) : seenAnswer(message, context.budget);
    const value = readNumber(typed, 'point') ?? numberOfChoice(typed);
    return ratings.includes(String(value)) ? { type: 'float', value } : undefined;
  },
  expects: (context) => {
    if (context.can.choices !== true) return undefined;
    const { min, max } = scaleOf(context.params);
    const { low, high } = labelsOf(context);
    return chargeExpected(
      {
        kind: 'rating',
        min,
        max,
        icon: textParam(context.params, 'icon'),
        ...(low !== '' && { lowLabel: low }),
        ...(high !== '' && { highLabel: high }),
      },
      context.budget,
    );
  },
});

/** Whether the ratings are shown as numbered lines. */
function isInLines(context: ExecutionContext): boolean {
  const skip = skipButton(context);
  const labels = [...ratingsOf(context.params), ...(skip === undefined ? [] : [skip.label])];
  return hasLineNumbers(context.params) && !showsButtons(context.can, labels, context.budget);
}

/** Whether the numbers of lines are the ratings: with others, a typed number would mean two things. @spec CX18 */
function hasLineNumbers(params: JsonObject): boolean {
  return scaleOf(params).min === 1;
}

const withLine = (words: Words, line: string): Words => withText(words, words.body === '' ? line : `\n${line}`);

function scaleOf(params: JsonObject): { readonly min: number; readonly max: number } {
  const max = ownMember(params, 'max');
  const isMax = typeof max === 'number' && Number.isInteger(max) && max >= 2 && max <= 10;
  return { min: ownMember(params, 'min') === 0 ? 0 : 1, max: isMax ? max : 5 };
}

function ratingsOf(params: JsonObject): readonly string[] {
  const { min, max } = scaleOf(params);
  return Array.from({ length: max - min + 1 }, (_, at) => String(min + at));
}

/** `1 = Bad, 5 = Good`; empty without labels. @spec CX18 */
function meaningsOf(context: ExecutionContext): string {
  const { min, max } = scaleOf(context.params);
  const { low, high } = labelsOf(context);
  return [low === '' ? '' : `${min} = ${low}`, high === '' ? '' : `${max} = ${high}`].filter(Boolean).join(', ');
}

/** Each is empty without visible characters. */
function labelsOf(context: ExecutionContext): { readonly low: string; readonly high: string } {
  const [low, high] = ['lowLabel', 'highLabel'].map((name) => {
    const label = filledParam(context, name);
    return isBlank(label, context.budget) ? '' : label;
  });
  return { low: low as string, high: high as string };
}
