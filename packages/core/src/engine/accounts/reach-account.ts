import { mustRefresh } from '../../domain/account-connection/connected-account.ts';
import type { AccountProvider, ProviderFailure, ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { AccountParts } from './account-providers.ts';
import { type AccountAddress, findAccount } from './find-account.ts';
import { type ProviderFault, providerFault } from './provider-fault.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';

export type Reached<T> = { readonly kind: 'done'; readonly value: T } | Failed;

export interface Failed {
  readonly kind: 'failed';
  readonly reason: 'account_not_found' | Exclude<ProviderFailure, 'revoked' | 'insufficient_scope'>;
  readonly cause?: unknown;
}

interface Reach<TProvider, T> {
  readonly address: AccountAddress;
  readonly provider: TProvider | undefined;
  /** Asks the provider. Called a second time with a fresh token when the first was called revoked. */
  ask(provider: TProvider, accessToken: string): Promise<T>;
}

type Asked<T> = { readonly kind: 'done'; readonly value: T } | ({ readonly kind: 'failed' } & ProviderFault);

const notListed = { kind: 'failed', reason: 'account_not_found' } as const;
const outOfReach = { kind: 'failed', reason: 'unavailable' } as const;
const ranOut = { kind: 'failed', reason: 'revoked', cause: undefined } as const;

/**
 * Asks a provider something with the tokens of a listed account. Tokens that ran out are refreshed; an account that
 * the provider does not honour any more is delisted.
 *
 * Race rule: where another process had the account refreshed or connected again meanwhile, its tokens are tried too.
 *
 * @spec CA30, CA34, CA36, CA37, CA38
 */
export async function reachAccount<TProvider extends AccountProvider, T>(
  parts: AccountParts,
  { address, provider, ask }: Reach<TProvider, T>,
): Promise<Reached<T>> {
  for (let times = 0; times < 2; times += 1) {
    const listed = await findAccount(parts, address);
    if (listed === undefined) return notListed;
    if (listed.kind === 'declared' || provider === undefined) return outOfReach;

    const found: FoundAccount = { brand: address.brand, provider, account: listed.account };
    const asked = await askWith(parts, found, (accessToken) => ask(provider, accessToken));
    if (asked.kind !== 'overtaken') return asked;
  }
  return outOfReach;
}

interface FoundAccount {
  readonly brand: string;
  readonly provider: AccountProvider;
  readonly account: AccountRecord;
}

/** @returns `overtaken`: these tokens are of no use, and there are others by now. */
async function askWith<T>(
  parts: AccountParts,
  { brand, provider, account: found }: FoundAccount,
  ask: (accessToken: string) => Promise<T>,
): Promise<Reached<T> | { readonly kind: 'overtaken' }> {
  let account = found;
  for (const isFresh of [false, true]) {
    const tokens = await useTokens(parts, brand, account);
    if (tokens === undefined) return notListed;
    const isDue = !isFresh && mustRefresh(tokens, parts.clock.now());
    const asked = isDue ? ranOut : await tryAsking(() => ask(tokens.accessToken));
    if (asked.kind === 'done') return asked;
    if (asked.reason !== 'revoked' || isFresh) return conclude(parts, brand, account, asked);

    const refreshed = await refreshTokens(parts, { provider, brand, account });
    if (refreshed.kind === 'failed') return conclude(parts, brand, account, refreshed);
    account = refreshed.account;
  }
  throw new Error('A fresh token either serves or fails.');
}

/**
 * Opens the tokens of an account; those under an old key are sealed anew.
 *
 * @spec CA40
 */
async function useTokens(
  { storage, secrets }: AccountParts,
  brand: string,
  account: AccountRecord,
): Promise<ProviderTokens | undefined> {
  const { id, sealedTokens } = account;
  if (sealedTokens === undefined) return undefined;
  const owner = { ...account, brand };
  const tokens = openTokens(secrets, owner, sealedTokens);
  if (secrets.isOutdated(sealedTokens)) {
    const anew = sealTokens(secrets, owner, tokens);
    await storage.transaction(brand, (tx) => tx.accounts.reseal(id, sealedTokens, anew));
  }
  return tokens;
}

async function tryAsking<T>(ask: () => Promise<T>): Promise<Asked<T>> {
  try {
    return { kind: 'done', value: await ask() };
  } catch (error) {
    return { kind: 'failed', ...providerFault(error) };
  }
}

/** Delists the account where its tokens are of no use any more. */
async function conclude(
  { storage }: AccountParts,
  brand: string,
  { id, tokensRevision }: AccountRecord,
  { reason, cause }: ProviderFault,
): Promise<Failed | { readonly kind: 'overtaken' }> {
  if (reason !== 'revoked' && reason !== 'insufficient_scope') return { kind: 'failed', reason, cause };
  const outcome = await storage.transaction(brand, (tx) => tx.accounts.delist(id, reason, tokensRevision));
  return outcome === 'delisted' ? { ...notListed, cause } : { kind: 'overtaken' };
}
