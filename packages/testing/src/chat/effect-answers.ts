import type {
  AssistantAnswer,
  AwaitedEffect,
  EffectOutcome,
  FieldsAnswer,
  JsonValue,
  RowAnswer,
  WebhookAnswer,
} from '@botwright/core/conversation';
import type { LanguageModelAnswer } from '@botwright/core/ports';

const reasonOf = Symbol('reason');

/** A failed effect: see `failed`. */
export interface FailedAnswer {
  readonly [reasonOf]: string;
}

/** Makes the answer of a failed effect. @spec TE8 */
export function failed(reason: string): FailedAnswer {
  return { [reasonOf]: reason };
}

/** A function that answers effects returns this to let the chat wait. @spec TE7 */
export const unanswered: unique symbol = Symbol('unanswered');

/** The answer, or a function from the effect to it. */
type AnswerTo<TKind extends AwaitedEffect['kind'], TValue> =
  | TValue
  | FailedAnswer
  | ((effect: Extract<AwaitedEffect, { readonly kind: TKind }>) => TValue | FailedAnswer | typeof unanswered);

/** Answers to effects, by kind. Without an answer for the kind the chat waits. @spec TE7 */
export interface EffectAnswers {
  /** Status and body of the response. */
  readonly webhook?: AnswerTo<'webhook', WebhookAnswer>;
  /** The Fields that the code writes. */
  readonly code?: AnswerTo<'code', FieldsAnswer>;
  /** A row for `get_row`; `undefined` for the other actions, such as `() => undefined`. */
  readonly spreadsheet?: AnswerTo<'spreadsheet', RowAnswer | undefined>;
  /** `undefined`, such as `() => undefined`: the visitor booked. */
  readonly scheduler?: AnswerTo<'scheduler', undefined>;
  /** Texts, Fields and the exit to take. */
  readonly ai_agent?: AnswerTo<'ai_agent', AssistantAnswer>;
  /** `undefined`, such as `() => undefined`: the mail is sent. */
  readonly email?: AnswerTo<'email', undefined>;
  /** Tokens do not matter. */
  readonly language_model?: AnswerTo<'language_model', Partial<LanguageModelAnswer>>;
  /** The value that the host's block gets. */
  readonly host?: AnswerTo<'host', JsonValue | undefined>;
  /** The simulation follows jumps to its bots; others can only fail. */
  readonly jump?: AnswerTo<'jump', never>;
}

/** The answer to any effect. */
export type EffectAnswer =
  | WebhookAnswer
  | FieldsAnswer
  | RowAnswer
  | AssistantAnswer
  | Partial<LanguageModelAnswer>
  | JsonValue
  | FailedAnswer;

/** @returns `undefined` when the kind is not answered. @throws {TypeError} For an unsuitable answer to this kind. */
export function answerTo(effect: AwaitedEffect, answers: EffectAnswers): EffectOutcome | undefined {
  const given: unknown = answers[effect.kind];
  if (given === undefined) return undefined;
  const answer: unknown = typeof given === 'function' ? given(effect) : given;
  return answer === unanswered ? undefined : outcomeOf(effect, answer);
}

/** @throws {TypeError} For an unsuitable answer to this kind. @spec TE8 */
export function outcomeOf(effect: AwaitedEffect, answer: unknown): EffectOutcome {
  if (isFailed(answer)) return { ok: false, reason: answer[reasonOf] };
  const isObject = typeof answer === 'object' && answer !== null;
  if (isObject && 'then' in answer) {
    throw new TypeError(`The answer to ${effect.kind} is a promise: leave it out, and call answer() when you have it.`);
  }
  if (effect.kind === 'webhook' && !(isObject && 'status' in answer && typeof answer.status === 'number')) {
    throw new TypeError('A webhook is answered with { status, body? }, or with failed(reason).');
  }
  if (effect.kind === 'jump') throw new TypeError(`Add bot ${effect.bot} to the option "bots".`);
  return { ok: true, ...(answer !== undefined && { value: answer as JsonValue }) };
}

function isFailed(answer: unknown): answer is FailedAnswer {
  return typeof answer === 'object' && answer !== null && reasonOf in answer;
}
