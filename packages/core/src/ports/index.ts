/** @module What an adapter implements: storage, sender, providers, clock and the like. */
export type { AccountStatus } from '../domain/account-connection/connected-account.ts';
export type { ChannelSnapshot } from '../domain/channel.ts';
export type { SheetCell } from '../domain/conversation/effects.ts';
export type { CustomerChange } from '../domain/customer/customer.ts';
export { type BodyBudget, createBodyBudget } from '../domain/delivery/body-budget.ts';
export type { OffsetRange } from '../domain/paging/offset.ts';
export { foldText } from '../domain/text.ts';
export type { EpochMs } from '../domain/time/epoch-ms.ts';
export {
  createWorkerSlots,
  type DueQueue,
  hasDeliverySlot,
  type SlotRequest,
  shareSlots,
  type WorkerSlots,
} from '../domain/worker-slots.ts';
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
  type SheetPlace,
  type SpreadsheetProvider,
} from '../ports/account-provider.ts';
export type {
  AccountConnectionReader,
  AccountConnectionRecord,
  AccountConnectionStore,
  AccountReader,
  AccountRecord,
  AccountStore,
  AuthorizationAttempt,
  NewAccount,
} from '../ports/account-store.ts';
export type { BotChange, BotListQuery, BotReader, BotRecord, BotStore, LinkedBotRecord } from '../ports/bot-store.ts';
export type { ChannelDeployer, Deployment } from '../ports/channel-deployer.ts';
export type {
  ChannelChange,
  ChannelListQuery,
  ChannelReader,
  ChannelRecord,
  ChannelStore,
  ChannelWebhook,
} from '../ports/channel-store.ts';
export type { Cipher } from '../ports/cipher.ts';
export type { Clock } from '../ports/clock.ts';
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
} from '../ports/conversation-store.ts';
export {
  type CustomerListQuery,
  type CustomerReader,
  type CustomerRecord,
  type CustomerSearchQuery,
  type CustomerSearchStep,
  type CustomerStore,
  type CustomerText,
  customerTexts,
} from '../ports/customer-store.ts';
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
} from '../ports/delivery-store.ts';
export type { DraftReader, DraftRecord, DraftStore, HistoryBounds, RevisionRecord } from '../ports/draft-store.ts';
export type { EffectHost, EffectPlace } from '../ports/effect-host.ts';
export type { GuardedAnswer, GuardedRequest, GuardedRequester } from '../ports/guarded-requester.ts';
export type { HookChange, HookListQuery, HookReader, HookRecord, HookStore } from '../ports/hook-store.ts';
export type { IdSource } from '../ports/id-source.ts';
export type { Rate, RateDecision, RateLimiter } from '../ports/rate-limiter.ts';
export type { RequestKey, RequestStore } from '../ports/request-store.ts';
export type { BrandReader, BrandTransaction, QueuedWork, Storage } from '../ports/storage.ts';
export type {
  AgentRecord,
  AgentTokenRecord,
  BrandRecord,
  DeclaredAccount,
  FoundChannel,
  TenantRegistry,
  TokenHolder,
} from '../ports/tenant-registry.ts';
export type { VersionReader, VersionRecord, VersionStore } from '../ports/version-store.ts';
export type { TargetCheck, WebhookRequest, WebhookSender } from '../ports/webhook-sender.ts';
export type {
  FeedbackReader,
  FeedbackStore,
  TestDeploymentReader,
  TestDeploymentRecord,
  TestDeploymentStore,
} from './bot-store.ts';
export type { Timer } from './clock.ts';
export type { MessageReader, MessageStore } from './customer-store.ts';
export type { AccountDirectory, Agent, AgentDirectory, PlanSource } from './host-directories.ts';
