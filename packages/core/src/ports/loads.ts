import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { FeedbackConfiguration } from '../domain/feedback.ts';
import type { Message } from '../domain/message/message.ts';
import type { Page, Slice } from '../domain/paging/page.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { BotListQuery, BotRecord, LinkedBotRecord, TestDeploymentRecord } from './bot-store.ts';
import type { ChannelListQuery, ChannelRecord } from './channel-store.ts';
import type { ConversationRecord, InboxEntry, LoadedWork } from './conversation-store.ts';
import type { CustomerRecord } from './customer-store.ts';
import type { DraftHead, DraftRecord } from './draft-store.ts';
import type { HookRecord } from './hook-store.ts';
import type { VersionRecord } from './version-store.ts';

/** The key and the answer of each kind of load. */
export interface LoadKinds {
  readonly bot: { readonly key: { readonly id: string }; readonly answer: BotRecord | undefined };
  /** A number that no bot of the store has had. */
  readonly botNumber: { readonly key: object; readonly answer: number };
  readonly bots: { readonly key: { readonly query: BotListQuery }; readonly answer: Page<BotRecord> };
  readonly channel: { readonly key: { readonly number: number }; readonly answer: ChannelRecord | undefined };
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
  /** The commit of the use-case requires that nobody changed the customer meanwhile. */
  readonly customer: { readonly key: { readonly number: number }; readonly answer: CustomerRecord | undefined };
  /** The same. With no such customer, the commit requires that there is still none. */
  readonly customerByToken: {
    readonly key: { readonly channel: number; readonly token: string };
    readonly answer: CustomerRecord | undefined;
  };
  /** A number that no customer of the store has had. */
  readonly customerNumber: { readonly key: object; readonly answer: number };
  readonly draft: { readonly key: { readonly botId: string }; readonly answer: DraftRecord | undefined };
  /** The same without what may be large. */
  readonly draftHead: { readonly key: { readonly botId: string }; readonly answer: DraftHead | undefined };
  readonly feedback: { readonly key: { readonly botId: string }; readonly answer: FeedbackConfiguration | undefined };
  readonly firstExpiring: {
    readonly key: { readonly channel: number; readonly after: EpochMs; readonly limit: number };
    readonly answer: readonly CustomerRecord[];
  };
  /** The active hooks of a channel, by number. */
  readonly hooks: { readonly key: { readonly channel: number }; readonly answer: readonly HookRecord[] };
  /** The first entry of the inbox. */
  readonly inboxEntry: { readonly key: { readonly customer: number }; readonly answer: InboxEntry | undefined };
  readonly linkedBots: {
    readonly key: { readonly ids: readonly string[]; readonly numbers: readonly number[] };
    readonly answer: readonly LinkedBotRecord[];
  };
  /** The id of the live version of a bot, if it has one. */
  readonly liveVersion: { readonly key: { readonly botId: string }; readonly answer: string | undefined };
  /** The commit requires that nobody changed the bot meanwhile, nor what is loaded after it that belongs to it. */
  readonly lockedBot: { readonly key: { readonly id: string }; readonly answer: BotRecord | undefined };
  readonly message: {
    readonly key: { readonly customer: number; readonly uuid: string };
    readonly answer: Message | undefined;
  };
  /** The plan that is stored for the brand. */
  readonly plan: { readonly key: object; readonly answer: PlanTier | undefined };
  readonly testDeployment: {
    readonly key: { readonly botId: string };
    readonly answer: TestDeploymentRecord | undefined;
  };
  readonly version: {
    readonly key: { readonly botId: string; readonly id: string };
    readonly answer: VersionRecord | undefined;
  };
  /** What a worker processes next. The commit requires that it still has the lease. `undefined`: it does not have it. */
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
