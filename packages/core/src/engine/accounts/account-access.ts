import { type AccountKind, isListed, mustRefresh } from '../../domain/account-connection/connected-account.ts';
import type { AccountProvider, ProviderFailure, ProviderTokens } from '../../ports/account-provider.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { AccountDirectory } from '../../ports/host-directories.ts';
import type { AccountRecord } from '../../records/accounts.ts';
import type { DeclaredAccount } from '../../records/tenants.ts';
import {
  type AccountProviders,
  type ProviderFault,
  type ProviderOf,
  providerFault,
  requiredScopes,
} from './account-providers.ts';
import { accountTokens, decryptTokens, encryptTokens, reencryptTokens } from './account-tokens.ts';
import type { LeaseParts } from './token-lease.ts';

export interface AccountAddress {
  readonly brand: string;
  readonly kind: AccountKind;
  readonly accountId: string;
}

export type ListedAccount =
  | { readonly kind: 'connected'; readonly account: AccountRecord }
  | { readonly kind: 'declared'; readonly account: DeclaredAccount };

export type ProviderResult<T> = { readonly kind: 'done'; readonly value: T } | FailedRequest;

export interface FailedRequest {
  readonly kind: 'failed';
  /** Why the provider did not do it, or `account_not_found`. */
  readonly reason: 'account_not_found' | Exclude<ProviderFailure, 'revoked' | 'insufficient_scope'>;
  /** The error behind it, for logs only. */
  readonly cause?: unknown;
}

export interface ProviderRequest<TKind extends AccountKind, T> {
  readonly brand: string;
  readonly kind: TKind;
  readonly accountId: string;
  /** Called a second time, with a fresh token, when the provider said that the first one was revoked. */
  ask(provider: ProviderOf<TKind>, accessToken: string): Promise<T>;
}

/** Accounts of brands, and requests to their providers with the accounts' tokens. @spec CA59 */
export interface AccountAccess {
  /** The connected accounts, newest first, then the declared ones. */
  list(brand: string, kind: AccountKind): Promise<readonly ListedAccount[]>;
  find(address: AccountAddress): Promise<ListedAccount | undefined>;
  /**
   * Calls a provider with the tokens of a listed account. Expired tokens are refreshed; an account that the provider no
   * longer accepts is removed from the list.
   *
   * Race rule: when another process has refreshed the tokens or connected the account again during the call, the new
   * tokens are tried too.
   */
  ask<TKind extends AccountKind, T>(request: ProviderRequest<TKind, T>): Promise<ProviderResult<T>>;
}

const notListed = { kind: 'failed', reason: 'account_not_found' } as const;
const unavailable = { kind: 'failed', reason: 'unavailable' } as const;
const expired = { kind: 'failed', reason: 'revoked', cause: undefined } as const;

export function accountAccess(
  parts: LeaseParts & { readonly cipher: Cipher; readonly providers: AccountProviders },
): AccountAccess {
  const { storage, cipher, clock, providers } = parts;
  const tokens = accountTokens(parts);

  const isUsable = (account: AccountRecord) => isListed(account, requiredScopes(providers, account.kind));

  async function listDeclared(brand: string, kind: AccountKind): Promise<readonly DeclaredAccount[]> {
    const { connectedAccounts = [] } = (await storage.reads(brand).load({ kind: 'brand' })) ?? {};
    return connectedAccounts.filter((each) => each.kind === kind);
  }

  /** @spec CA27 */
  async function find({ brand, kind, accountId }: AccountAddress): Promise<ListedAccount | undefined> {
    const account = await storage.reads(brand).load({ kind: 'account', id: accountId });
    if (account?.kind === kind && isUsable(account)) return { kind: 'connected', account };
    const declared = (await listDeclared(brand, kind)).find(({ id }) => id === accountId);
    return declared && { kind: 'declared', account: declared };
  }

  /** Decrypts the tokens of an account; those encrypted with an outdated key are encrypted again. @spec CA40 */
  async function tokensOf(brand: string, account: AccountRecord): Promise<ProviderTokens | undefined> {
    const { id, encryptedTokens } = account;
    if (encryptedTokens === undefined) return undefined;
    const owner = { ...account, brand };
    const decrypted = decryptTokens(cipher, owner, encryptedTokens);
    if (cipher.isOutdated(encryptedTokens)) {
      const anew = encryptTokens(cipher, owner, decrypted);
      await storage.perform(brand, () => reencryptTokens(id, encryptedTokens, anew));
    }
    return decrypted;
  }

  /** @returns `outdated`: these tokens do not work, and the store has newer ones. */
  async function askWith<T>(
    brand: string,
    found: { readonly provider: AccountProvider; readonly account: AccountRecord },
    ask: (accessToken: string) => Promise<T>,
  ): Promise<ProviderResult<T> | { readonly kind: 'outdated' }> {
    let { account } = found;
    for (const isFresh of [false, true]) {
      const known = await tokensOf(brand, account);
      if (known === undefined) return notListed;
      const isDue = !isFresh && mustRefresh(known, clock.now());
      const result = isDue ? expired : await attempt(() => ask(known.accessToken));
      if (result.kind === 'done') return result;
      const { reason, cause } = result;
      if (reason !== 'revoked' && reason !== 'insufficient_scope') return { kind: 'failed', reason, cause };

      const canRefresh = reason === 'revoked' && !isFresh;
      const outcome = canRefresh
        ? await tokens.refresh({ provider: found.provider, brand, account })
        : await tokens.lose({ brand, account, reason, cause });
      if (outcome.kind === 'lost') return { ...notListed, cause: outcome.cause };
      if (outcome.kind === 'failed') return { ...unavailable, cause: outcome.cause };
      if (!canRefresh) return { kind: 'outdated' };
      account = outcome.account;
    }
    throw new Error('A fresh token either serves or fails.');
  }

  return {
    find,

    /** @spec CA22, CA26, CA38 */
    async list(brand, kind) {
      const connected = (await storage.reads(brand).load({ kind: 'accounts', accountKind: kind })).filter(isUsable);
      return [
        ...connected.map((account) => ({ kind: 'connected', account }) as const),
        ...(await listDeclared(brand, kind)).map((account) => ({ kind: 'declared', account }) as const),
      ];
    },

    /** @spec CA30, CA34, CA36, CA37, CA38 */
    async ask({ ask, ...address }) {
      const provider = providers.of(address.kind);
      for (let times = 0; times < 2; times += 1) {
        const listed = await find(address);
        if (listed === undefined) return notListed;
        if (listed.kind === 'declared' || provider === undefined) return unavailable;
        const found = { provider, account: listed.account };
        const answer = await askWith(address.brand, found, (accessToken) => ask(provider, accessToken));
        if (answer.kind !== 'outdated') return answer;
      }
      return unavailable;
    },
  };
}

async function attempt<T>(
  ask: () => Promise<T>,
): Promise<{ readonly kind: 'done'; readonly value: T } | ({ readonly kind: 'failed' } & ProviderFault)> {
  try {
    return { kind: 'done', value: await ask() };
  } catch (error) {
    return { kind: 'failed', ...providerFault(error) };
  }
}

/**
 * An account directory of the accounts that are connected through the engine, and the accounts that a configuration
 * declares.
 *
 * @spec CA28
 */
export function storedAccountDirectory(access: Pick<AccountAccess, 'list'>): AccountDirectory {
  return {
    async findConnected(brand, kind, accountIds) {
      const listed = new Set((await access.list(brand, kind)).map(({ account }) => account.id));
      return new Set(accountIds.filter((id) => listed.has(id)));
    },
  };
}
