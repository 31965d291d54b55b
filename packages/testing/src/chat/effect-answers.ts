import type {
  AiAgentEffect,
  AssistantAnswer,
  AwaitedEffect,
  CodeEffect,
  EffectOutcome,
  EmailEffect,
  FieldsAnswer,
  HostEffect,
  JsonValue,
  JumpEffect,
  LanguageModelEffect,
  RowAnswer,
  SchedulerEffect,
  SpreadsheetEffect,
  WebhookAnswer,
  WebhookEffect,
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
type AnswerTo<TEffect, TValue> =
  | TValue
  | FailedAnswer
  | ((effect: TEffect) => TValue | FailedAnswer | typeof unanswered);

/** Answers to effects, by kind. Without an answer for the kind the chat waits. @spec TE7 */
export interface EffectAnswers {
  readonly webhook?: AnswerTo<WebhookEffect, WebhookAnswer>;
  readonly code?: AnswerTo<CodeEffect, FieldsAnswer>;
  /** A row for `get_row`; `undefined` for the other actions, such as `() => undefined`. */
  readonly spreadsheet?: AnswerTo<SpreadsheetEffect, RowAnswer | undefined>;
  readonly scheduler?: AnswerTo<SchedulerEffect, undefined>;
  readonly ai_agent?: AnswerTo<AiAgentEffect, AssistantAnswer>;
  /** `undefined`, such as `() => undefined`: the mail is sent. */
  readonly email?: AnswerTo<EmailEffect, undefined>;
  /** Tokens do not matter. */
  readonly language_model?: AnswerTo<LanguageModelEffect, Partial<LanguageModelAnswer>>;
  readonly host?: AnswerTo<HostEffect, JsonValue | undefined>;
  /** The simulation follows jumps to its bots; others can only fail. */
  readonly jump?: AnswerTo<JumpEffect, never>;
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
