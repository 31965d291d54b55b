/** @module The engine: bots, drafts, versions and the rules that keep a broken diagram from going live. */

export type {
  AccountConnection,
  AnswerRefusal,
  ConnectionProgress,
  ConnectionStatus,
} from './domain/account-connection/account-connection.ts';
export { type AccountKind, accountKinds } from './domain/account-connection/account-kind.ts';
export type { AccountStanding } from './domain/account-connection/connected-account.ts';
export { type PlanTier, planTiers } from './domain/blocks/block-definition.ts';
export type { Bot, BotState, Builder } from './domain/bot/bot.ts';
export type { ChannelSnapshot } from './domain/channel/channel.ts';
export type { Customer, CustomerChange } from './domain/customer/customer.ts';
export { isCustomerToken } from './domain/customer/customer-token.ts';
export { type BotAssignment, readBotAssignment } from './domain/customer/read-bot-assignment.ts';
export type { CustomerUpdate } from './domain/customer/read-customer-update.ts';
export type { AttemptFailure, AttemptOutcome } from './domain/delivery/attempt-outcome.ts';
export type { DeliveryAttempt, DeliveryEnd, DeliveryState } from './domain/delivery/delivery-progress.ts';
export type { DeliveryTarget } from './domain/delivery/delivery-target.ts';
export type { RetryOptions, RetryPreset } from './domain/delivery/retry-policy.ts';
export type { Draft, DraftRevision, EditedDraft, SaveState } from './domain/draft/draft.ts';
export { blockEditSchema, blocksInputSchema, changeSetSchema } from './domain/edits/input/edit-schemas.ts';
export type { FeedbackConfiguration, FeedbackWording } from './domain/feedback/feedback.ts';
export { type Field, type Fields, type FieldType, fieldTypes } from './domain/field/field.ts';
export { readField } from './domain/field/read-field.ts';
export { type HookCreation, type HookEdit, readHookCreation, readHookEdit } from './domain/hook/read-hook.ts';
export type { InputFault, InputRead } from './domain/input/input-fault.ts';
export { isHttpUrl } from './domain/input/is-http-url.ts';
export { isJsonObject, type JsonObject, type JsonValue } from './domain/json/json-value.ts';
export { type BotMessage, contentOfBotMessage } from './domain/message/bot-message.ts';
export { mediaTypeOf } from './domain/message/media-type.ts';
export {
  type EventAction,
  type EventContent,
  type MediaType,
  type Message,
  type MessageContent,
  mediaTypes,
  type Sender,
  type SenderType,
  type SpokenContent,
} from './domain/message/message.ts';
export { type AgentSend, readAgentSend } from './domain/message/read-agent-send.ts';
export { type InboundSend, readInboundSend } from './domain/message/read-inbound-send.ts';
export { defaultSendBounds, type SendBounds } from './domain/message/send-bounds.ts';
export { visibleFields } from './domain/message/visible-fields.ts';
export { type VisitorInput, visitorInputOf } from './domain/message/visitor-message.ts';
export type { Page, PageRange, PageRequest, Slice } from './domain/paging/page.ts';
export { type Permission, type Principal, permissions } from './domain/principal/principal.ts';
export type { CheckResult, Violation, ViolationSeverity } from './domain/rules/violation.ts';
export { foldText } from './domain/text/fold-text.ts';
export { countCodePoints, isPlainText } from './domain/text/plain-text.ts';
export type { EpochMs } from './domain/time/epoch-ms.ts';
export { secondsOf } from './domain/time/micros.ts';
export type { Publication, Version, VersionSummary } from './domain/version/version.ts';
export type {
  AccountEffectFailure,
  AccountEffectOutcome,
  AccountEffects,
  SpreadsheetWork,
} from './engine/accounts/account-effects.ts';
export type { ConnectedAccountOptions } from './engine/accounts/account-providers.ts';
export type {
  AccountLinks,
  Accounts,
  CancelledLink,
  ConnectedAccount,
  ConnectionAnswer,
  ConnectLink,
  EventType,
  LinkRefusal,
  LinkSubject,
  OpenedLink,
  ProviderAnswer,
  SettledLink,
  Sheet,
  SheetColumn,
  Spreadsheet,
} from './engine/accounts-handle.ts';
export type { ConversationFault } from './engine/conversations/desk.ts';
export { type StandardEffectHostOptions, standardEffectHost } from './engine/conversations/standard-effect-host.ts';
export type { ConversationWorkerOptions } from './engine/conversations/worker-options.ts';
export { createEngine, type EngineOptions } from './engine/create-engine.ts';
export type { DispatchFault } from './engine/dispatch/dispatch-parts.ts';
export type { DispatcherOptions } from './engine/dispatch/start-dispatcher.ts';
export type {
  BotCreation,
  BotDuplication,
  BotListRequest,
  Bots,
  BrandConfiguration,
  BrandEngine,
  Drafts,
  Engine,
  Feedback,
  HandOver,
  IfRevision,
  OlderBot,
  OlderVersion,
  OnceRequest,
  Outcome,
  TestDeployment,
  Versions,
} from './engine/engine.ts';
export {
  EngineError,
  type EngineErrorOptions,
  type ErrorCode,
  type ErrorKind,
  errorCatalog,
  isEngineError,
} from './engine/engine-error.ts';
export { type EngineLimits, resolveLimits } from './engine/limits.ts';
export type {
  Channel,
  ChannelCaller,
  ChannelCreation,
  ChannelEdit,
  ChannelEngine,
  Channels,
  ConversationPlace,
  Conversations,
  CustomerEdit,
  CustomerListRequest,
  Customers,
  Deliveries,
  Delivery,
  MessageHook,
  MessageHooks,
  Messages,
  OffsetRequest,
  Visit,
  VisitMessage,
} from './engine/platform.ts';
export type { Resealing } from './engine/secrets/reseal-secrets.ts';
export type { Workers, WorkersOptions } from './engine/start-workers.ts';
export type { AccountDirectory } from './ports/account-directory.ts';
export {
  type AccountProvider,
  type AuthorizationRequest,
  type CodeExchange,
  isProviderError,
  type ProviderAccount,
  ProviderError,
  type ProviderFailure,
  type ProviderTokens,
  type SchedulerProvider,
  type SheetCell,
  type SheetPlace,
  type SpreadsheetProvider,
} from './ports/account-provider.ts';
export type {
  AccountConnectionReader,
  AccountConnectionRecord,
  AccountConnectionStore,
  AccountReader,
  AccountRecord,
  AccountStore,
  AuthorizationAttempt,
  NewAccount,
} from './ports/account-store.ts';
export type { Alarm } from './ports/alarm.ts';
export type { BotChange, BotListQuery, BotReader, BotRecord, BotStore, LinkedBotRecord } from './ports/bot-store.ts';
export type { ChannelDeployer, Deployment } from './ports/channel-deployer.ts';
export type {
  ChannelChange,
  ChannelListQuery,
  ChannelReader,
  ChannelRecord,
  ChannelStore,
  ChannelWebhook,
  OffsetRange,
} from './ports/channel-store.ts';
export type { Clock } from './ports/clock.ts';
export type {
  AssistantBlockEffect,
  CodeBlockEffect,
  ConversationRunner,
  EffectOutcome,
  HostBlockEffect,
  HostedEffect,
  JumpBlockEffect,
  NoticeEffect,
  PreparedBot,
  RunnableBot,
  RunnerEffect,
  RunnerInput,
  RunnerState,
  RunnerStep,
  SchedulerBlockEffect,
  SpreadsheetBlockEffect,
  WebhookBlockEffect,
} from './ports/conversation-runner.ts';
export type {
  ClaimedConversation,
  ConversationClaim,
  ConversationKey,
  ConversationQueue,
  ConversationReader,
  ConversationRecord,
  ConversationStore,
  InboxEntry,
  InboxItem,
  LeaseRequest,
} from './ports/conversation-store.ts';
export {
  type CustomerListQuery,
  type CustomerReader,
  type CustomerRecord,
  type CustomerSearchQuery,
  type CustomerSearchStep,
  type CustomerStore,
  type CustomerText,
  customerTexts,
} from './ports/customer-store.ts';
export type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryBounds,
  DeliveryListQuery,
  DeliveryQueue,
  DeliveryReader,
  DeliveryRecord,
  DeliveryStore,
  LeaseHolder,
  NewDelivery,
} from './ports/delivery-store.ts';
export type { DraftReader, DraftRecord, DraftStore, HistoryBounds, RevisionRecord } from './ports/draft-store.ts';
export type { EffectHost, EffectPlace } from './ports/effect-host.ts';
export type { FeedbackReader, FeedbackStore } from './ports/feedback-store.ts';
export type { GuardedAnswer, GuardedRequest, GuardedRequester } from './ports/guarded-requester.ts';
export type { HookChange, HookReader, HookRecord, HookStore } from './ports/hook-store.ts';
export type { IdSource } from './ports/id-source.ts';
export type {
  AgentRecord,
  AgentTokenRecord,
  BrandRecord,
  DeclaredAccount,
  FoundChannel,
  Installation,
} from './ports/installation.ts';
export type { MessageReader, MessageStore } from './ports/message-store.ts';
export type { PlanSource } from './ports/plan-source.ts';
export type { Rate, RateLog, RateVerdict } from './ports/rate-log.ts';
export type { RequestKey, RequestStore } from './ports/request-store.ts';
export type { SecretBox } from './ports/secret-box.ts';
export type { BrandReader, BrandTransaction, Storage } from './ports/storage.ts';
export type { TestDeploymentReader, TestDeploymentRecord, TestDeploymentStore } from './ports/test-deployment-store.ts';
export type { VersionReader, VersionRecord, VersionStore } from './ports/version-store.ts';
export type { TargetVerdict, WebhookRequest, WebhookSender } from './ports/webhook-sender.ts';
export { deterministicIds } from './simulation/deterministic-ids.ts';
export { type SimulatedClock, simulatedClock } from './simulation/simulated-clock.ts';
export { type AesSecretBoxOptions, aesSecretBox, type SecretKey } from './system/aes-secret-box.ts';
export { sha256 } from './system/sha256.ts';
export { systemAlarm } from './system/system-alarm.ts';
export { systemClock } from './system/system-clock.ts';
export { systemIds } from './system/system-ids.ts';
