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
import { filledParam, sayText } from './params.ts';
import { failWith, leave, type Transition, waitForVisitor } from './transition.ts';

/** An accepted answer: the value for the destination, and the output by which it leaves, by default `$success`. */
export interface AcceptedAnswer extends Field {
  readonly output?: string;
}

interface Question {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read(message: VisitorInput, context: ExecutionContext): AcceptedAnswer | undefined;
  /** Takes one of several parts of an answer. `undefined`: the message is read as a whole answer. */
  collect?(context: ExecutionContext, message: VisitorInput): Transition | undefined;
  /** The messages that ask with these words; `undefined` when there is nothing to answer with. Default: a text. */
  pose?(words: string, context: ExecutionContext): readonly BotMessage[] | undefined;
  /** How an answer is written, for a visitor whose answer was not accepted; `undefined` when any text shows it. */
  form?(context: ExecutionContext): string | undefined;
  /** How a page helps to give the answer; absent: it is typed. */
  expects?(context: ExecutionContext): ExpectedInput;
  readonly samples?: BlockBehaviour['samples'];
}

/**
 * The behaviour of a block that asks for one answer: it asks, waits, reads, asks again until it can read the answer,
 * and leaves.
 *
 * @spec RN51, RN52, RN53, RN67, RN131, RN148
 */
export function questionBehaviour(question: Question): BlockBehaviour {
  const { block, read, collect, pose = poseText, form, expects, samples } = question;
  const waitSaying = (context: ExecutionContext, words: string): Transition => {
    const messages = pose(words, context);
    if (messages === undefined) return failWith('param_unusable', 'There is no button to press.');
    return waitForVisitor({ messages }, context.memory, expects?.(context));
  };
  return {
    block,
    ...(samples !== undefined && { samples }),
    enter: (context) => waitSaying(context, filledParam(context, 'text')),
    answer: (context, message) => {
      const collected = collect?.(context, message);
      if (collected !== undefined) return collected;
      const answer = read(message, context);
      return answer === undefined
        ? waitSaying(context, wordsAgain(context, form))
        : leave(answer.output ?? '$success', { writes: writeDestination(context, answer) });
    },
  };
}

function poseText(words: string, { budget }: ExecutionContext): readonly BotMessage[] {
  return sayText(words, budget);
}

function wordsAgain(context: ExecutionContext, form: Question['form']): string {
  const complaint = filledParam(context, 'errorText');
  if (!isBlank(complaint, context.budget)) return complaint;
  const text = filledParam(context, 'text');
  const shown = isBlank(text, context.budget) ? undefined : form?.(context);
  if (shown === undefined) return text;
  context.budget.charge(text.length * costs.foldedCharacter);
  return foldText(text).includes(foldText(shown)) ? text : `${text} (${shown})`;
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
