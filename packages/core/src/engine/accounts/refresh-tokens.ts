import type { AccountProvider } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { AccountParts, RefreshResult } from './account-providers.ts';
import { providerFault } from './provider-fault.ts';
import { openTokens, sealTokens } from './sealed-tokens.ts';

export interface RefreshRequest {
  readonly provider: AccountProvider;
  readonly brand: string;
  /** As it was when its access token was found to be of no use. */
  readonly account: AccountRecord;
}

/**
 * Gets a fresh access token.
 *
 * Race rule: in one process one refresh of these tokens is under way, and whoever else wants one waits for it. Of
 * several processes one has its tokens stored; the others, also one that the provider refused because another was
 * faster, go on with what was stored.
 *
 * @spec CA35, CA36
 */
export async function refreshTokens(parts: AccountParts, request: RefreshRequest): Promise<RefreshResult> {
  const { refreshes } = parts.providers;
  const { brand, account } = request;
  const key = JSON.stringify([brand, account.id, account.tokensRevision]);
  const underWay = refreshes.get(key);
  if (underWay !== undefined) return underWay;

  const refresh = askForTokens(parts, request).finally(() => refreshes.delete(key));
  refreshes.set(key, refresh);
  return refresh;
}

async function askForTokens(parts: AccountParts, request: RefreshRequest): Promise<RefreshResult> {
  const { storage, secrets } = parts;
  const { provider, brand, account } = request;
  const faster = await findNewer(parts, request);
  if (faster !== undefined) return faster;
  if (account.sealedTokens === undefined) return { kind: 'failed', reason: 'revoked', cause: undefined };

  const owner = { ...account, brand };
  const tokens = openTokens(secrets, owner, account.sealedTokens);
  if (tokens.refreshToken === undefined) return { kind: 'failed', reason: 'revoked', cause: undefined };
  try {
    const next = await provider.refresh(tokens);
    const written = { sealedTokens: sealTokens(secrets, owner, next), scopes: next.scopes };
    const outcome = await storage.transaction(brand, (tx) =>
      tx.accounts.replaceTokens(account.id, written, account.tokensRevision),
    );
    if (outcome === 'replaced') {
      const tokensRevision = account.tokensRevision + 1;
      return { kind: 'refreshed', account: { ...account, ...written, standing: 'good', tokensRevision } };
    }
    return (await findNewer(parts, request)) ?? { kind: 'failed', reason: 'unavailable', cause: undefined };
  } catch (error) {
    const { reason, cause } = providerFault(error);
    const stored = await findNewer(parts, request);
    return stored ?? { kind: 'failed', reason: reason === 'revoked' ? 'revoked' : 'unavailable', cause };
  }
}

/** Finds tokens that another process stored meanwhile. */
async function findNewer(
  { storage }: AccountParts,
  { brand, account }: RefreshRequest,
): Promise<RefreshResult | undefined> {
  const stored = await storage.reader(brand).accounts.find(account.id);
  if (stored?.sealedTokens === undefined || stored.tokensRevision === account.tokensRevision) return undefined;
  return { kind: 'refreshed', account: stored };
}
