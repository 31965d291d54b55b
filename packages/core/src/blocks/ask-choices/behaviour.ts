import { isJsonList, type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { ExecutionContext } from '../../runner/behaviour/block-behaviour.ts';
import type { WritingChoice } from '../../runner/behaviour/choice.ts';
import { choiceDialog } from '../../runner/behaviour/choice-dialog.ts';
import { numberedLines } from '../../runner/behaviour/numbered-lines.ts';
import { choicesOfEntries, choicesOfList } from '../../runner/behaviour/offered-choices.ts';
import { filledParam, withText } from '../../runner/behaviour/params.ts';
import { questionBehaviour } from '../../runner/behaviour/question.ts';
import { chargeExpected } from '../../runner/budget/json-costs.ts';
import { isSameEntry } from '../../runner/field/compare-field.ts';
import { isBlank } from '../../runner/text/is-blank.ts';
import { readChoices } from './read-choices.ts';

/** @spec CX14, CX15, CX16 */
export const askChoices = questionBehaviour({
  block: 'ask_choices',
  samples: (params) => [Array.from({ length: Math.max(leastIn(params), 1) }, (_, at) => at + 1).join(', ')],
  pose: (words, context, skip) => {
    const choices = choicesOf(context);
    if (choices.length === 0) return undefined;
    if (context.can.choices === true) return [choiceDialog(words, [...choices, ...skip])];
    const labels = [...choices, ...skip].map(({ label }) => label);
    const none = leastIn(context.params) === 0 ? `\n0. ${doneLabel(context) ?? '–'}` : '';
    return [{ type: 'text', ...withText(numberedLines(words, labels), none) }];
  },
  numbered: (context) => choicesOf(context).length,
  read: (message, context) => {
    const choices = choicesOf(context);
    const chosen = readChoices(choices, message, doneLabel(context) ?? '', context.budget);
    const { least, most } = boundsOf(context, choices);
    if (chosen === undefined || chosen.length < least || chosen.length > most) return undefined;
    return { type: 'array', value: chosen.map(({ field }) => field.value) };
  },
  take: ({ value }, context) => {
    const choices = choicesOf(context);
    const { least, most } = boundsOf(context, choices);
    if (!isJsonList(value) || value.length < least || value.length > most) return undefined;
    const held = choices.filter(({ field }) => value.some((entry) => isSameEntry(entry, field.value, context.budget)));
    return held.length === value.length ? { type: 'array', value: held.map(({ field }) => field.value) } : undefined;
  },
  expects: (context) => {
    if (context.can.choices !== true) return undefined;
    const choices = choicesOf(context);
    const { least, most } = boundsOf(context, choices);
    const sendLabel = doneLabel(context);
    return chargeExpected(
      {
        kind: 'choices',
        min: least,
        max: most,
        choices: choices.map(({ payload, label }) => ({ payload, label })),
        ...(sendLabel !== undefined && { sendLabel }),
      },
      context.budget,
    );
  },
});

function choicesOf(context: ExecutionContext): readonly WritingChoice[] {
  const isList = ownMember(context.params, 'source') === 'list';
  return isList ? choicesOfList(context) : choicesOfEntries(context, 'choices');
}

function doneLabel(context: ExecutionContext): string | undefined {
  const label = filledParam(context, 'doneLabel');
  return isBlank(label, context.budget) ? undefined : label;
}

/** All choices are enough where fewer are offered than asked for. @spec CX16 */
function boundsOf({ params }: ExecutionContext, { length }: readonly WritingChoice[]) {
  const max = ownMember(params, 'max');
  return { least: Math.min(leastIn(params), length), most: typeof max === 'number' ? Math.min(max, length) : length };
}

function leastIn(params: JsonObject): number {
  const min = ownMember(params, 'min');
  return typeof min === 'number' ? Math.min(Math.max(min, 0), mostLeast) : 1;
}

/** No question offers more. */
const mostLeast = 100;
