import type { AccountKind } from '../domain/account-connection/connected-account.ts';
import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Permission, Principal } from '../domain/principal.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

/** A person whom customers can be assigned to. */
export interface AgentRecord {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** It was put by itself, so configurations leave it as it is. */
  readonly addedAtRunTime?: true;
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
  /** In the order given; those added at run time come last, in the order in which they came. */
  readonly agents: readonly AgentRecord[];
  /** In the order given. @spec CA53 */
  readonly connectedAccounts?: readonly DeclaredAccount[];
}

/** What stands for a person of a brand; the token itself is stored nowhere. */
export interface AgentTokenRecord {
  /** SHA-256 of the token, lower-case hex. */
  readonly hash: string;
  readonly brand: string;
  readonly person: number;
  readonly permissions: readonly Permission[];
  /** Left out: all workspaces that the brand has when the token is used. */
  readonly workspaces?: readonly number[];
  /** It was created by itself, so configurations leave it as it is. */
  readonly addedAtRunTime?: true;
}

/** Where to find a channel of which no more than the token is known. */
export interface FoundChannel {
  readonly brand: string;
  readonly channelNumber: number;
}

export interface TokenHolder {
  readonly brand: string;
  /** Left out: an agent has the token. */
  readonly channelNumber?: number;
}

/**
 * Which brands there are, and who may call for them; and the clean-up that no brand asks for.
 *
 * A brand that was removed is not found, and neither are its tokens and channels. What is stored of it stays, with the
 * tokens and agents that were added at run time: they are there again when the brand is.
 *
 * Race rule: each call is one transaction, and calls take effect one after the other.
 */
export interface TenantRegistry {
  /**
   * Finds whom a token stands for, with those workspaces of the token that its brand has now. Asked on every request:
   * a revoked token stops with the next one.
   *
   * @spec ST51, ST83
   */
  findPrincipal(tokenHash: string): Promise<Principal | undefined>;
  findBrand(brand: string): Promise<BrandRecord | undefined>;
  /**
   * Finds the channel that sends come to with this token. One that is off, or of a brand that was removed, is not
   * found. Asked on every request, like `findPrincipal`.
   *
   * @spec ST62
   */
  findChannelByToken(tokenHash: string): Promise<FoundChannel | undefined>;
  /** Finds what has this token, also a channel that is off, and also in a brand that was removed. @spec ST79, ST86 */
  findTokenHolder(tokenHash: string): Promise<TokenHolder | undefined>;
  /** Order is not defined. @spec ST80 */
  listBrands(): Promise<readonly BrandRecord[]>;
  /**
   * Names of the brands that keep something encrypted, also of those that were removed: a hook, a live channel with a
   * webhook, or an account with tokens. Order is not defined.
   *
   * @spec SX12
   */
  listBrandsWithSecrets(): Promise<readonly string[]>;
  /**
   * Makes these brands, and declares agents and tokens of them: those that an earlier configuration declared for one
   * of these brands and that are not among them go. What was added at run time stays; a token or agent of it that is
   * given now is declared from then on. All other brands are removed, unless they are `kept`.
   *
   * A name or hash given twice, a token of a brand that is not among them, and a token that a brand has which is not
   * among them is a fault that changes nothing.
   *
   * @spec ST51, ST52, ST82, ST89
   */
  configure(
    wanted: { readonly brands: readonly BrandRecord[]; readonly tokens: readonly AgentTokenRecord[] },
    others?: 'kept' | 'removed',
  ): Promise<void>;
  /** Makes a brand, or replaces what is stored of it but for its agents and tokens. @spec ST84 */
  putBrand(brand: Omit<BrandRecord, 'agents'>): Promise<void>;
  /** Removes a brand, with the agents and tokens that a configuration declared. @spec ST85 */
  removeBrand(brand: string): Promise<void>;
  /** The agent tokens of a brand, also of one that was removed. Order is not defined. @spec ST86 */
  listTokens(brand: string): Promise<readonly AgentTokenRecord[]>;
  /**
   * Adds a token at run time. `'taken'`: another agent token or a channel has it. `'no_brand'`: there is no such brand.
   *
   * @spec ST86
   */
  addToken(token: Omit<AgentTokenRecord, 'addedAtRunTime'>): Promise<'added' | 'taken' | 'no_brand'>;
  /** Removes the token with this hash, if this brand has it. @spec ST86 */
  removeToken(brand: string, tokenHash: string): Promise<void>;
  /** Adds an agent at run time, or changes the name and the email of the one with its id. @spec ST87 */
  putAgent(brand: string, agent: Omit<AgentRecord, 'addedAtRunTime'>): Promise<'put' | 'no_brand'>;
  /** @spec ST87 */
  removeAgent(brand: string, id: number): Promise<void>;
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
