/** @module The types between a conversation runner and its host: messages, Fields, effects, states and steps. */
export {
  type ConversationState,
  createConversation,
  type ExpectedInput,
  type OfferedButtons,
  type Position,
  type Rating,
  type RunCounts,
  readConversationState,
} from '../domain/conversation/conversation-state.ts';
export {
  type AiAgentEffect,
  type AssignEffect,
  type AssistantAnswer,
  type AwaitedEffect,
  awaitedEffectOf,
  type CloseEffect,
  type CodeEffect,
  type Effect,
  type EffectOutcome,
  type FeedbackEffect,
  type FieldsAnswer,
  type HostEffect,
  type HostedEffect,
  type JumpEffect,
  type NoticeEffect,
  outcomeWithoutHost,
  type RowAnswer,
  type SchedulerEffect,
  type SheetCell,
  type SpreadsheetEffect,
  type WebhookAnswer,
  type WebhookEffect,
} from '../domain/conversation/effects.ts';
export {
  type BotMessage,
  type ConversationErrorCode,
  contentOfBotMessage,
  type DialogMessage,
  type ErrorEvent,
  type LocationMessage,
  type MediaDialogMessage,
  type MediaMessage,
  type TextMessage,
  type VisitorInput,
  visitorInputOf,
} from '../domain/conversation/messages.ts';
export { type PreparedBot, prepareBot, type RunnableBot } from '../domain/conversation/prepared-bot.ts';
export type {
  ConversationInput,
  ConversationRunner,
  Step,
  StepBounds,
  StepContext,
} from '../domain/conversation/step.ts';
export type { ConditionCheck, TraceEvent } from '../domain/conversation/trace.ts';
export { type FeedbackConfiguration, type FeedbackWording, maxWordingLength } from '../domain/feedback.ts';
export {
  applyFieldWrites,
  customerFields,
  type Field,
  type Fields,
  type FieldType,
  type FieldWrite,
  fieldTypes,
  findField,
  isDateField,
} from '../domain/field/field.ts';
export {
  defaultFieldBounds,
  type FieldBounds,
  type FieldBoundsFault,
  findFieldBoundsFault,
} from '../domain/field/field-bounds.ts';
export { typedValue } from '../domain/field/field-value.ts';
export { foldText } from '../domain/fold-text.ts';
export { isMathFunction } from '../domain/formula/math-functions.ts';
export { isHttpUrl } from '../domain/http-url.ts';
export { jsonBytes } from '../domain/json/json-bytes.ts';
export {
  isEqualJson,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '../domain/json/json-value.ts';
export {
  type EventAction,
  type EventContent,
  type MediaType,
  type Message,
  type MessageContent,
  mediaTypeOf,
  mediaTypes,
  type Sender,
  type SenderType,
  type SpokenContent,
} from '../domain/message/message.ts';
export { visibleFields } from '../domain/message/payloads.ts';
export { isSameNumber, numberText, roundedNumber, withoutNoise } from '../domain/number-text.ts';
export { countCodePoints } from '../domain/text.ts';
export { type DateNames, dateNames, knownLocale, type NamesOfOne } from '../domain/time/date-names.ts';
export type { EpochMs } from '../domain/time/epoch-ms.ts';
export { secondsOf } from '../domain/time/epoch-ms.ts';
export { readIsoDate, writeIsoDate } from '../domain/time/iso-date.ts';
export { hasVisibleText, visibleText } from '../domain/visible-text.ts';
