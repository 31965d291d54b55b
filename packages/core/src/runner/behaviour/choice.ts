import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage, Words } from '../../domain/conversation/messages.ts';
import type { Field } from '../../domain/field/field.ts';
import { costs } from '../budget/costs.ts';
import { chargeExpected } from '../budget/json-costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { comparableText } from '../field/comparable-text.ts';
import { fieldText } from '../text/fill-text.ts';
import type { BlockBehaviour, ExecutionContext } from './block-behaviour.ts';
import { type Choice, choiceDialog, findChoice } from './choice-dialog.ts';
import { type Question, questionBehaviour } from './question.ts';

/** A choice, the value that it writes to the destination of its block, and its output: by default the payload. */
export interface WritingChoice extends Choice {
  readonly field: Field;
  readonly output?: string;
}

interface ChoiceQuestion extends Pick<Question, 'block' | 'samples'> {
  /** The choices that can be answered by their payload, label or words. */
  choicesOf(context: ExecutionContext): readonly WritingChoice[];
  /** The choices of the dialog, which can also be answered by their number. Default: all. */
  shownOf?(context: ExecutionContext): readonly WritingChoice[];
  /** The messages that offer these choices. Default: a dialog. */
  offer?(words: Words, shown: readonly Choice[], context: ExecutionContext): readonly BotMessage[];
  /** How a page helps to choose one of the shown choices. Default: by their labels. */
  expects?(context: ExecutionContext, shown: readonly WritingChoice[]): ExpectedInput;
}

/** The behaviour of a question that is answered with one of several choices. @spec RN34, RN65, RN66, RN68 */
export function choiceBehaviour({
  choicesOf,
  shownOf,
  offer = (words, shown) => [choiceDialog(words, shown)],
  expects = expectChoices,
  ...question
}: ChoiceQuestion): BlockBehaviour {
  return questionBehaviour({
    ...question,
    expects: (context) => expects(context, (shownOf ?? choicesOf)(context)),
    pose: (words, context, skip) => {
      const shown = (shownOf ?? choicesOf)(context);
      return shown.length === 0 ? undefined : offer(words, [...shown, ...skip], context);
    },
    numbered: (context) => (shownOf ?? choicesOf)(context).length,
    read: (message, context) => {
      const choices = choicesOf(context);
      const choice = findChoice(choices, message, context.budget, shownOf?.(context));
      return choice && { ...choice.field, output: choice.output ?? choice.payload };
    },
    take: (held, context) => {
      const choice = findHeld(choicesOf(context), held, context.budget);
      return choice && { ...choice.field, output: choice.output ?? choice.payload };
    },
  });
}

/** The choices as a page shows them. @spec QN20 */
export function expectChoices({ budget }: ExecutionContext, shown: readonly Choice[]): ExpectedInput {
  const choices = shown.map(({ payload, label }) => ({ payload, label }));
  return chargeExpected({ kind: 'choice', choices }, budget);
}

/** Finds the choice that writes the value, or whose label it is. @spec QN14 */
function findHeld(choices: readonly WritingChoice[], { value }: Field, budget: StepBudget): WritingChoice | undefined {
  if (value === null || typeof value === 'object') return undefined;
  budget.charge(choices.length * costs.element);
  const written = choices.find(({ field }) => field.value === value);
  if (written !== undefined || typeof value === 'boolean') return written;
  const text = comparableText(fieldText(value, budget), budget);
  return choices.find(({ label }) => comparableText(label, budget) === text);
}
