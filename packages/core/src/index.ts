/** @module The engine: bots, drafts, versions, channels, customers, conversations and deliveries. */
export type { AccountKind, ShippedAccountKind } from './domain/account-connection/connected-account.ts';
export type { Bot } from './domain/bot.ts';
export type { ChannelFamily } from './domain/channel.ts';
export type { Customer } from './domain/customer/customer.ts';
export type { Draft, DraftRevision, EditedDraft } from './domain/draft.ts';
export type { BotCreation, BotDuplication, BotListRequest, OlderBot, OlderVersion } from './domain/inputs/bots.ts';
export type { AgentTokenCreation, BrandConfiguration, BrandSettings } from './domain/inputs/configuration.ts';
export type { InboundMessage } from './domain/inputs/conversations.ts';
export type { VisitorMessage, VisitorOpening } from './domain/inputs/web-chat.ts';
export { type Permission, type Principal, permissions } from './domain/principal.ts';
export type { Publication, Version, VersionSummary } from './domain/version.ts';
export type { AccountEffects } from './engine/accounts/account-effects.ts';
export type {
  AccountLinks,
  FinishedLink,
  LinkRefusal,
  LinkSubject,
  ProviderAnswer,
} from './engine/accounts/account-links.ts';
export type { ConnectedAccountOptions } from './engine/accounts/account-providers.ts';
export type {
  Accounts,
  ConnectedAccount,
  ConnectionView,
  EventType,
  Sheet,
  SheetColumn,
  Spreadsheet,
} from './engine/accounts/accounts.ts';
export type { Bots, TestDeployment } from './engine/bots/bot-handle.ts';
export { permissionDenied } from './engine/caller.ts';
export type { BlockCatalog } from './engine/catalog.ts';
export type { Channel } from './engine/channels/channel-records.ts';
export type { Channels } from './engine/channels/channels.ts';
export type { ChannelCaller, ChannelEngine } from './engine/conversations/channel-engine.ts';
export type { ConversationFault } from './engine/conversations/conversation-context.ts';
export type { ConversationPlace, ConversationStatus, Conversations } from './engine/conversations/conversations.ts';
export { standardEffectHost } from './engine/conversations/standard-effect-host.ts';
export { createEngine } from './engine/create-engine.ts';
export type { CustomerEdit, CustomerListRequest, Customers } from './engine/customers/customers.ts';
export type { Deliveries, Delivery } from './engine/deliveries.ts';
export type { DispatchFault } from './engine/dispatch/dispatcher.ts';
export type { Drafts, IfRevision } from './engine/drafts/draft-handle.ts';
export type { BrandEngine, Engine, JoinedEngine } from './engine/engine.ts';
export {
  EngineError,
  type ErrorCode,
  type ErrorKind,
  errorCatalog,
  isEngineError,
} from './engine/engine-error.ts';
export type { EngineOptions } from './engine/engine-options.ts';
export { type AuditOptions, type AuditRecord, auditLine, auditTrail } from './engine/events/audit-trail.ts';
export type { EngineEvent, EngineEventType, EventActor, EventsLost } from './engine/events/engine-events.ts';
export type { EngineEvents, EventListener, Subscription, SubscriptionOptions } from './engine/events/event-bus.ts';
export type { Feedback } from './engine/feedback.ts';
export type { MessageHook, MessageHooks } from './engine/hooks.ts';
export type { OnceRequest, Outcome } from './engine/idempotent-request.ts';
export type { LargeAnswer } from './engine/large-answers.ts';
export { type EngineLimits, resolveLimits } from './engine/limits.ts';
export type { Messages } from './engine/messages/messages.ts';
export type {
  EngineMetrics,
  MetricFamily,
  MetricName,
  MetricSample,
  MetricsOptions,
} from './engine/metrics/engine-metrics.ts';
export { prometheusText } from './engine/metrics/prometheus-text.ts';
export type { KeyRotation } from './engine/secrets/rotate-keys.ts';
export type { SliceInParts } from './engine/slice-in-parts.ts';
export type { Workers, WorkersOptions } from './engine/start-workers.ts';
export { type StorageChange, storageFaultOf } from './engine/storage-outages.ts';
export { type TenantChanges, tenantChanges, type WantedTenants } from './engine/tenants/tenant-changes.ts';
export {
  type ExpiredCustomer,
  type FoundBot,
  type FoundChannel,
  type TenantRecords,
  type TokenHolder,
  tenantRecords,
} from './engine/tenants/tenant-records.ts';
export type { Agents, AgentToken, AgentTokens, Brands } from './engine/tenants/tenants.ts';
export { useCasePermissions } from './engine/use-case-permissions.ts';
export type { Versions } from './engine/versions/version-handle.ts';
export type { FollowOptions, VisitorNews } from './engine/web-chat/follow-visitor.ts';
export type { VisitorReceipt, WebChat } from './engine/web-chat/web-chat.ts';
export type { WebVisitor } from './engine/web-chat/web-visitor.ts';
