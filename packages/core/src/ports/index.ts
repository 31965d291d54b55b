/**
 * @module The interfaces that an adapter implements: storage, sender, providers, clock and others; and the functions
 * that every store shares for folding texts and leasing queued work.
 */
export type { SheetCell } from '../domain/conversation/effects.ts';
export { framingHeaders } from '../domain/delivery/attempt-headers.ts';
export { type BodyBudget, createBodyBudget } from '../domain/delivery/body-budget.ts';
export { continuesLog } from '../domain/delivery/delivery-progress.ts';
export { type BrandDepth, queueDepth } from '../domain/delivery/queue-depth.ts';
export type { TransportResult } from '../domain/delivery/transport-outcome.ts';
export { spliceList, spliceText } from '../domain/edits/splices.ts';
export type { EpochMs } from '../domain/time/epoch-ms.ts';
export {
  clockDifferenceMs,
  createSetBackSweep,
  dueAfterSetBack,
  leaseAfterSetBack,
  type SetBackClaim,
} from '../domain/time/set-back.ts';
export { createWorkerSlots, type DueQueue, hasDeliverySlot, hasFairSlot, shareSlots } from '../domain/worker-slots.ts';
export type { AccountConnectionRecord } from '../records/accounts.ts';
export type { BotRecord } from '../records/bots.ts';
export type { ChannelRecord } from '../records/channels.ts';
export type { CustomerRecord } from '../records/customers.ts';
export type { DraftRecord } from '../records/drafts.ts';
export type { HookRecord } from '../records/hooks.ts';
export { recordKinds } from '../records/record-kinds.ts';
export type { AgentTokenRecord } from '../records/tenants.ts';
export type { VersionRecord } from '../records/versions.ts';
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
export { announcements } from './announced.ts';
export type { ChannelDeployer } from './channel-deployer.ts';
export type { Cipher } from './cipher.ts';
export type { Clock, Timer } from './clock.ts';
export type {
  ClaimedConversation,
  ConversationClaim,
  ConversationKey,
  ConversationQueue,
  InboxEntry,
  InboxItem,
  Wake,
} from './conversation-store.ts';
export { endsWait, longestWaitMs } from './conversation-store.ts';
export type {
  ClaimedDelivery,
  ClaimRequest,
  DeliveryBounds,
  DeliveryListQuery,
  DeliveryQueue,
  DeliveryRecord,
  EndedDelivery,
  NewDelivery,
} from './delivery-store.ts';
export type { EffectHost } from './effect-host.ts';
export type { FileOwner, FileStore, NewFile, OwnerPage, ReadableFile, StoredFile } from './file-store.ts';
export type { GuardedRequest, GuardedRequester } from './guarded-requester.ts';
export type { AccountDirectory, Agent, AgentDirectory, PlanSource } from './host-directories.ts';
export type { IdSource } from './id-source.ts';
export type { LanguageModel, LanguageModelAnswer, LanguageModelRequest, ModelFill } from './language-model.ts';
export type { Mail, Mailer, MailResult, MailSending } from './mailer.ts';
export type { Rate, RateDecision, RateLimiter } from './rate-limiter.ts';
export type { AnyKind, AnyList, CountedFilters, RecordKind } from './record-kind.ts';
export { recordKind } from './record-kind.ts';
export { answerOfList, answerOfRow, orderedRows, type Row } from './record-lists.ts';
export {
  type BatchOperation,
  type CommitOutcome,
  type Condition,
  type CountRequest,
  type DecidedRecords,
  type DocumentPlace,
  type FindRequest,
  type GetRequest,
  keyOf,
  type ListAnswer,
  type Listed,
  type ListRequest,
  type Program,
  type QueueOperation,
  type QueueRequest,
  type RecordBatch,
  type RecordCondition,
  type RecordOperation,
  type RecordRequest,
  type RecordStore,
  type Request,
  type Scalar,
  type ScanAnswer,
  type ScanRequest,
  type Scope,
  type Stored,
} from './record-store.ts';
export { runAtOnce } from './run-at-once.ts';
export type { QueuedWork, Storage } from './storage.ts';
export { isStorageUnavailable, StorageUnavailableError } from './storage-unavailable.ts';
export type { Tracer } from './tracer.ts';
export type { Transport, TransportDelivery } from './transport.ts';
export type { WebhookRequest, WebhookSender } from './webhook-sender.ts';
export type { LeaseHolder, LeaseRequest } from './work-queue.ts';
