import type { JsonObject } from '@botwright/core/diagram';
import type { AwaitedRequest, NoticeRequest } from '../effect/effect.ts';
import type { FieldWrite } from '../field/field.ts';
import type { ConversationErrorCode, Message } from '../message/message.ts';

/** What a block does, and where the conversation goes then. */
export interface Move extends MoveParts {
  readonly next: NextPlace;
}

export interface MoveParts {
  readonly messages?: readonly Message[];
  readonly writes?: readonly FieldWrite[];
  /** Effects that are not waited for. */
  readonly notices?: readonly NoticeRequest[];
}

export type NextPlace =
  /** Through an output. One that nothing is connected to ends the conversation. */
  | { readonly kind: 'leave'; readonly output: string }
  /** Stay until the visitor writes. */
  | { readonly kind: 'wait'; readonly memory: JsonObject }
  /** Stay until the effect has an outcome. */
  | { readonly kind: 'await'; readonly effect: AwaitedRequest; readonly memory: JsonObject }
  /** To another bot, or another block of this one. */
  | { readonly kind: 'jump'; readonly bot: number; readonly node?: string }
  /** To the greeting. */
  | { readonly kind: 'begin' }
  /** To a person. */
  | { readonly kind: 'hand_over' }
  /** To the end: feedback, if it is asked for, then closed. */
  | { readonly kind: 'close' }
  /** Out, with an error event. */
  | { readonly kind: 'fail'; readonly code: ConversationErrorCode; readonly detail: string };

export function leave(output: string, parts: MoveParts = {}): Move {
  return { ...parts, next: { kind: 'leave', output } };
}

export function waitForVisitor(parts: MoveParts = {}, memory: JsonObject = {}): Move {
  return { ...parts, next: { kind: 'wait', memory } };
}

export function waitForResult(effect: AwaitedRequest, parts: MoveParts = {}, memory: JsonObject = {}): Move {
  return { ...parts, next: { kind: 'await', effect, memory } };
}

export function failWith(code: ConversationErrorCode, detail: string): Move {
  return { next: { kind: 'fail', code, detail } };
}
