/** @module The types between a conversation runner and its host: messages, Fields, effects, states and steps. */
export {
  type CallFrame,
  type ConversationState,
  createConversation,
  type Position,
  readConversationState,
} from '../domain/conversation/conversation-state.ts';
export {
  type AssistantAnswer,
  type AwaitedEffect,
  awaitedEffectOf,
  type Effect,
  type EffectOutcome,
  type FieldsAnswer,
  type HostedEffect,
  outcomeWithoutHost,
  type RowAnswer,
  type WebhookAnswer,
  type WebhookEffect,
} from '../domain/conversation/effects.ts';
export { fillLateReferences } from '../domain/conversation/fill-late-references.ts';
export { type JournaledConversation, saidDigest } from '../domain/conversation/journal.ts';
export { type BotMessage, contentOfBotMessage, type VisitorInput } from '../domain/conversation/messages.ts';
export { type PreparedBot, prepareBot } from '../domain/conversation/prepared-bot.ts';
export type { ConversationInput, ConversationRunner, Step } from '../domain/conversation/step.ts';
export type { TraceEvent } from '../domain/conversation/trace.ts';
export { type FeedbackConfiguration, maxWordingLength } from '../domain/feedback.ts';
export { applyFieldWrites, type Field, type Fields, fieldTypes } from '../domain/field/field.ts';
export { typedValue } from '../domain/field/field-value.ts';
export { foldText } from '../domain/fold-text.ts';
export {
  isEqualJson,
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownMember,
} from '../domain/json/json-value.ts';
export {
  type MediaType,
  type Message,
  type MessageContent,
  mediaTypes,
  type SenderType,
} from '../domain/message/message.ts';
export { platformData, visibleFields } from '../domain/message/payloads.ts';
export type { RichBlock, RichInline, RichText } from '../domain/rich-text/rich-text.ts';
export { messengerTextOf } from '../domain/rich-text/write-messenger-text.ts';
export { countCodePoints } from '../domain/text.ts';
export { secondsOf } from '../domain/time/epoch-ms.ts';
export { readIsoDate } from '../domain/time/iso-date.ts';
