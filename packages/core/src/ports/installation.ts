import type { AccountKind } from '../domain/account-connection/account-kind.ts';
import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Principal } from '../domain/principal/principal.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

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
   * Names of the brands that keep something sealed, configured or not: a hook, a live channel with a webhook, or an
   * account with tokens. Order is not defined.
   *
   * @spec SX12
   */
  listBrandsWithSecrets(): Promise<readonly string[]>;
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
