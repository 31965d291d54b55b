import type { ExpectedInput, PauseManner } from '../../domain/conversation/conversation-state.ts';
import type { AwaitedEffect, Effect, HostEffect, JumpEffect, NoticeEffect } from '../../domain/conversation/effects.ts';
import type { BotMessage, ConversationErrorCode } from '../../domain/conversation/messages.ts';
import type { FieldWrite } from '../../domain/field/field.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';

/** The actions of a block, and the next place of the conversation. */
export interface Transition extends TransitionParts {
  /** Made by functions such as `leave`, `waitForVisitor` and `waitForResult`. */
  readonly next: NextPosition;
}

export interface TransitionParts {
  /** In reading order. Default: none. */
  readonly messages?: readonly BotMessage[];
  /** In their order; later blocks of the step read the new values. Default: none. */
  readonly writes?: readonly FieldWrite[];
  /** Effects that the conversation does not wait for. */
  readonly notices?: readonly NoticeRequest[];
  /** Keys for `remembered` of later contexts, until the conversation begins again. The newest 100 stay. */
  readonly remembers?: readonly string[];
}

export type NextPosition =
  /** Leaves through an output. The conversation ends when nothing is connected to it. */
  | { readonly kind: 'leave'; readonly output: string }
  /** Stay until the visitor writes, at most until a moment if it is given. */
  | { readonly kind: 'wait'; readonly memory: JsonObject; readonly expects?: ExpectedInput; readonly until?: EpochMs }
  /** Stay until a moment. */
  | ({ readonly kind: 'pause'; readonly until: EpochMs } & PauseManner)
  /** Stay until the effect has an outcome. */
  | { readonly kind: 'await'; readonly effect: AwaitedRequest; readonly memory: JsonObject }
  /** Go to another bot, or another block of this one. A call returns and leaves the block by `$success`. */
  | { readonly kind: 'jump'; readonly bot: number; readonly node?: string; readonly isCall?: boolean }
  /** Return from the last call; without one the conversation ends like one that ran out of blocks. */
  | { readonly kind: 'go_back' }
  /** Go to the greeting. */
  | { readonly kind: 'begin' }
  /** Hand the conversation to a person. */
  | { readonly kind: 'hand_over' }
  /** End: ask for feedback, if the bot does, then close. */
  | { readonly kind: 'close' }
  /** End with an error event. */
  | { readonly kind: 'fail'; readonly code: ConversationErrorCode; readonly detail: string };

/** An effect before the step gives it its id and says which block asked for it. */
type RequestOf<T> = T extends Effect ? Omit<T, 'id' | 'node' | 'awaited'> : never;

/** An effect that a block asks for and waits for. */
export type AwaitedRequest = RequestOf<Exclude<AwaitedEffect, JumpEffect>>;
/** An effect that a block asks for without waiting. */
export type NoticeRequest = RequestOf<HostEffect | NoticeEffect>;
export type JumpRequest = RequestOf<JumpEffect>;
export type EffectRequest = AwaitedRequest | NoticeRequest | JumpRequest;

/** Leaves the block through an output. */
export function leave(output: string, parts: TransitionParts = {}): Transition {
  return { ...parts, next: { kind: 'leave', output } };
}

/**
 * Waits for the visitor's next message.
 *
 * @param memory - Passed back to the block in its context.
 * @param expects - How the answer is expected, for a page that helps to give it.
 */
export function waitForVisitor(
  parts: TransitionParts = {},
  memory: JsonObject = {},
  expects?: ExpectedInput,
): Transition {
  return { ...parts, next: { kind: 'wait', memory, ...(expects !== undefined && { expects }) } };
}

/** Waits for the outcome of an effect. @param memory - Passed back to the block in its context. */
export function waitForResult(
  effect: AwaitedRequest,
  parts: TransitionParts = {},
  memory: JsonObject = {},
): Transition {
  return { ...parts, next: { kind: 'await', effect, memory } };
}

/** Ends the conversation with an error event. */
export function failWith(code: ConversationErrorCode, detail: string): Transition {
  return { next: { kind: 'fail', code, detail } };
}
