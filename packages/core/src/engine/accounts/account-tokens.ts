import type { AccountProvider, ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Storage } from '../../ports/storage.ts';
import { providerFault } from './account-providers.ts';

/**
 * The account that tokens belong to. Its id is not part of this: an account that is connected again has tokens before
 * its old id is found.
 */
export type TokenOwner = Pick<AccountRecord, 'kind' | 'externalId'> & { readonly brand: string };

/** The context that the tokens of an account are encrypted for. */
export function tokensContext({ brand, kind, externalId }: TokenOwner): string {
  return `account-tokens:${JSON.stringify([brand, kind, externalId])}`;
}

/** @spec CA40 */
export function encryptTokens(cipher: Cipher, owner: TokenOwner, tokens: ProviderTokens): string {
  const { accessToken, refreshToken, expiresAt, scopes } = tokens;
  return cipher.encrypt(JSON.stringify({ accessToken, refreshToken, expiresAt, scopes }), tokensContext(owner));
}

/** @throws {Error} When none of the given keys decrypts them. */
export function decryptTokens(cipher: Cipher, owner: TokenOwner, encrypted: string): ProviderTokens {
  return JSON.parse(cipher.decrypt(encrypted, tokensContext(owner)));
}

export type TokenRefresh =
  | { readonly kind: 'refreshed'; readonly account: AccountRecord }
  | { readonly kind: 'failed'; readonly reason: 'revoked' | 'unavailable'; readonly cause: unknown };

interface RefreshRequest {
  readonly provider: AccountProvider;
  readonly brand: string;
  /** The account as it was when its access token turned out not to work. */
  readonly account: AccountRecord;
}

/**
 * Makes the function that gets fresh access tokens.
 *
 * Race rule: in one process only one refresh of an account's tokens is under way, and further requests wait for it. Of
 * several processes one stores its tokens; the others use the stored ones, including a process that the provider
 * refused because another was faster.
 *
 * @spec CA35, CA36
 */
export function tokenRefresher({
  storage,
  cipher,
}: {
  readonly storage: Storage;
  readonly cipher: Cipher;
}): (request: RefreshRequest) => Promise<TokenRefresh> {
  /** By brand, account and revision of the tokens. */
  const underWay = new Map<string, Promise<TokenRefresh>>();
  const unusable: TokenRefresh = { kind: 'failed', reason: 'revoked', cause: undefined };

  /** Finds tokens that another process stored meanwhile. */
  async function findNewer({ brand, account }: RefreshRequest): Promise<TokenRefresh | undefined> {
    const stored = await storage.reader(brand).accounts.find(account.id);
    if (stored?.encryptedTokens === undefined || stored.tokensRevision === account.tokensRevision) return undefined;
    return { kind: 'refreshed', account: stored };
  }

  async function refresh(request: RefreshRequest): Promise<TokenRefresh> {
    const { provider, brand, account } = request;
    const newer = await findNewer(request);
    if (newer !== undefined) return newer;
    if (account.encryptedTokens === undefined) return unusable;

    const owner = { ...account, brand };
    const tokens = decryptTokens(cipher, owner, account.encryptedTokens);
    if (tokens.refreshToken === undefined) return unusable;
    try {
      const next = await provider.refresh(tokens);
      const written = { encryptedTokens: encryptTokens(cipher, owner, next), scopes: next.scopes };
      const outcome = await storage.transaction(brand, (tx) =>
        tx.accounts.replaceTokens(account.id, written, account.tokensRevision),
      );
      if (outcome === 'replaced') {
        const tokensRevision = account.tokensRevision + 1;
        return { kind: 'refreshed', account: { ...account, ...written, status: 'good', tokensRevision } };
      }
      return (await findNewer(request)) ?? { kind: 'failed', reason: 'unavailable', cause: undefined };
    } catch (error) {
      const { reason, cause } = providerFault(error);
      const stored = await findNewer(request);
      return stored ?? { kind: 'failed', reason: reason === 'revoked' ? 'revoked' : 'unavailable', cause };
    }
  }

  return async (request) => {
    const { brand, account } = request;
    const key = JSON.stringify([brand, account.id, account.tokensRevision]);
    const present = underWay.get(key);
    if (present !== undefined) return present;
    const started = refresh(request).finally(() => underWay.delete(key));
    underWay.set(key, started);
    return started;
  };
}
