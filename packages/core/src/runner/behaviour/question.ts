import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage, VisitorInput } from '../../domain/conversation/messages.ts';
import type { Field } from '../../domain/field/field.ts';
import { foldText } from '../../domain/fold-text.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { seenText } from '../field/comparable-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { BlockBehaviour, ExecutionContext } from './block-behaviour.ts';
import { writeDestination } from './field-writes.ts';
import { filledParam, spokenParam } from './params.ts';
import { leave, type Transition, waitForVisitor } from './transition.ts';

interface Question {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read(message: VisitorInput, context: ExecutionContext): Field | undefined;
  /** How an answer is written, for a visitor whose answer was not accepted; `undefined` when any text shows it. */
  form?(context: ExecutionContext): string | undefined;
  /** How a page helps to give the answer; absent: it is typed. */
  expects?(context: ExecutionContext): ExpectedInput;
  readonly samples: NonNullable<BlockBehaviour['samples']>;
}

/**
 * The behaviour of a block that asks for one typed answer: it asks, waits, reads, asks again until it can read the
 * answer, and leaves through `$success`.
 *
 * @spec RN51, RN52, RN53, RN131, RN148
 */
export function questionBehaviour({ block, read, form, expects, samples }: Question): BlockBehaviour {
  const waitSaying = (context: ExecutionContext, messages: readonly BotMessage[]): Transition =>
    waitForVisitor({ messages }, {}, expects?.(context));
  return {
    block,
    samples,
    enter: (context) => waitSaying(context, spokenParam(context, 'text')),
    answer: (context, message) => {
      const field = read(message, context);
      return field === undefined
        ? waitSaying(context, questionAgain(context, form))
        : leave('$success', { writes: writeDestination(context, field) });
    },
  };
}

function questionAgain(context: ExecutionContext, form: Question['form']): readonly BotMessage[] {
  const complaint = spokenParam(context, 'errorText');
  if (complaint.length > 0) return complaint;
  const text = filledParam(context, 'text');
  if (isBlank(text, context.budget)) return [];
  const shown = form?.(context);
  context.budget.charge(text.length * costs.foldedCharacter);
  const isShown = shown === undefined || foldText(text).includes(foldText(shown));
  return [{ type: 'text', body: isShown ? text : `${text} (${shown})` }];
}

/** A text that a visitor typed. */
export interface TypedAnswer {
  /** As typed, without white space around it. */
  readonly typed: string;
  /** As people see it: see `seenText`. */
  readonly seen: string;
}

/**
 * The visitor's text; `undefined` for media, a location and a text without visible characters.
 *
 * @spec RN54, RN134, RN135
 */
export function typedAnswer(message: VisitorInput, budget: StepBudget): TypedAnswer | undefined {
  if (message.type !== 'text') return undefined;
  const { text } = message;
  const seen = seenText(text, budget);
  return isBlank(text, budget) ? undefined : { typed: text.trim(), seen };
}

/** The visitor's text, as people see it; empty without visible characters. @spec RN134 */
export function seenAnswer(message: VisitorInput, budget: StepBudget): string {
  return typedAnswer(message, budget)?.seen ?? '';
}
