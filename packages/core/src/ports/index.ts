/**
 * @module The interfaces that an adapter implements: storage, sender, providers, clock and others; and the functions
 * that every store shares for folding texts and leasing queued work.
 */
export type { AccountStatus } from '../domain/account-connection/connected-account.ts';
export type { ChannelSnapshot } from '../domain/channel.ts';
export type { SheetCell } from '../domain/conversation/effects.ts';
export type { CustomerChange, CustomerText } from '../domain/customer/customer.ts';
export { framingHeaders } from '../domain/delivery/attempt-headers.ts';
export { type BodyBudget, createBodyBudget } from '../domain/delivery/body-budget.ts';
export { continuesLog } from '../domain/delivery/delivery-progress.ts';
export {
  type BrandDepth,
  type PendingDeliveries,
  type QueueDepth,
  queueDepth,
} from '../domain/delivery/queue-depth.ts';
export { type ListSplice, spliceList, spliceText, type TextSplice } from '../domain/edits/splices.ts';
export { foldText } from '../domain/fold-text.ts';
export type { OffsetRange } from '../domain/paging/offset.ts';
export { type EpochMs, microsOf, momentOf } from '../domain/time/epoch-ms.ts';
export {
  clockDifferenceMs,
  createSetBackSweep,
  type DeliveryWait,
  dueAfterSetBack,
  leaseAfterSetBack,
  type SetBackClaim,
  type SetBackSweep,
} from '../domain/time/set-back.ts';
export {
  createWorkerSlots,
  type DueQueue,
  hasDeliverySlot,
  hasFairSlot,
  type SlotRequest,
  shareSlots,
  type WorkerSlots,
} from '../domain/worker-slots.ts';
export { recordKinds } from '../records/record-kinds.ts';
export type { AgentRecord, AgentTokenRecord, BrandRecord, DeclaredAccount } from '../records/tenants.ts';
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
} from './account-provider.ts';
export type {
  AccountConnectionRecord,
  AccountRecord,
  AuthorizationAttempt,
  NewAccount,
} from './account-store.ts';
export type {
  BotChange,
  BotListQuery,
  BotRecord,
  LinkedBotRecord,
  TestDeploymentRecord,
} from './bot-store.ts';
export type { ChannelDeployer, Deployment } from './channel-deployer.ts';
export type {
  ChannelChange,
  ChannelListQuery,
  ChannelRecord,
  ChannelWebhook,
} from './channel-store.ts';
export type { Cipher } from './cipher.ts';
export type { Clock, Timer } from './clock.ts';
export type {
  ClaimedConversation,
  ConversationClaim,
  ConversationKey,
  ConversationQueue,
  ConversationRecord,
  EndedStep,
  InboxEntry,
  InboxItem,
  LeaseRequest,
  LoadedWork,
} from './conversation-store.ts';
export { longestWaitMs } from './conversation-store.ts';
export type {
  CustomerListQuery,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
} from './customer-store.ts';
export type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryBounds,
  DeliveryListQuery,
  DeliveryQueue,
  DeliveryRecord,
  EndedDelivery,
  LeaseHolder,
  NewDelivery,
} from './delivery-store.ts';
export type {
  DraftChange,
  DraftHead,
  DraftRecord,
  HistoryBounds,
  RevisionRecord,
} from './draft-store.ts';
export type { EffectHost, EffectPlace } from './effect-host.ts';
export type { GuardedRequest, GuardedRequester, GuardedResponse } from './guarded-requester.ts';
export type { HookChange, HookListQuery, HookRecord } from './hook-store.ts';
export type { AccountDirectory, Agent, AgentDirectory, PlanSource } from './host-directories.ts';
export type { IdSource } from './id-source.ts';
export type { Rate, RateDecision, RateLimiter } from './rate-limiter.ts';
export type { AnyKind, AnyList, AnyRecord, CountedFilters, RecordKind } from './record-kind.ts';
export { recordKind } from './record-kind.ts';
export { answerOfList, answerOfRow, type OrderedRows, orderedRows, type Row, type RowPart } from './record-lists.ts';
export type * from './record-store.ts';
export { keyOf } from './record-store.ts';
export type {
  RequestKey,
  Reservation,
  ReservationResult,
} from './request-store.ts';
export { runAtOnce } from './run-at-once.ts';
export type { QueuedWork, Storage } from './storage.ts';
export { isStorageUnavailable, StorageUnavailableError } from './storage-unavailable.ts';
export type { Span, SpanAttributes, SpanStart, Tracer } from './tracer.ts';
export type { VersionRecord } from './version-store.ts';
export type { TargetCheck, WebhookRequest, WebhookSender } from './webhook-sender.ts';
