/** @module Runs conversations of Botwright diagrams, one pure step at a time. */
export type { BlockBehaviour, Visit } from './behaviour/block-behaviour.ts';
export {
  failWith,
  leave,
  type Move,
  type MoveParts,
  type NextPlace,
  waitForResult,
  waitForVisitor,
} from './behaviour/move.ts';
export type { BotSource, PreparedBot } from './bot/prepared-bot.ts';
export type { ConversationInput } from './conversation/conversation-input.ts';
export {
  type ConversationState,
  createConversation,
  type Position,
  type Rating,
  type Spent,
} from './conversation/conversation-state.ts';
export { readConversationState } from './conversation/read-conversation-state.ts';
export { type ConversationRunner, conversationRunner } from './conversation-runner.ts';
export { createRunner, type Runner, type RunnerOptions } from './create-runner.ts';
export type {
  AiAgentEffect,
  AssignEffect,
  AssistantAnswer,
  AwaitedEffect,
  AwaitedRequest,
  Cell,
  CloseEffect,
  CodeEffect,
  Effect,
  EffectOutcome,
  FeedbackEffect,
  FieldsAnswer,
  HostEffect,
  JumpEffect,
  NoticeRequest,
  RowAnswer,
  SchedulerEffect,
  SpreadsheetEffect,
  WebhookAnswer,
  WebhookEffect,
} from './effect/effect.ts';
export { resolveWithoutHost } from './effect/resolve-without-host.ts';
export { type RestOptions, stepToRest } from './effect/step-to-rest.ts';
export { applyFieldWrites } from './field/apply-field-writes.ts';
export type { Field, Fields, FieldType, FieldWrite } from './field/field.ts';
export { defaultLimits, type FormulaLimits, type RunnerLimits } from './limits.ts';
export { mediaTypeOf } from './message/media-type.ts';
export type {
  ConversationErrorCode,
  DialogMessage,
  ErrorEvent,
  LocationMessage,
  MediaDialogMessage,
  MediaMessage,
  MediaType,
  Message,
  TextMessage,
  VisitorMessage,
} from './message/message.ts';
export { fillText } from './text/fill-text.ts';
export type { Step, StepBounds, StepContext } from './walk/step.ts';
export type { Work } from './work/work.ts';
