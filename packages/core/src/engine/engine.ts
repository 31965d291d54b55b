import type { Permission, Principal } from '../domain/principal.ts';
import type { RateLimiter } from '../ports/rate-limiter.ts';
import type { AccountEffects } from './accounts/account-effects.ts';
import type { AccountLinks } from './accounts/account-links.ts';
import type { Accounts } from './accounts/accounts.ts';
import type { Bots } from './bots/bots.ts';
import type { BlockCatalog } from './catalog.ts';
import type { Channels } from './channels/channels.ts';
import type { ChannelCaller, ChannelEngine } from './conversations/channel-engine.ts';
import type { Conversations } from './conversations/conversations.ts';
import type { Customers } from './customers/customers.ts';
import type { Deliveries } from './deliveries.ts';
import type { Drafts } from './drafts/drafts.ts';
import type { Feedback } from './feedback.ts';
import type { MessageHooks } from './hooks.ts';
import type { OnceRequest } from './idempotent-request.ts';
import type { Messages } from './messages/messages.ts';
import type { KeyRotation } from './secrets/rotate-keys.ts';
import type { Workers, WorkersOptions } from './start-workers.ts';
import type { Agents, AgentTokens, Brands, Tenants } from './tenants/tenants.ts';
import type { Versions } from './versions/versions.ts';

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
  readonly catalog: BlockCatalog;
  /** @throws {EngineError} `permission_denied` */
  require(permission: Permission): void;
  /**
   * Runs something that takes long on a large diagram, such as parsing it, when no other work on a large diagram runs
   * in this engine. Afterwards it leaves the process to others for as long as the work took.
   *
   * @throws {EngineError} `too_many_requests` when too many of the brand wait already.
   */
  queueLargeDiagram<T>(work: () => T): Promise<T>;
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
  readonly authenticate: Tenants['authenticate'];
  /** The channel that a channel token stands for; `undefined` when it stands for none. */
  authenticateChannel(token: string): Promise<ChannelCaller | undefined>;
  /** What the page behind the link of an account connection asks. */
  readonly accountLinks: AccountLinks;
  /** What bots do with connected accounts, for an effect host that wants more than the engine's own. */
  readonly accountEffects: AccountEffects;
  readonly brands: Brands;
  readonly tokens: AgentTokens;
  readonly agents: Agents;
  /**
   * Makes brands, with the agents, tokens and channels that a configuration declares for them, exactly these. Other
   * brands are not touched, unless it is to be `exactly` these brands.
   */
  configure: Tenants['configure'];
  /** Counts requests for all engines on the store. */
  readonly rateLimiter: RateLimiter;
  readonly plans: {
    /** To be called when a plan of the host's `PlanSource` moved: puts message hooks off or on. */
    changed(brand: string): Promise<void>;
  };
  /**
   * Encrypts with the first key what former keys encrypted. When it answers and nothing is `unreadable`, the former
   * ones can go a day later: answers that are kept for a repeated request last as long. Takes every brand that keeps a
   * secret unless some are named.
   */
  rotateKeys(brands?: readonly string[]): Promise<KeyRotation>;
  /** Clears leftovers of publications and settled request keys; call it every few minutes. */
  sweep(): Promise<void>;
  /** Starts what works in the background; stop it before `close`. */
  startWorkers(options?: WorkersOptions): Workers;
  /** Ends with the storage closed. */
  close(): Promise<void>;
}
