import type { ShippedAccountKind } from '../domain/account-connection/connected-account.ts';
import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Permission, Principal } from '../domain/principal.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A person whom customers can be assigned to. */
export interface AgentRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** It was added at run time, so configurations do not change it. */
  readonly addedAtRunTime?: true;
}

/** An account that the host declares; the engine has no tokens for it. */
export interface DeclaredAccount {
  readonly kind: ShippedAccountKind;
  readonly id: string;
  readonly name: string;
  readonly schedulingUrl?: string;
  readonly person?: number;
}

export interface BrandRecord {
  readonly name: string;
  readonly plan: PlanTier;
  readonly workspaces: readonly number[];
  /** In the order given; agents that were added at run time come last, in the order of their addition. */
  readonly agents: readonly AgentRecord[];
  /** In the order given. @spec CA53 */
  readonly connectedAccounts?: readonly DeclaredAccount[];
}

/** A brand that was removed keeps the agents and tokens that were added at run time. */
export interface StoredBrand extends BrandRecord {
  readonly isRemoved?: true;
}

/** Stands for a person of a brand; the token itself is stored nowhere. */
export interface AgentTokenRecord {
  /** SHA-256 of the token, lower-case hex. */
  readonly hash: string;
  readonly brand: string;
  readonly person: number;
  readonly permissions: readonly Permission[];
  /** Left out: all workspaces that the brand has when the token is used. */
  readonly workspaces?: readonly number[];
  /** It was created at run time, so configurations do not change it. */
  readonly addedAtRunTime?: true;
}

/** The brand and number of a channel that was found by its token. */
export interface FoundChannel {
  readonly brand: string;
  readonly channelNumber: number;
}

/** The brand and id of a bot that was found by its number. */
export interface FoundBot {
  readonly brand: string;
  readonly botId: string;
}

/** A customer whose `expiresAt` has passed. */
export interface ExpiredCustomer {
  readonly brand: string;
  readonly customerNumber: number;
}

/** A session of a person that ended before it expired. */
export interface EndedSession {
  /** SHA-256 of the value that identifies the session, lower-case hex. */
  readonly hash: string;
  readonly expiresAt: EpochMs;
}

export interface TokenHolder {
  readonly brand: string;
  /** Left out: an agent has the token. */
  readonly channelNumber?: number;
}

/** Brands and agent tokens as one change sees and leaves them. */
export interface TenantTransaction {
  /** Also a brand that was removed. */
  findBrand(brand: string): Promise<StoredBrand | undefined>;
  /** Without removed brands. Order is not defined. */
  listBrands(): Promise<readonly BrandRecord[]>;
  /** Makes the brand or replaces it whole. */
  putBrand(brand: StoredBrand): Promise<void>;
  /** Also of a brand that was removed. Order is not defined. */
  listTokens(brand: string): Promise<readonly AgentTokenRecord[]>;
  /** As `TenantRegistry.findTokenHolder` does. */
  findTokenHolder(tokenHash: string): Promise<TokenHolder | undefined>;
  /** Makes the token or replaces it whole, also when another brand has it. */
  putToken(token: AgentTokenRecord): Promise<void>;
  /** Removes the token with this hash, if this brand has it. */
  removeToken(brand: string, tokenHash: string): Promise<void>;
  /**
   * A text that the first keys of this store encrypted: keys which do not decrypt it belong to another store.
   *
   * @returns `undefined` when none was put yet.
   * @spec ST112
   */
  findKeyCheck(): Promise<string | undefined>;
  /** Replaces the text. */
  putKeyCheck(encrypted: string): Promise<void>;
  /**
   * Remembers that a session has ended early, and forgets sessions that had expired by a moment. The caller passes a
   * moment well in the past: if the clock is set back, a session which has just expired is valid again.
   *
   * @spec ST124
   */
  endSession(session: EndedSession, expiredBy: EpochMs): Promise<void>;
}

/**
 * The brands, their tokens and agents, and the clean-up across all brands.
 *
 * A brand that was removed is not found, and neither are its tokens and channels. Its data stays stored, with the
 * tokens and agents that were added at run time: they work again when the brand is put again.
 *
 * Race rule: each call is one transaction, and calls take effect one after the other.
 */
export interface TenantRegistry {
  /**
   * Finds the principal of a token, with the workspaces of the token that its brand has now. Called on every request,
   * so that a revoked token stops working immediately.
   *
   * @spec ST51, ST83
   */
  findPrincipal(tokenHash: string): Promise<Principal | undefined>;
  findBrand(brand: string): Promise<BrandRecord | undefined>;
  /** Whether the session with this hash was ended. Called on every request with a session. @spec ST124 */
  isSessionEnded(sessionHash: string): Promise<boolean>;
  /**
   * Finds the active channel with this token. A channel that is off or of a removed brand is not found. Called on every
   * request, like `findPrincipal`.
   *
   * @spec ST62
   */
  findChannelByToken(tokenHash: string): Promise<FoundChannel | undefined>;
  /**
   * Finds the bot with this number, in any state. A bot of a removed brand is not found; one of a brand that was never
   * configured is. Called on every request of a visitor, like `findPrincipal`.
   *
   * @spec ST115
   */
  findBot(number: number): Promise<FoundBot | undefined>;
  /**
   * Finds the agent or channel that has this token, including channels that are off and channels of removed brands.
   *
   * @spec ST79, ST86
   */
  findTokenHolder(tokenHash: string): Promise<TokenHolder | undefined>;
  /** Order is not defined. @spec ST80 */
  listBrands(): Promise<readonly BrandRecord[]>;
  /**
   * Names of the brands that have an encrypted secret, including removed ones: a hook, a live channel with a webhook,
   * or an account with tokens. Order is not defined.
   *
   * @spec SX12
   */
  listBrandsWithSecrets(): Promise<readonly string[]>;
  /** The agent tokens of a brand, also of one that was removed. Order is not defined. @spec ST86 */
  listTokens(brand: string): Promise<readonly AgentTokenRecord[]>;
  /**
   * Changes brands and tokens in one transaction: all its writes are stored once it resolves, and none when it or
   * `work` rejects. Changes wait for each other, so that none overwrites another. `tenantChanges`, above the store,
   * decides on the writes.
   *
   * @spec ST52, ST86, ST87
   */
  change<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T>;
  /**
   * Drops reservations of versions made before `reservedBefore`, and request keys that were completed, or whose lease
   * ended without a response, before `completedBefore`.
   *
   * @spec ST53
   */
  sweep(before: { readonly reservedBefore: EpochMs; readonly completedBefore: EpochMs }): Promise<void>;
  /**
   * Some customers, at most `limit`, whose `expiresAt` is not after `now`, including customers of removed brands. The
   * ones that expired first come first.
   *
   * @spec ST116
   */
  listExpiredCustomers(now: EpochMs, limit: number): Promise<readonly ExpiredCustomer[]>;
  /** Drops connections of accounts that were started before `createdBefore`, with their attempts. @spec CA52 */
  sweepConnections(createdBefore: EpochMs): Promise<void>;
}
