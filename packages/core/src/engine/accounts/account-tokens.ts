import type { AccountStatus } from '../../domain/account-connection/connected-account.ts';
import type { AccountProvider, ProviderTokens } from '../../ports/account-provider.ts';
import type { AccountRecord } from '../../ports/account-store.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { Clock, Timer } from '../../ports/clock.ts';
import type { IdSource } from '../../ports/id-source.ts';
import type { EngineStorage } from '../events/engine-storage.ts';
import { providerFault } from './account-providers.ts';
import { tokenLease } from './token-lease.ts';

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

/** What became of tokens that did not work. */
export type TokenOutcome =
  /** The account has other tokens, from this process or another. */
  | { readonly kind: 'renewed'; readonly account: AccountRecord }
  /** The account was delisted. */
  | { readonly kind: 'lost'; readonly cause: unknown }
  /** Nothing has changed; a later attempt may succeed. */
  | { readonly kind: 'failed'; readonly cause: unknown };

interface TokenRequest {
  readonly brand: string;
  /** The account as it was when its tokens turned out not to work. */
  readonly account: AccountRecord;
}

interface RefreshRequest extends TokenRequest {
  readonly provider: AccountProvider;
}

export interface LossRequest extends TokenRequest {
  readonly reason: Exclude<AccountStatus, 'good'>;
  readonly cause: unknown;
}

/** Decides about tokens that did not work. */
export interface AccountTokens {
  /**
   * Gets fresh tokens; delists the account when no refresh can help.
   *
   * Race rule: of any number of calls, in whatever process, one asks the provider, and all use the tokens that it stores.
   *
   * @spec CA35, CA36
   */
  refresh(request: RefreshRequest): Promise<TokenOutcome>;
  /** Delists an account whose tokens the provider does not accept, unless it has others by now. @spec CA38, CA62 */
  lose(request: LossRequest): Promise<TokenOutcome>;
}

const lost = { kind: 'lost', cause: undefined } as const;
const failed = { kind: 'failed', cause: undefined } as const;

/** @spec CA35, CA36, CA38, CA62, CA63, CA64 */
export function accountTokens(dependencies: {
  readonly storage: EngineStorage;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdSource;
}): AccountTokens {
  const { storage, cipher } = dependencies;
  const lease = tokenLease(dependencies);
  /** By brand, account and revision of the tokens. */
  const underWay = new Map<string, Promise<TokenOutcome>>();
  /** Tokens that a provider gave and that could not be stored: the former ones may be of no use any more. */
  const unstored = new Map<string, ProviderTokens>();

  const keyOf = ({ brand, account }: TokenRequest): string =>
    JSON.stringify([brand, account.id, account.tokensRevision]);

  /** Finds tokens that another process stored meanwhile, without the lease or after it had ended. */
  async function findNewer({ brand, account }: TokenRequest): Promise<TokenOutcome | undefined> {
    const stored = await storage.reader(brand).accounts.find(account.id);
    if (stored?.encryptedTokens === undefined || stored.tokensRevision === account.tokensRevision) return undefined;
    return { kind: 'renewed', account: stored };
  }

  async function delist({ brand, account, reason, cause }: LossRequest): Promise<TokenOutcome> {
    const { id: accountId, kind: accountKind, tokensRevision } = account;
    const outcome = await storage.transaction(brand, async (tx) => {
      const delisted = await tx.accounts.delist(accountId, reason, tokensRevision);
      if (delisted === 'delisted') tx.raise({ type: 'account.lost', accountId, accountKind });
      return delisted;
    });
    if (outcome === 'delisted') return { kind: 'lost', cause };
    return (await findNewer({ brand, account })) ?? lost;
  }

  /** Runs work while no other process decides about the same tokens. */
  async function alone(request: TokenRequest, work: () => Promise<TokenOutcome>): Promise<TokenOutcome> {
    const result = await lease.run(request, work);
    if (result.kind === 'done') return result.value;
    if (result.kind === 'busy') return failed;
    unstored.delete(keyOf(request));
    return result.kind === 'gone' ? lost : { kind: 'renewed', account: result.account };
  }

  async function refreshAlone(request: RefreshRequest): Promise<TokenOutcome> {
    const { provider, brand, account } = request;
    const { encryptedTokens } = account;
    if (encryptedTokens === undefined) return lost;
    const key = keyOf(request);
    let next = unstored.get(key);
    if (next === undefined) {
      const tokens = decryptTokens(cipher, { ...account, brand }, encryptedTokens);
      if (tokens.refreshToken === undefined) return delist({ ...request, reason: 'revoked', cause: undefined });
      try {
        next = await provider.refresh(tokens);
      } catch (error) {
        const { reason, cause } = providerFault(error);
        const newer = await findNewer(request);
        if (newer !== undefined) return newer;
        return reason === 'revoked' ? delist({ ...request, reason, cause }) : { kind: 'failed', cause };
      }
      unstored.set(key, next);
    }
    const stored = await store(request, next);
    unstored.delete(key);
    return stored;
  }

  async function store({ brand, account }: TokenRequest, tokens: ProviderTokens): Promise<TokenOutcome> {
    const encryptedTokens = encryptTokens(cipher, { ...account, brand }, tokens);
    const written = { encryptedTokens, scopes: tokens.scopes };
    const expected = account.tokensRevision;
    const outcome = await storage.transaction(brand, (tx) => tx.accounts.replaceTokens(account.id, written, expected));
    if (outcome === 'stale') return (await findNewer({ brand, account })) ?? failed;
    return { kind: 'renewed', account: { ...account, ...written, status: 'good', tokensRevision: expected + 1 } };
  }

  return {
    async refresh(request) {
      const key = keyOf(request);
      const present = underWay.get(key);
      if (present !== undefined) return present;
      const started = alone(request, () => refreshAlone(request)).finally(() => underWay.delete(key));
      underWay.set(key, started);
      return started;
    },
    lose: (request) => alone(request, () => delist(request)),
  };
}
