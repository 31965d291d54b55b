import { attemptBounds, defaultAttempts, type ExitId, timeOutBounds } from '../../domain/blocks/question-exits.ts';
import type { BotMessage, VisitorInput, Words } from '../../domain/conversation/messages.ts';
import { typedValue } from '../../domain/field/field-value.ts';
import { type JsonObject, ownMember } from '../../domain/json/json-value.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import { comparableText } from '../field/comparable-text.ts';
import { fillJson } from '../text/fill-json.ts';
import { fillText } from '../text/fill-text.ts';
import { isBlank } from '../text/is-blank.ts';
import type { ExecutionContext } from './block-behaviour.ts';
import { type Choice, choiceDialog, findChoice, numberOfChoice } from './choice-dialog.ts';
import { writeDestination } from './field-writes.ts';
import { entriesParam, sayWords, textParam, withText } from './params.ts';
import { showsButtons } from './shown-buttons.ts';
import { leave, type Transition } from './transition.ts';

/** The first entry of an exit of a question, if it has one. */
export function exitOf({ params, budget }: ExecutionContext, id: ExitId): JsonObject | undefined {
  return entriesParam(params, 'exits', budget).find((entry) => ownMember(entry, 'id') === id);
}

/** Leaves by an exit, and writes its fallback. @spec EX7, EX8 */
export function leaveByExit(context: ExecutionContext, id: ExitId, exit = exitOf(context, id)): Transition {
  const { fields, limits, budget } = context;
  const fallback = exit && ownMember(exit, 'fallback');
  const filled = fallback === undefined ? undefined : fillJson(fallback, fields, limits.textLength, budget);
  const field = typedValue(filled);
  return leave(`$${id}`, field === undefined ? {} : { writes: writeDestination(context, field) });
}

/** Leaves by `$invalid` if this many answers were wrong. @spec EX4 */
export function leaveInvalid(context: ExecutionContext, wrong: number): Transition | undefined {
  const exit = exitOf(context, 'invalid');
  if (exit === undefined) return undefined;
  const attempts = integerWithin(ownMember(exit, 'attempts'), attemptBounds) ?? defaultAttempts;
  return wrong < attempts ? undefined : leaveByExit(context, 'invalid', exit);
}

/** Limits how long the question waits from now. @spec EX5 */
export function withTimeOut(context: ExecutionContext, transition: Transition): Transition {
  const { next } = transition;
  if (next.kind !== 'wait') return transition;
  const until = timeOutFrom(context);
  return until === undefined ? transition : { ...transition, next: { ...next, until } };
}

function timeOutFrom(context: ExecutionContext): EpochMs | undefined {
  const exit = exitOf(context, 'timeout');
  const seconds = exit && integerWithin(ownMember(exit, 'seconds'), timeOutBounds);
  return seconds === undefined ? undefined : context.now + seconds * 1_000;
}

function integerWithin(value: unknown, { min, max }: { readonly min: number; readonly max: number }) {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined;
}

/** The button that skips a question. A blank label gives way to the id. @spec EX6 */
export function skipButton(context: ExecutionContext): Choice | undefined {
  const exit = exitOf(context, 'skipped');
  if (exit === undefined) return undefined;
  const { fields, limits, budget } = context;
  const label = fillText(textParam(exit, 'label'), fields, limits.textLength, budget);
  return { payload: '$skipped', label: isBlank(label, budget) ? 'skipped' : label };
}

/** Leaves by `$skipped` if the button was pressed, or its label typed. @spec EX6 */
export function leaveSkipped(context: ExecutionContext, message: VisitorInput): Transition | undefined {
  const button = skipButton(context);
  const isSkipped = button !== undefined && findChoice([button], message, context.budget, []) !== undefined;
  return isSkipped ? leaveByExit(context, 'skipped') : undefined;
}

/** Leaves by `$skipped` if the number of the button was typed. @spec EX6 */
export function leaveSkippedByNumber(
  context: ExecutionContext,
  message: VisitorInput,
  number: number,
): Transition | undefined {
  if (message.type !== 'text' || exitOf(context, 'skipped') === undefined) return undefined;
  const typed = numberOfChoice(comparableText(message.text, context.budget));
  return typed === number ? leaveByExit(context, 'skipped') : undefined;
}

/**
 * Says words with the button that skips a question whose answer is typed. A family that cannot show the button gets its
 * label as a line: a number may be an answer.
 *
 * @spec EX6, EX10
 */
export function sayWithSkip(
  words: Words,
  { can, budget }: ExecutionContext,
  skip: readonly Choice[],
): readonly BotMessage[] {
  const labels = skip.map(({ label }) => label);
  if (labels.length === 0) return sayWords(words, budget);
  if (showsButtons(can, labels, budget)) return [choiceDialog(words, skip)];
  const [label = ''] = labels;
  return sayWords(words.body === '' ? { body: label } : withText(words, `\n${label}`), budget);
}
