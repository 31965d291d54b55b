import type { ExpectedInput } from '../../domain/conversation/conversation-state.ts';
import type { BotMessage, VisitorInput, Words } from '../../domain/conversation/messages.ts';
import { type Field, findField } from '../../domain/field/field.ts';
import { foldText } from '../../domain/fold-text.ts';
import { isJsonList, type JsonObject, type JsonValue, ownMember } from '../../domain/json/json-value.ts';
import { costs } from '../budget/costs.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { seenText } from '../field/comparable-text.ts';
import { fieldText, fillText } from '../text/fill-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { BlockBehaviour, ExecutionContext } from './block-behaviour.ts';
import type { Choice } from './choice-dialog.ts';
import {
  exitOf,
  leaveByExit,
  leaveInvalid,
  leaveSkipped,
  leaveSkippedByNumber,
  sayWithSkip,
  skipButton,
  withTimeOut,
} from './exits.ts';
import { fieldName, writeDestination } from './field-writes.ts';
import { textParam, withText, wordsOf, wordsParam } from './params.ts';
import { failWith, leave, type Transition, type TransitionParts, waitForVisitor } from './transition.ts';
import { withWording } from './wording.ts';

/** An accepted answer: the value for the destination, and the output by which it leaves, by default `$success`. */
export interface AcceptedAnswer extends Field {
  readonly output?: string;
}

type ReadAnswer = (message: VisitorInput, context: ExecutionContext) => AcceptedAnswer | undefined;

/** A block that asks for one answer. */
export interface Question {
  /** Name of the definition. */
  readonly block: string;
  /** Reads an answer. `undefined`: not accepted. */
  read: ReadAnswer;
  /** Takes one of several parts of an answer. `undefined`: the message is read as a whole answer. */
  collect?(context: ExecutionContext, message: VisitorInput): Transition | undefined;
  /** Takes a value that the destination holds for an answer. Default: as if its text was typed. */
  take?(held: Field, context: ExecutionContext): AcceptedAnswer | undefined;
  /**
   * The messages that ask with these words; `undefined` when there is nothing to answer with. Default: a text.
   *
   * @param skip - The button that skips the question, if it has one.
   */
  pose?(words: Words, context: ExecutionContext, skip: readonly Choice[]): readonly BotMessage[] | undefined;
  /** How many choices have numbers, before the button that skips the question. Absent: none, nor has the button. */
  numbered?(context: ExecutionContext): number;
  /** How an answer is written, for a visitor whose answer was not accepted; `undefined` when any text shows it. */
  form?(context: ExecutionContext): string | undefined;
  /** How a page helps to give the answer. */
  expects?(context: ExecutionContext): ExpectedInput | undefined;
  /** The state has it, too: states of earlier releases do. */
  readonly isExpectedStored?: true;
  readonly samples?: BlockBehaviour['samples'];
}

/**
 * The behaviour of a block that asks for one answer: it asks, waits, reads, asks again until it can read the answer,
 * and leaves.
 *
 * @spec RN51, RN52, RN53, RN67, RN131, RN148, QN2, EX4, EX5, EX6, EX9
 */
export function questionBehaviour(question: Question): BlockBehaviour {
  const {
    block,
    read,
    collect,
    pose = sayWithSkip,
    numbered,
    form,
    expects,
    isExpectedStored = false,
    samples,
  } = question;
  const expected =
    expects &&
    ((context: ExecutionContext): ExpectedInput | undefined => {
      const answer = expects(context);
      return answer && { ...answer, ...typingWords(context) };
    });
  const wait = (context: ExecutionContext, parts: TransitionParts, memory = context.memory): Transition =>
    waitForVisitor(parts, memory, isExpectedStored ? expected?.(context) : undefined);
  const waitSaying = (context: ExecutionContext, words: Words, memory?: JsonObject): Transition => {
    const skip = skipButton(context);
    const messages = pose(words, context, skip === undefined ? [] : [skip]);
    if (messages !== undefined) return wait(context, { messages }, memory);
    const none = exitOf(context, 'none');
    return none === undefined
      ? failWith('param_unusable', 'There is no button to press.')
      : leaveByExit(context, 'none', none);
  };
  const answerTo = (context: ExecutionContext, message: VisitorInput): Transition => {
    const collected = collect?.(context, message);
    if (collected !== undefined) return collected;
    const answer = read(message, context);
    if (answer !== undefined) return leaveBy(answer, { writes: writeDestination(context, answer) });
    const skipped = numbered && leaveSkippedByNumber(context, message, numbered(context) + 1);
    if (skipped !== undefined) return skipped;
    const wrong = wrongAnswers(context.memory) + 1;
    const invalid = leaveInvalid(context, wrong);
    if (invalid !== undefined) return invalid;
    const memory = isCounted(context) ? { ...context.memory, wrong } : context.memory;
    const words = wordsAgain(context, wrong, form);
    return isQuiet(context) && words.body === '' ? wait(context, {}, memory) : waitSaying(context, words, memory);
  };
  return {
    block,
    ...(samples !== undefined && { samples }),
    ...(expected !== undefined && { expects: expected }),
    enter: (context) =>
      heldAnswer(question, context) ??
      withTimeOut(context, waitSaying(context, isQuiet(context) ? noWords : wordsParam(withWording(context), 'text'))),
    answer: (context, message) => leaveSkipped(context, message) ?? withTimeOut(context, answerTo(context, message)),
    timeOut: (context) => {
      const exit = exitOf(context, 'timeout');
      return exit === undefined ? wait(context, {}) : leaveByExit(context, 'timeout', exit);
    },
  };
}

const noWords: Words = { body: '' };

function leaveBy({ output = '$success' }: AcceptedAnswer, parts: TransitionParts): Transition {
  return leave(output, parts);
}

/**
 * Leaves immediately if the Field of the destination holds an answer.
 *
 * @spec QN13, QN14, QN17
 */
function heldAnswer({ take, read }: Question, context: ExecutionContext): Transition | undefined {
  const { params, fields } = context;
  const name = ownMember(params, 'skipIfSet') === true ? fieldName(ownMember(params, 'destination')) : undefined;
  const held = name === undefined ? undefined : findField(fields, name);
  if (held === undefined) return undefined;
  const answer = take === undefined ? takeTyped(read, held, context) : take(held, context);
  if (answer === undefined) return undefined;
  const isSame = answer.type === held.type && answer.value === held.value;
  return leaveBy(answer, isSame ? {} : { writes: writeDestination(context, answer) });
}

/** Reads a text, a number or a boolean as if a visitor typed it. */
export function takeTyped(read: ReadAnswer, { value }: Field, context: ExecutionContext): AcceptedAnswer | undefined {
  if (value === null || typeof value === 'object') return undefined;
  const text = fieldText(value, context.budget);
  context.budget.charge(text.length * costs.readCharacter);
  return read({ type: 'text', text }, context);
}

function isQuiet({ params }: ExecutionContext): boolean {
  return ownMember(params, 'quiet') === true;
}

/** The answers since the conversation arrived that were not accepted. */
function wrongAnswers(memory: JsonObject): number {
  const wrong = ownMember(memory, 'wrong');
  return typeof wrong === 'number' ? wrong : 0;
}

/** Whether anything depends on the number of wrong answers. */
function isCounted(context: ExecutionContext): boolean {
  return errorTextsIn(context.params).length > 0 || exitOf(context, 'invalid') !== undefined;
}

function errorTextsIn(params: JsonObject): readonly JsonValue[] {
  const texts = ownMember(params, 'errorTexts');
  return isJsonList(texts) ? texts : [];
}

/**
 * The words after an answer that is not accepted.
 *
 * @param wrong - The number of such answers, with this one.
 * @spec QN2, QN7, QN8
 */
function wordsAgain(context: ExecutionContext, wrong: number, form: Question['form']): Words {
  const texts = errorTextsIn(context.params);
  if (texts.length === 0) return complaintOr(context, form);
  const text = texts[Math.min(wrong, texts.length) - 1];
  const words = typeof text === 'string' ? wordsOf(context, text) : noWords;
  return isBlank(words.body, context.budget) ? complaintOr(context, form) : words;
}

function complaintOr(context: ExecutionContext, form: Question['form']): Words {
  const complaint = wordsParam(context, 'errorText');
  if (!isBlank(complaint.body, context.budget)) return complaint;
  return isQuiet(context) ? noWords : questionAgain(withWording(context), form);
}

function questionAgain(context: ExecutionContext, form: Question['form']): Words {
  const words = wordsParam(context, 'text');
  const shown = isBlank(words.body, context.budget) ? undefined : form?.(context);
  if (shown === undefined) return words;
  context.budget.charge(words.body.length * costs.foldedCharacter);
  return foldText(words.body).includes(foldText(shown)) ? words : withText(words, ` (${shown})`);
}

/** UTF-16 units of the filled words of a text field. */
const longestPlaceholder = 200;
const longestSendLabel = 80;

/** The author's words for the text field of a page; none that are blank. @spec QN21 */
function typingWords(context: ExecutionContext): Pick<ExpectedInput, 'placeholder' | 'sendLabel'> {
  const { params, fields, budget } = context;
  const placeholder = fillText(textParam(params, 'placeholder'), fields, longestPlaceholder, budget);
  const sendLabel = fillText(textParam(params, 'sendLabel'), fields, longestSendLabel, budget);
  return {
    ...(!isBlank(placeholder, budget) && { placeholder }),
    ...(!isBlank(sendLabel, budget) && { sendLabel }),
  };
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
