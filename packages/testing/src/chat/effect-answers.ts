import type {
  AiAgentEffect,
  AssistantAnswer,
  AwaitedEffect,
  CodeEffect,
  EffectOutcome,
  FieldsAnswer,
  HostEffect,
  JsonValue,
  JumpEffect,
  RowAnswer,
  SchedulerEffect,
  SpreadsheetEffect,
  WebhookAnswer,
  WebhookEffect,
} from '@botwright/core/conversation';

const reasonOf = Symbol('reason');

/** An effect that could not be carried out: see `failed`. */
export interface FailedAnswer {
  readonly [reasonOf]: string;
}

/** The answer of an effect that could not be carried out. @spec TE8 */
export function failed(reason: string): FailedAnswer {
  return { [reasonOf]: reason };
}

/** Returned by what answers effects: this one is left waiting. @spec TE7 */
export const unanswered: unique symbol = Symbol('unanswered');

/** The answer, or what finds it from the effect. */
type AnswerTo<TEffect, TValue> =
  | TValue
  | FailedAnswer
  | ((effect: TEffect) => TValue | FailedAnswer | typeof unanswered);

/** How effects are answered, by their kind. A kind that is left out is not answered: the chat waits. @spec TE7 */
export interface EffectAnswers {
  readonly webhook?: AnswerTo<WebhookEffect, WebhookAnswer>;
  readonly code?: AnswerTo<CodeEffect, FieldsAnswer>;
  /** A row for `get_row`; for the other actions nothing, such as `() => undefined`. */
  readonly spreadsheet?: AnswerTo<SpreadsheetEffect, RowAnswer | undefined>;
  readonly scheduler?: AnswerTo<SchedulerEffect, undefined>;
  readonly ai_agent?: AnswerTo<AiAgentEffect, AssistantAnswer>;
  readonly host?: AnswerTo<HostEffect, JsonValue | undefined>;
  /** Jumps go to the bots that the simulation has; others can only fail. */
  readonly jump?: AnswerTo<JumpEffect, never>;
}

/** What any effect is answered with. */
export type EffectAnswer = WebhookAnswer | FieldsAnswer | RowAnswer | AssistantAnswer | JsonValue | FailedAnswer;

/** @returns `undefined` when the kind is not answered. @throws {TypeError} For what answers no effect of the kind. */
export function answerTo(effect: AwaitedEffect, answers: EffectAnswers): EffectOutcome | undefined {
  const given: unknown = answers[effect.kind];
  if (given === undefined) return undefined;
  const answer: unknown = typeof given === 'function' ? given(effect) : given;
  return answer === unanswered ? undefined : outcomeOf(effect, answer);
}

/** @throws {TypeError} For what answers no effect of the kind. @spec TE8 */
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
