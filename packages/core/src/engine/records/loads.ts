import type { AccountKind } from '../../domain/account-connection/connected-account.ts';
import type { PlanTier } from '../../domain/blocks/block-definition.ts';
import type { FeedbackConfiguration } from '../../domain/feedback.ts';
import type { Message } from '../../domain/message/message.ts';
import type { OffsetRange } from '../../domain/paging/offset.ts';
import type { Page, PageRange, Slice } from '../../domain/paging/page.ts';
import type { EpochMs } from '../../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../../domain/version.ts';
import type { AccountConnectionRecord, AccountRecord, AuthorizationAttempt } from '../../ports/account-store.ts';
import type { BotListQuery, BotRecord, LinkedBotRecord, TestDeploymentRecord } from '../../ports/bot-store.ts';
import type { ChannelListQuery, ChannelRecord } from '../../ports/channel-store.ts';
import type { ConversationRecord, InboxEntry, LoadedWork } from '../../ports/conversation-store.ts';
import type {
  CustomerListQuery,
  CustomerRecord,
  CustomerSearchQuery,
  CustomerSearchStep,
} from '../../ports/customer-store.ts';
import type { DeliveryListQuery, DeliveryRecord } from '../../ports/delivery-store.ts';
import type { DraftHead, DraftRecord, RevisionRecord } from '../../ports/draft-store.ts';
import type { HookListQuery, HookRecord } from '../../ports/hook-store.ts';
import type { RequestKey, RequestRecord } from '../../ports/request-store.ts';
import type { VersionRecord } from '../../ports/version-store.ts';
import type { BrandRecord } from '../../records/tenants.ts';

/** The key and the answer of each kind of load. */
export interface LoadKinds {
  readonly account: { readonly key: { readonly id: string }; readonly answer: AccountRecord | undefined };
  readonly accountByExternalId: {
    readonly key: { readonly accountKind: AccountKind; readonly externalId: string };
    readonly answer: AccountRecord | undefined;
  };
  readonly accountConnection: {
    readonly key: { readonly id: string };
    readonly answer: AccountConnectionRecord | undefined;
  };
  readonly accountConnectionByLink: {
    readonly key: { readonly linkHash: string };
    readonly answer: AccountConnectionRecord | undefined;
  };
  /** Accounts of the kind with any status, the one connected last first. @spec CA46 */
  readonly accounts: { readonly key: { readonly accountKind: AccountKind }; readonly answer: readonly AccountRecord[] };
  readonly authorizationAttempt: {
    readonly key: { readonly stateHash: string };
    readonly answer: (AuthorizationAttempt & { readonly isTaken: boolean }) | undefined;
  };
  readonly bot: { readonly key: { readonly id: string }; readonly answer: BotRecord | undefined };
  /** A number that no bot of the store has had. */
  readonly botNumber: { readonly key: object; readonly answer: number };
  readonly bots: { readonly key: { readonly query: BotListQuery }; readonly answer: Page<BotRecord> };
  readonly channel: { readonly key: { readonly number: number }; readonly answer: ChannelRecord | undefined };
  /** A number that no channel of the store has had. */
  readonly channelNumber: { readonly key: object; readonly answer: number };
  readonly channels: { readonly key: { readonly query: ChannelListQuery }; readonly answer: Slice<ChannelRecord> };
  readonly channelsOfBot: { readonly key: { readonly botId: string }; readonly answer: readonly ChannelRecord[] };
  readonly conversation: {
    readonly key: { readonly customer: number };
    readonly answer: ConversationRecord | undefined;
  };
  readonly countExpiring: {
    readonly key: { readonly channel: number; readonly upTo: number };
    readonly answer: number;
  };
  /** The commit of the use-case requires that nobody has changed the customer since the load. */
  readonly customer: { readonly key: { readonly number: number }; readonly answer: CustomerRecord | undefined };
  /** The same. With no such customer, the commit requires that there is still none. */
  readonly customerByToken: {
    readonly key: { readonly channel: number; readonly token: string };
    readonly answer: CustomerRecord | undefined;
  };
  readonly customerList: {
    readonly key: { readonly query: CustomerListQuery };
    readonly answer: Slice<CustomerRecord>;
  };
  /** A number that no customer of the store has had. */
  readonly customerNumber: { readonly key: object; readonly answer: number };
  readonly customerSearch: {
    readonly key: { readonly query: CustomerSearchQuery };
    readonly answer: CustomerSearchStep;
  };
  readonly deliveries: { readonly key: { readonly query: DeliveryListQuery }; readonly answer: Slice<DeliveryRecord> };
  readonly delivery: { readonly key: { readonly id: string }; readonly answer: DeliveryRecord | undefined };
  readonly deliveryBody: { readonly key: { readonly id: string }; readonly answer: string | undefined };
  readonly draft: { readonly key: { readonly botId: string }; readonly answer: DraftRecord | undefined };
  /** The same without the parts that may be large. */
  readonly draftHead: { readonly key: { readonly botId: string }; readonly answer: DraftHead | undefined };
  readonly feedback: { readonly key: { readonly botId: string }; readonly answer: FeedbackConfiguration | undefined };
  readonly firstExpiring: {
    readonly key: { readonly channel: number; readonly after: EpochMs; readonly limit: number };
    readonly answer: readonly CustomerRecord[];
  };
  readonly hook: { readonly key: { readonly number: number }; readonly answer: HookRecord | undefined };
  readonly hookList: { readonly key: { readonly query: HookListQuery }; readonly answer: Slice<HookRecord> };
  /** A number that no hook of the store has had. */
  readonly hookNumber: { readonly key: object; readonly answer: number };
  /** The active hooks of a channel, by number. */
  readonly hooks: { readonly key: { readonly channel: number }; readonly answer: readonly HookRecord[] };
  /** The first entry of the inbox. */
  readonly inboxEntry: { readonly key: { readonly customer: number }; readonly answer: InboxEntry | undefined };
  /** The version that was published last. */
  readonly latestVersion: { readonly key: { readonly botId: string }; readonly answer: VersionRecord | undefined };
  readonly linkedBots: {
    readonly key: { readonly ids: readonly string[]; readonly numbers: readonly number[] };
    readonly answer: readonly LinkedBotRecord[];
  };
  /** The id of the live version of a bot, if it has one. */
  readonly liveVersion: { readonly key: { readonly botId: string }; readonly answer: string | undefined };
  /**
   * The commit requires that, since the load, nobody has changed the bot or records that belong to it and are loaded
   * after it.
   */
  readonly lockedBot: { readonly key: { readonly id: string }; readonly answer: BotRecord | undefined };
  /** The commit requires that nobody has changed the channel since the load. */
  readonly lockedChannel: { readonly key: { readonly number: number }; readonly answer: ChannelRecord | undefined };
  /** The same for a hook. */
  readonly lockedHook: { readonly key: { readonly number: number }; readonly answer: HookRecord | undefined };
  /** The same for the key of an idempotent request. */
  readonly lockedRequest: {
    readonly key: { readonly request: RequestKey };
    readonly answer: RequestRecord | undefined;
  };
  readonly message: {
    readonly key: { readonly customer: number; readonly uuid: string };
    readonly answer: Message | undefined;
  };
  /** Newest first. */
  readonly messages: {
    readonly key: { readonly customer: number; readonly range: OffsetRange };
    readonly answer: Slice<Message>;
  };
  /** The brand in the registry of tenants, unless it was removed. */
  readonly brand: { readonly key: object; readonly answer: BrandRecord | undefined };
  /** The plan that is stored for the brand. */
  readonly plan: { readonly key: object; readonly answer: PlanTier | undefined };
  /** Past states of a draft, newest first, without the present one. */
  readonly revisions: {
    readonly key: { readonly botId: string; readonly range: PageRange };
    readonly answer: Page<RevisionRecord>;
  };
  readonly testDeployment: {
    readonly key: { readonly botId: string };
    readonly answer: TestDeploymentRecord | undefined;
  };
  readonly version: {
    readonly key: { readonly botId: string; readonly id: string };
    readonly answer: VersionRecord | undefined;
  };
  /** Newest first. */
  readonly versions: {
    readonly key: { readonly botId: string; readonly range: PageRange };
    readonly answer: Page<VersionSummary>;
  };
  /** The next work of a worker. The commit requires that it still has the lease. `undefined`: it does not have it. */
  readonly work: {
    readonly key: { readonly customer: number; readonly worker: string };
    readonly answer: LoadedWork | undefined;
  };
}

export type LoadKind = keyof LoadKinds;

/** One thing to load. */
export type Load<TKind extends LoadKind = LoadKind> = {
  readonly [K in TKind]: { readonly kind: K } & LoadKinds[K]['key'];
}[TKind];

export type Answer<TLoad> = TLoad extends { readonly kind: infer TKind extends LoadKind }
  ? LoadKinds[TKind]['answer']
  : never;
