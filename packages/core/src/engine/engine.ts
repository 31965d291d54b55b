import type { AccountKind } from '../domain/account-connection/connected-account.ts';
import type { Permission, Principal } from '../domain/principal.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { AccountEffects } from './accounts/account-effects.ts';
import type { AccountLinks } from './accounts/account-links.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Bots } from './bots/bot-handle.ts';
import type { BlockCatalog } from './catalog.ts';
import type { Channels } from './channels/channels.ts';
import type { ChannelCaller, ChannelEngine } from './conversations/channel-engine.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { Customers } from './customers/customers.ts';
import type { Deliveries } from './deliveries.ts';
import type { Drafts } from './drafts/draft-handle.ts';
import type { EngineEvents } from './events/subscribe.ts';
import type { Feedback } from './feedback.ts';
import type { MessageHooks } from './hooks.ts';
import type { OnceRequest } from './idempotent-request.ts';
import type { LargeAnswer } from './large-answers.ts';
import type { Messages } from './messages/messages.ts';
import type { EngineMetrics } from './metrics/engine-metrics.ts';
import type { KeyRotation } from './secrets/rotate-keys.ts';
import type { Workers, WorkersOptions } from './start-workers.ts';
import type { Agents, AgentTokens, Brands, Tenants } from './tenants/tenants.ts';
import type { Versions } from './versions/version-handle.ts';
import type { WebChat } from './web-chat/web-chat.ts';

/** The engine as one caller sees it: bound to a brand, its workspaces and the caller's permissions. */
export interface BrandEngine {
  /** A frozen copy of the principal that `as` was given. */
  readonly principal: Principal;
  /** Creates, lists, changes, trashes and destroys bots. */
  readonly bots: Bots;
  /** Reads and edits the diagram that authors work on, and puts it on the test channel. */
  readonly drafts: Drafts;
  /** Publishes drafts, and lists and restores publications. */
  readonly versions: Versions;
  /** Configures the question at the end of a bot's conversations. */
  readonly feedback: Feedback;
  /** The places where customers write. */
  readonly channels: Channels;
  /** The people who write, with their Fields. */
  readonly customers: Customers;
  /** Reads and sends messages of agents and bots. */
  readonly messages: Messages;
  /** Webhooks that receive the messages of a channel. */
  readonly hooks: MessageHooks;
  /** Messages on their way to webhooks and transports, and dead letters. */
  readonly deliveries: Deliveries;
  /** Connected accounts of other services, such as spreadsheets. */
  readonly accounts: Accounts;
  /** Receives messages of visitors and reads the position of conversations. */
  readonly conversations: Conversations;
  /** The blocks that bots may have, with their params and outputs. */
  readonly catalog: BlockCatalog;
  /**
   * Throws if the caller lacks a permission: for an interface that does work before a use-case.
   *
   * @throws {EngineError} `permission_denied`
   */
  require(permission: Permission): void;
  /**
   * Reads a large input, such as the JSON text of a large diagram, when no other work on a large diagram runs in this
   * engine, and uses it. It reads and uses one large input of a brand at a time, and four of all brands, each for ten
   * seconds at most; others wait. After `read` it pauses for the duration of `read`, so that other work can run. `use`
   * must not queue another input of the same brand.
   *
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  queueLargeInput<TInput, T>(read: () => TInput, use: (input: TInput) => Promise<T>): Promise<T>;
  /**
   * Begins an answer that is sent piece by piece, so that the answers of a brand take at most `maxUnsentBytes` of
   * memory. Call its `end` when all was sent, or the client has gone.
   *
   * @param bytes - Its size in memory.
   * @param options - `isAccepted`: the engine answers in any case, such as after a change.
   * @throws {EngineError} `too_many_requests` when too much of the brand, or of all brands, waits to be sent.
   */
  beginLargeAnswer(bytes: number, options?: { readonly isAccepted?: boolean }): LargeAnswer;
}

/** The use-cases of an engine in a transaction of the host. */
export interface JoinedEngine
  extends Pick<
    Engine,
    | 'as'
    | 'once'
    | 'channel'
    | 'authenticate'
    | 'authenticateChannel'
    | 'brands'
    | 'tokens'
    | 'agents'
    | 'configure'
    | 'plans'
  > {
  /** As `Engine.webChat`, without `follow`, which would outlive the transaction. */
  readonly webChat: Omit<WebChat, 'follow'>;
  /** Hands the events of its changes to the subscribers. Call it after the COMMIT, and only then. */
  committed(): void;
}

/** An embedded engine. `as` binds its use-cases to a principal, `channel` to the holder of a channel token. */
export interface Engine {
  /** Checks nothing until a use-case runs; cheap enough for every request. */
  as(principal: Principal): BrandEngine;
  /**
   * Runs one use-case at most once per caller, path and key within 24 hours, and returns the stored response. A run
   * that changes nothing frees the key, and its error is rethrown.
   *
   * @throws {EngineError} `idempotency_key_in_use`, `idempotency_key_reused`
   */
  once<T>(
    principal: Principal,
    request: OnceRequest<T>,
    work: (engine: BrandEngine) => Promise<T>,
  ): Promise<{ readonly response: string; readonly replayed: boolean }>;
  /** Events of this engine: bots published, customers created, deliveries dead, and so on. */
  readonly events: EngineEvents;
  /** Depth of the queue by brand, attempts by outcome, faults and so on: for Prometheus by `prometheusText`. */
  readonly metrics: EngineMetrics;
  /** The use-cases of an APIchat channel. */
  channel(caller: ChannelCaller): ChannelEngine;
  /** Finds the principal of an agent token; `undefined` if there is none, or its brand is not served. */
  readonly authenticate: Tenants['authenticate'];
  /** Finds the channel with this token; `undefined` when there is none. */
  authenticateChannel(token: string): Promise<ChannelCaller | undefined>;
  /** Conversations with visitors whom nobody signed in, for a page that everybody can open. */
  readonly webChat: WebChat;
  /** The use-cases of the page behind the link of an account connection. */
  readonly accountLinks: AccountLinks;
  /** The kinds of accounts that can be connected: the kinds with a provider. */
  readonly accountKinds: readonly AccountKind[];
  /** Names of the language models. @spec LM18 */
  readonly modelNames: readonly string[];
  /** Effects of bots on connected accounts, for a host that writes its own effect host. */
  readonly accountEffects: AccountEffects;
  /** Tenants, for the host: no principal is needed. */
  readonly brands: Brands;
  /**
   * Whether principals of this brand are served, by the option `brands`: for an interface that authenticates them itself.
   */
  serves(brand: string): Promise<boolean>;
  /** Agent tokens, for the host: no principal is needed. */
  readonly tokens: AgentTokens;
  /** People to whom customers are assigned, for the host: no principal is needed. */
  readonly agents: Agents;
  /**
   * Creates or updates brands so that their declared agents, tokens and channels match the configuration. Other brands
   * are not touched; with `exactly` they are removed.
   */
  configure: Tenants['configure'];
  /** Counts requests of all engines on the store together. */
  readonly rateLimiter: RateLimiter;
  /** For a host with its own `PlanSource`. */
  readonly plans: {
    /** Call it when a plan of the host's `PlanSource` has changed: it switches message hooks off or on. */
    changed(brand: string): Promise<void>;
  };
  /**
   * Encrypts secrets of former keys again with the first key, for the named brands; by default for all brands with
   * secrets. When nothing is `unreadable`, the former keys can be removed a day later: stored responses to repeated
   * requests last that long.
   */
  rotateKeys(brands?: readonly string[]): Promise<KeyRotation>;
  /**
   * Removes expired data: abandoned publications, old request keys, finished deliveries, account connections, visitors
   * whose conversations have expired, and the files of erased customers. Call it every few minutes.
   */
  sweep(): Promise<void>;
  /**
   * The use-cases of this engine in a transaction that the host has begun on a client of its database: the host's
   * COMMIT stores their changes, with the host's own rows, and its ROLLBACK undoes them. They see each other's changes,
   * and the rules, permissions and limits are the same. A use-case that fails undoes only its own changes. Workers find
   * queued work at the COMMIT. Use it for one transaction, and call `committed` after the COMMIT.
   *
   * A use-case is not tried again when another writer was first: it fails with `dependency_failed`. It waits in no
   * queue of the engine. Directories and the channel deployer of the host are called while the transaction is open.
   * Calls of account providers and `runUntilIdle` throw a `TypeError`: a ROLLBACK could not undo them.
   *
   * @param client - Such as a client of `pg` after its `BEGIN`.
   * @throws {TypeError} when the storage has no `within`, or the client is none of its driver.
   * @spec ST128, ST129, ST130, ST131, ST132, EV11
   */
  within(client: unknown): JoinedEngine;
  /** Starts the background workers; stop them before `close`. */
  startWorkers(options?: WorkersOptions): Workers;
  /** Closes the storage. */
  close(): Promise<void>;
}
