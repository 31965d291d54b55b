import type { AccountKind } from '../domain/account-connection/account-kind.ts';
import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Bot, BotState } from '../domain/bot/bot.ts';
import type { ChannelSnapshot } from '../domain/channel/channel.ts';
import type { FeedbackConfiguration } from '../domain/feedback/feedback.ts';
import type { Page, PageRange } from '../domain/paging/page.ts';
import type { Principal } from '../domain/principal/principal.ts';
import type { Violation } from '../domain/rules/violation.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { VersionSummary } from '../domain/version/version.ts';
import type { AccountConnectionReader, AccountConnectionStore, AccountReader, AccountStore } from './account-store.ts';
import type { ChannelReader, ChannelStore } from './channel-store.ts';
import type { ConversationQueue, ConversationReader, ConversationStore } from './conversation-store.ts';
import type { CustomerReader, CustomerStore } from './customer-store.ts';
import type { DeliveryQueue, DeliveryReader, DeliveryStore } from './delivery-store.ts';
import type { HookReader, HookStore } from './hook-store.ts';
import type { MessageReader, MessageStore } from './message-store.ts';
import type { RateLog } from './rate-log.ts';

/** `Bot` as stored: with the name folded for search and order, and the pointer that visitors follow. */
export interface BotRecord extends Bot {
  /** NFC, lower case; made by the domain, never by a store. */
  readonly foldedName: string;
  readonly liveVersion?: string;
}

export interface BotListQuery extends PageRange {
  readonly state: BotState;
  /** Only bots of these workspaces. */
  readonly workspaces: readonly number[];
  readonly channelFamily?: string;
  /** Substring of the folded name, already folded; `%` and `_` are plain characters. @spec ST20 */
  readonly search?: string;
  /**
   * `published`: `publishedAt` descending, unpublished last, then `createdAt` descending, then `id` ascending.
   * `created`: `createdAt` descending, then `id`. `name`: folded name by Unicode code point, then `id`.
   *
   * @spec ST21, ST22, ST23
   */
  readonly order: 'published' | 'created' | 'name';
}

/** What a `bot_link` needs to know of the bot that it names. */
export interface LinkedBotRecord {
  readonly id: string;
  readonly number: number;
  readonly name: string;
  readonly channelFamily: string;
  readonly state: BotState;
  readonly published: boolean;
}

export interface BotReader {
  /** @spec ST12 */
  find(botId: string): Promise<BotRecord | undefined>;
  /** @spec ST19, ST24 */
  list(query: BotListQuery): Promise<Page<BotRecord>>;
  /** Bots of the brand, in any state, by uuid or number; unknown ones are left out. Order is not defined. @spec ST25 */
  findLinked(wanted: {
    readonly ids: readonly string[];
    readonly numbers: readonly number[];
  }): Promise<readonly LinkedBotRecord[]>;
}

/**
 * The writing half. Everywhere below, a write that adds to a bot which the brand does not have, or adds what
 * is there already, is a fault: it rejects with a plain error and writes nothing.
 *
 * @spec ST17
 */
export interface BotStore extends BotReader {
  /**
   * Finds the bot and holds it until this transaction ends.
   *
   * Race rule: while it is held, no other transaction can change the bot or anything that belongs to it
   * (draft, versions, feedback, test deployment): they wait, or their own `claim` waits. What is read after
   * `claim` is therefore the latest committed state.
   *
   * @spec ST15
   */
  claim(botId: string): Promise<BotRecord | undefined>;
  /** Race rule: every number is given once in the installation, also when transactions roll back. @spec ST13 */
  insert(bot: Omit<BotRecord, 'number'>): Promise<BotRecord>;
  /**
   * Writes the members given. A fault when this transaction has neither claimed nor inserted the bot.
   *
   * @spec ST14, ST16
   */
  update(botId: string, change: BotChange): Promise<void>;
  /**
   * Removes the bot and all that belongs to it: draft, revisions, versions, feedback, test deployment, and its
   * channels with their customers, messages and hooks. Deliveries are erased by `DeliveryStore.eraseOfBot`. A fault
   * when it was not claimed; an absent bot stays absent.
   *
   * @spec ST16, ST18, ST63
   */
  destroy(botId: string): Promise<void>;
}

/** `undefined` clears a member; a member left out stays. */
export interface BotChange {
  readonly name?: string;
  readonly foldedName?: string;
  readonly state?: BotState;
  readonly trashedAt?: EpochMs | undefined;
  readonly editedAt?: EpochMs;
  readonly publishedAt?: EpochMs;
  readonly requiredTier?: PlanTier | undefined;
  readonly liveVersion?: string;
}

export interface DraftRecord {
  readonly botId: string;
  readonly revision: number;
  /**
   * Exactly the text the engine gave. A store must not parse, reorder or re-encode it. Well-formed Unicode
   * without U+0000, as `JSON.stringify` makes it.
   *
   * @spec ST26
   */
  readonly diagramJson: string;
  /** @spec ST31 */
  readonly violations: readonly Violation[];
  readonly violationsTotal: number;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
}

export interface RevisionRecord {
  readonly revision: number;
  readonly diagramJson: string;
  readonly editedAt: EpochMs;
  readonly editedBy: number;
}

/** How much of a draft's past is kept: whatever is over either bound goes, oldest first. @spec ST29, ST30 */
export interface HistoryBounds {
  readonly maxRevisions: number;
  /** Counted in UTF-8 bytes of the diagram texts. */
  readonly maxBytes: number;
}

export interface DraftReader {
  find(botId: string): Promise<DraftRecord | undefined>;
  /** Past states, newest first, without the present one. @spec ST28 */
  listRevisions(botId: string, range: PageRange): Promise<Page<RevisionRecord>>;
}

export interface DraftStore extends DraftReader {
  insert(draft: DraftRecord): Promise<void>;
  /**
   * Replaces the draft if it is still at `expected`, and files the state it had in the history, within `keep`.
   * The revision of `next` must be greater, else it is a fault.
   *
   * Race rule: of any number of concurrent calls with the same `expected`, in whatever transactions, exactly
   * one answers `'replaced'`; the others answer `'stale'` and write nothing.
   *
   * @spec ST27, ST32
   */
  replace(next: DraftRecord, expected: number, keep: HistoryBounds): Promise<'replaced' | 'stale'>;
}

export interface VersionRecord extends VersionSummary {
  readonly botId: string;
  readonly diagramJson: string;
  readonly channel?: ChannelSnapshot;
  readonly requiredTier?: PlanTier;
}

/** Sees revealed versions only. @spec ST33 */
export interface VersionReader {
  /** Newest first, which is by descending `id`. @spec ST37 */
  list(botId: string, range: PageRange): Promise<Page<VersionSummary>>;
  find(botId: string, versionId: string): Promise<VersionRecord | undefined>;
  latest(botId: string): Promise<VersionRecord | undefined>;
}

export interface VersionStore extends VersionReader {
  /** Files a version that no reader sees. @spec ST33, ST40 */
  reserve(version: VersionRecord, reservedAt: EpochMs): Promise<void>;
  /**
   * Shows a reserved version to every reader, published at `publishedAt`.
   *
   * Race rule: a reservation is revealed once. `'gone'` when it was dropped, swept or revealed before;
   * `'overtaken'`, and nothing is written, when a version with a greater id was revealed meanwhile, so that
   * ids always sort by publication.
   *
   * @spec ST34, ST35
   */
  reveal(botId: string, versionId: string, publishedAt: EpochMs): Promise<'revealed' | 'gone' | 'overtaken'>;
  /** Removes a reservation; a revealed version stays. @spec ST36 */
  dropReservation(botId: string, versionId: string): Promise<void>;
  /** `undefined` removes the label. @spec ST38 */
  label(botId: string, versionId: string, name: string | undefined): Promise<'labelled' | 'absent'>;
  /** `'latest'`: it is the most recent publication, and stays. @spec ST39 */
  delete(botId: string, versionId: string): Promise<'deleted' | 'latest' | 'absent'>;
}

export interface FeedbackReader {
  find(botId: string): Promise<FeedbackConfiguration | undefined>;
}

export interface FeedbackStore extends FeedbackReader {
  /** @spec ST41 */
  put(botId: string, configuration: FeedbackConfiguration): Promise<void>;
}

export interface TestDeploymentRecord {
  readonly id: string;
  readonly botId: string;
  /** Revision of the draft that was deployed. */
  readonly revision: number;
  readonly diagramJson: string;
  readonly deployedAt: EpochMs;
  readonly deployedBy: number;
}

export interface TestDeploymentReader {
  find(botId: string): Promise<TestDeploymentRecord | undefined>;
}

export interface TestDeploymentStore extends TestDeploymentReader {
  /** @spec ST42 */
  put(deployment: TestDeploymentRecord): Promise<void>;
}

/** One use of an `Idempotency-Key`: who, where, which key. @spec ST50 */
export interface RequestKey {
  readonly person: number;
  readonly path: string;
  readonly key: string;
}

export interface RequestStore {
  /**
   * Takes the key for one run.
   *
   * Race rule: of concurrent calls one gets `'reserved'`; the others `'in_use'` until the run settles or
   * `now` reaches its `leaseUntil`. A key settled less than `replayForMs` ago answers what was stored, or
   * `'reused'` when the fingerprint differs. A key in use answers `'reused'` too when the fingerprint differs.
   * Any other key is free.
   *
   * @spec ST44, ST45, ST46, ST47
   */
  reserve(
    request: RequestKey & {
      readonly fingerprint: string;
      /** Names this run; only it can settle or free the key. */
      readonly run: string;
      readonly now: EpochMs;
      readonly leaseUntil: EpochMs;
      readonly replayForMs: number;
    },
  ): Promise<
    { readonly kind: 'reserved' | 'in_use' | 'reused' } | { readonly kind: 'replay'; readonly answer: string }
  >;
  /**
   * Stores the answer in this transaction. `'lost'`: another run took the key over, so the caller must roll back.
   *
   * @spec ST47, ST49
   */
  settle(request: RequestKey, run: string, answer: string, now: EpochMs): Promise<'settled' | 'lost'>;
  /** Frees the key of a run that changed nothing; does nothing when the run no longer holds it. @spec ST48 */
  free(request: RequestKey, run: string): Promise<void>;
}

/**
 * Committed state of one brand. Each call sees one moment; two calls may see two. What is answered is the
 * caller's to keep: it never changes, and changing it changes nothing stored.
 *
 * @spec ST7, ST10
 */
export interface BrandReader {
  readonly bots: BotReader;
  readonly drafts: DraftReader;
  readonly versions: VersionReader;
  readonly feedback: FeedbackReader;
  readonly testDeployments: TestDeploymentReader;
  readonly channels: ChannelReader;
  readonly customers: CustomerReader;
  readonly messages: MessageReader;
  readonly hooks: HookReader;
  readonly accounts: AccountReader;
  readonly accountConnections: AccountConnectionReader;
  readonly deliveries: DeliveryReader;
  readonly conversations: ConversationReader;
}

/** @spec ST11 */
export interface BrandTransaction extends BrandReader {
  readonly bots: BotStore;
  readonly drafts: DraftStore;
  readonly versions: VersionStore;
  readonly feedback: FeedbackStore;
  readonly testDeployments: TestDeploymentStore;
  readonly channels: ChannelStore;
  readonly customers: CustomerStore;
  readonly messages: MessageStore;
  readonly hooks: HookStore;
  readonly accounts: AccountStore;
  readonly accountConnections: AccountConnectionStore;
  readonly deliveries: DeliveryStore;
  readonly conversations: ConversationStore;
  readonly requests: RequestStore;
}

/** A person whom customers can be assigned to. */
export interface AgentRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

/** An account that the host says is there; nothing is known of its tokens. */
export interface DeclaredAccount {
  readonly kind: AccountKind;
  readonly id: string;
  readonly name: string;
  readonly schedulingUrl?: string;
  readonly person?: number;
}

export interface BrandRecord {
  readonly name: string;
  readonly plan: PlanTier;
  readonly workspaces: readonly number[];
  /** In the order given. */
  readonly agents: readonly AgentRecord[];
  /** In the order given. @spec CA53 */
  readonly connectedAccounts?: readonly DeclaredAccount[];
}

export interface AgentTokenRecord {
  /** SHA-256 of the token, lower-case hex. */
  readonly hash: string;
  readonly principal: Principal;
}

/** Where to find a channel of which no more than the token is known. */
export interface FoundChannel {
  readonly brand: string;
  readonly channelNumber: number;
}

/** What lies above the brands: who may call, and the clean-up that no brand asks for. */
export interface Installation {
  /** Asked on every request: a revoked token stops with the next one. */
  findPrincipal(tokenHash: string): Promise<Principal | undefined>;
  findBrand(brand: string): Promise<BrandRecord | undefined>;
  /**
   * Finds the channel that sends come to with this token. One that is off, or of a brand that is not configured, is
   * nobody. Asked on every request, like `findPrincipal`.
   *
   * @spec ST62
   */
  findChannelByToken(tokenHash: string): Promise<FoundChannel | undefined>;
  /** Finds the channel with this token, also one that is off or of a brand that is not configured. @spec ST79 */
  findTokenHolder(tokenHash: string): Promise<FoundChannel | undefined>;
  /** Brands of the configuration. Order is not defined. @spec ST80 */
  listBrands(): Promise<readonly BrandRecord[]>;
  /**
   * Makes brands and tokens exactly these, in one transaction. A brand that is left out keeps its bots, and
   * nobody can reach them. A name or hash given twice, and a token of a brand that is not among them, is a
   * fault that changes nothing.
   *
   * @spec ST51, ST52
   */
  configure(wanted: {
    readonly brands: readonly BrandRecord[];
    readonly tokens: readonly AgentTokenRecord[];
  }): Promise<void>;
  /**
   * Drops reservations of versions made before `reservedBefore`, and request keys that were settled, or whose
   * lease ended without, before `settledBefore`.
   *
   * @spec ST53
   */
  sweep(before: { readonly reservedBefore: EpochMs; readonly settledBefore: EpochMs }): Promise<void>;
  /** Drops connections of accounts that were started before, with their attempts. @spec CA52 */
  sweepConnections(createdBefore: EpochMs): Promise<void>;
}

export interface Storage {
  readonly capabilities: {
    /** What was acknowledged survives the end of the process. @spec ST9 */
    readonly durable: boolean;
  };

  readonly installation: Installation;
  readonly conversationQueue: ConversationQueue;

  readonly rateLog: RateLog;

  readonly deliveryQueue: DeliveryQueue;

  /** Reads committed state, never waiting for a writer longer than one commit takes. @spec ST3 */
  reader(brand: string): BrandReader;

  /**
   * Runs `work` for one brand. All its writes become visible together after it settles, or none do; a rejected
   * `work` rolls back and the same error is rethrown. Inside, reads see the transaction's own writes.
   *
   * `work` may await only calls of its own transaction: other transactions may have to wait until it settles,
   * and waiting for one of them in turn never ends. A call made after it settled rejects.
   *
   * @spec ST1, ST2, ST3, ST4, ST5, ST6
   */
  transaction<T>(brand: string, work: (tx: BrandTransaction) => Promise<T>): Promise<T>;

  /** Waits for what is running; every call after it rejects, but another `close`. @spec ST8 */
  close(): Promise<void>;
}
