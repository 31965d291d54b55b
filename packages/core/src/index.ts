/** @module The engine: bots, drafts, versions, channels, customers, conversations and deliveries. */
export type { AccountKind, ShippedAccountKind } from './domain/account-connection/connected-account.ts';
export type { Bot } from './domain/bot.ts';
export type { Customer } from './domain/customer/customer.ts';
export type { Draft, DraftRevision, EditedDraft } from './domain/draft.ts';
export type { BotCreation } from './domain/inputs/bots.ts';
export type { BrandConfiguration } from './domain/inputs/configuration.ts';
export type { InboundMessage } from './domain/inputs/conversations.ts';
export { type Permission, type Principal, permissions } from './domain/principal.ts';
export type { Publication, PublicationPreview, Version, VersionSummary } from './domain/version.ts';
export type { AccountEffects } from './engine/accounts/account-effects.ts';
export type {
  ConnectedAccount,
  ConnectionView,
  EventType,
  Sheet,
  SheetColumn,
  Spreadsheet,
} from './engine/accounts/accounts.ts';
export type { Channel } from './engine/channels/channel-records.ts';
export type { Channels } from './engine/channels/channels.ts';
export type { ConversationPlace, ConversationStatus } from './engine/conversations/conversations.ts';
export { standardEffectHost } from './engine/conversations/standard-effect-host.ts';
export { createEngine } from './engine/create-engine.ts';
export type { CustomerEdit, Customers } from './engine/customers/customers.ts';
export type { Delivery } from './engine/deliveries.ts';
export type { IfRevision } from './engine/drafts/draft-handle.ts';
export type { BrandEngine, Engine } from './engine/engine.ts';
export { EngineError, type ErrorCode, type ErrorKind, isEngineError } from './engine/engine-error.ts';
export type { EngineOptions } from './engine/engine-options.ts';
export { auditLine, auditTrail } from './engine/events/audit-trail.ts';
export type { EngineEvent, EventsLost } from './engine/events/engine-events.ts';
export type { MessageHook, MessageHooks } from './engine/hooks.ts';
export type { IdentifiedEngine, IdentifiedEngineOptions } from './engine/identities/identified-types.ts';
export { type EngineLimits, resolveLimits } from './engine/limits.ts';
export type { Messages } from './engine/messages/messages.ts';
export { prometheusText } from './engine/metrics/prometheus-text.ts';
export type { PolicyCommand } from './engine/policy/commands.ts';
export type { Policy } from './engine/policy/policy.ts';
export type { Workers } from './engine/start-workers.ts';
export { type StorageChange, storageFaultOf } from './engine/storage-outages.ts';
export type { WebChat } from './engine/web-chat/web-chat.ts';
