import type { BlockDefinition, PlanTier } from '../domain/blocks/block-definition.ts';
import type { Bot, BotState } from '../domain/bot/bot.ts';
import type { Diagram } from '../domain/diagram/diagram.ts';
import type { Draft, DraftRevision, EditedDraft } from '../domain/draft/draft.ts';
import type { BlockEdit, BlocksInput, ChangeSet } from '../domain/edits/change-set.ts';
import type { FeedbackConfiguration, FeedbackWording } from '../domain/feedback/feedback.ts';
import type { Page, PageRequest } from '../domain/paging/page.ts';
import type { Permission, Principal } from '../domain/principal/principal.ts';
import type { CheckResult } from '../domain/rules/violation.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Publication, Version, VersionSummary } from '../domain/version/version.ts';
import type { DeclaredAccount } from '../ports/installation.ts';
import type { RateLog } from '../ports/rate-log.ts';
import type { AccountEffects } from './accounts/account-effects.ts';
import type { AccountLinks, Accounts } from './accounts-handle.ts';
import type { EngineError } from './engine-error.ts';
import type {
  ChannelCaller,
  ChannelEngine,
  Channels,
  Conversations,
  Customers,
  Deliveries,
  MessageHooks,
  Messages,
} from './platform.ts';
import type { Resealing } from './secrets/reseal-secrets.ts';
import type { Workers, WorkersOptions } from './start-workers.ts';

export interface BotListRequest extends PageRequest {
  /** Default `active`. */
  readonly state?: BotState;
  readonly workspace?: number;
  readonly channelFamily?: string;
  /** Substring of the name, whatever the case. */
  readonly search?: string;
  /** Default: newest publication first, unpublished last. */
  readonly order?: '-created_at' | 'name';
}

export interface BotCreation {
  readonly name: string;
  readonly channelFamily: string;
  /** May be left out by a caller with exactly one. */
  readonly workspace?: number;
  /** Stored as the draft and deployed to the test channel; must break no rule. */
  readonly diagram?: unknown;
  /** Not served: `source_not_implemented`, and with a diagram `diagram_with_source`. */
  readonly source?: unknown;
}

export interface BotDuplication {
  readonly botId: string;
  /** Default: the name of the source, marked as a copy. */
  readonly name?: string;
  /** Default: that of the source. */
  readonly workspace?: number;
}

/** A bot that an older builder made, as another system exported it. */
export interface OlderBot {
  readonly name: string;
  readonly channelFamily: string;
  readonly workspace?: number;
  readonly createdAt: EpochMs;
  readonly diagram: unknown;
  readonly versions?: readonly OlderVersion[];
}

export interface OlderVersion {
  readonly name?: string;
  readonly publishedAt: EpochMs;
  readonly publishedBy: number;
  readonly diagram: unknown;
}

/** Writes only if the draft is still at this revision, or at one of these; else `draft_changed`. An empty list matches none. */
export interface IfRevision {
  readonly ifRevision?: number | readonly number[];
}

/** Who parsed a diagram for the call alone, and does not touch it any more, spares the engine a copy. */
export interface HandOver {
  /** Bytes of the JSON text that it was parsed from; absent: the diagram stays the caller's, and is copied. */
  readonly handedOverBytes?: number;
}

/** @throws {EngineError} `bot_not_found` on every method that takes a bot which the caller cannot see. */
export interface Bots {
  create(request: BotCreation, options?: HandOver): Promise<Bot>;
  list(request?: BotListRequest): Promise<Page<Bot>>;
  get(botId: string): Promise<Bot>;
  /** Renames, restores from the trash, or both at once. */
  update(botId: string, change: { readonly name?: string; readonly state?: 'active' }): Promise<Bot>;
  trash(botId: string): Promise<void>;
  /** For good, with its versions; only from the trash. */
  destroy(botId: string): Promise<void>;
  duplicate(request: BotDuplication): Promise<Bot>;
  importOlder(bot: OlderBot): Promise<Bot>;
  /** Files versions of an older builder in the history of a bot that was never published. */
  importOlderVersions(botId: string, versions: readonly OlderVersion[]): Promise<readonly VersionSummary[]>;
  /** What visitors are talking to. `undefined`: never published, or in the trash. */
  live(botId: string): Promise<Version | undefined>;
  /** What the author is talking to on the test channel: at first the start point alone. `undefined`: in the trash. */
  testDeployment(botId: string): Promise<TestDeployment | undefined>;
}

export interface TestDeployment {
  readonly id: string;
  readonly revision: number;
  readonly diagramJson: string;
  readonly diagram: Diagram;
  readonly deployedAt: EpochMs;
}

export interface Drafts {
  get(botId: string): Promise<Draft>;
  /** Stores the diagram as sent, broken rules and all. */
  replace(botId: string, diagram: unknown, options?: IfRevision & HandOver): Promise<Draft>;
  applyChangeSet(botId: string, changeSet: ChangeSet, options?: IfRevision): Promise<EditedDraft>;
  addBlocks(botId: string, input: BlocksInput, options?: IfRevision): Promise<Draft>;
  editBlock(botId: string, blockId: string, edit: BlockEdit, options?: IfRevision): Promise<Draft>;
  deleteBlock(botId: string, blockId: string, options?: IfRevision): Promise<EditedDraft>;
  /** Back to the live version. */
  discard(botId: string, options?: IfRevision): Promise<Draft>;
  /** Past states, newest first. */
  revisions(botId: string, page?: PageRequest): Promise<Page<DraftRevision>>;
  /** Checks `diagram`, or the stored draft, and writes nothing. */
  validate(botId: string, diagram?: unknown, options?: HandOver): Promise<CheckResult>;
  deployTest(botId: string, options?: IfRevision): Promise<Draft>;
}

export interface Versions {
  list(botId: string, page?: PageRequest): Promise<Page<VersionSummary>>;
  get(botId: string, versionId: string): Promise<Version>;
  latest(botId: string): Promise<Version>;
  publish(botId: string, options?: IfRevision): Promise<Publication>;
  /** Copies the version into the draft, then publishes from there. */
  restore(botId: string, versionId: string, options?: IfRevision): Promise<Publication>;
  /** `undefined` removes the label. */
  label(botId: string, versionId: string, name: string | undefined): Promise<VersionSummary>;
  delete(botId: string, versionId: string): Promise<void>;
}

export interface Feedback {
  get(botId: string): Promise<FeedbackConfiguration>;
  /** Replaces the whole configuration; wording left out returns to its default. */
  put(
    botId: string,
    configuration: { readonly enabled: boolean } & Partial<FeedbackWording>,
  ): Promise<FeedbackConfiguration>;
}

/** The engine as one caller sees it: bound to a brand, its workspaces and the caller's permissions. */
export interface BrandEngine {
  readonly principal: Principal;
  readonly bots: Bots;
  readonly drafts: Drafts;
  readonly versions: Versions;
  readonly feedback: Feedback;
  readonly channels: Channels;
  readonly customers: Customers;
  readonly messages: Messages;
  readonly hooks: MessageHooks;
  readonly deliveries: Deliveries;
  readonly accounts: Accounts;
  readonly conversations: Conversations;
  readonly catalog: { list(): Promise<readonly BlockDefinition[]> };
  /** @throws {EngineError} `permission_denied` */
  require(permission: Permission): void;
  /**
   * Runs something long on a large diagram, such as parsing it, while nobody else in this engine does, and rests
   * afterwards as long as it took.
   *
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  inTurn<T>(work: () => T): Promise<T>;
}

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** A refusal that left something written, such as `restored_draft_has_violations`. */
  | { readonly kind: 'refused'; readonly error: EngineError };

/** One use-case that must take effect at most once however often it is asked. */
export interface OnceRequest<T> {
  readonly path: string;
  readonly key: string;
  /** The same for the same request body. */
  readonly fingerprint: string;
  /** The answer tells a secret: it is sealed where it is stored. */
  readonly isSecret?: boolean;
  /** The answer to store, in the very transaction that commits the effect. */
  encode(outcome: Outcome<T>): string;
}

export interface BrandConfiguration {
  readonly name: string;
  readonly plan: PlanTier;
  readonly workspaces: readonly number[];
  readonly tokens: readonly {
    readonly token: string;
    readonly person: number;
    /** Default: all four. */
    readonly permissions?: readonly Permission[];
    /** Default: all of the brand. */
    readonly workspaces?: readonly number[];
  }[];
  /** Whom customers can be assigned to, beside the persons of tokens. */
  readonly agents?: readonly { readonly id: number; readonly name: string; readonly email: string }[];
  /** Found again by type, workspace and name. One that is no longer here goes off, and its token stops. */
  readonly channels?: readonly {
    readonly type: string;
    readonly name: string;
    /** May be left out by a brand with one. */
    readonly workspace?: number;
    /** For `apichat` alone, like the webhook: who sends into the channel comes with it. */
    readonly token?: string;
    readonly webhookUrl?: string;
  }[];
  /** Accounts that are there without anybody's consent here: drafts may name them. */
  readonly connectedAccounts?: readonly DeclaredAccount[];
}

export interface Engine {
  as(principal: Principal): BrandEngine;
  /**
   * Runs one use-case at most once per caller, path and key within 24 hours, and answers what it stored.
   * A run that changes nothing frees the key, and its error is rethrown.
   *
   * @throws {EngineError} `idempotency_key_in_use`, `idempotency_key_reused`
   */
  once<T>(
    principal: Principal,
    request: OnceRequest<T>,
    work: (engine: BrandEngine) => Promise<T>,
  ): Promise<{ readonly answer: string; readonly replayed: boolean }>;
  /** What an APIchat channel can do. */
  channel(caller: ChannelCaller): ChannelEngine;
  /** The caller that an agent token stands for; `undefined` when it stands for nobody. */
  authenticate(token: string): Promise<Principal | undefined>;
  /** The channel that a channel token stands for; `undefined` when it stands for none. */
  authenticateChannel(token: string): Promise<ChannelCaller | undefined>;
  /** What the page behind the link of an account connection asks. */
  readonly accountLinks: AccountLinks;
  /** What bots do with connected accounts, for an effect host that wants more than the engine's own. */
  readonly accountEffects: AccountEffects;
  /** Makes brands, their agents and tokens, and the channels of the configuration exactly these. */
  configure(brands: readonly BrandConfiguration[]): Promise<void>;
  /** Counts requests for all engines on the store. */
  readonly rateLog: RateLog;
  readonly plans: {
    /** To be called when a plan of the host's `PlanSource` moved: puts message hooks off or on. */
    changed(brand: string): Promise<void>;
  };
  /**
   * Seals with the first key what former keys sealed. When it answers and nothing is `unopened`, the former ones can
   * go a day later: answers that are kept for a repeated request last as long. Takes every brand that keeps a secret
   * unless some are named.
   */
  resealSecrets(brands?: readonly string[]): Promise<Resealing>;
  /** Clears leftovers of publications and settled request keys; call it every few minutes. */
  sweep(): Promise<void>;
  /** Starts what works in the background; stop it before `close`. */
  startWorkers(options?: WorkersOptions): Workers;
  /** Ends with the storage closed. */
  close(): Promise<void>;
}
