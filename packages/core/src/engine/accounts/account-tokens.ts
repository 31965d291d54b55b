import type { AccountStatus } from '../../domain/account-connection/connected-account.ts';
import type { AccountProvider, ProviderTokens } from '../../ports/account-provider.ts';
import type { Cipher } from '../../ports/cipher.ts';
import type { AccountRecord } from '../../records/accounts.ts';
import type { Operation } from '../records/operations.ts';
import { decided, load, type UseCase, type Writes } from '../use-case/use-case.ts';
import { providerFault } from './account-providers.ts';
import { type HeldTokens, type LeaseParts, type TokenOutcome, underTokenLease } from './token-lease.ts';

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

/** The account has the state in which its tokens turned out not to work. */
interface RefreshRequest extends HeldTokens {
  readonly provider: AccountProvider;
}

export interface LossRequest extends HeldTokens {
  readonly reason: Exclude<AccountStatus, 'good'>;
  readonly cause: unknown;
}

/** Handles tokens that did not work. */
export interface AccountTokens {
  /**
   * Gets fresh tokens; delists the account when no refresh can help.
   *
   * Race rule: one of any number of calls, in any processes, calls the provider, and all use the tokens that it stores.
   *
   * @spec CA35, CA36
   */
  refresh(request: RefreshRequest): Promise<TokenOutcome>;
  /** Delists an account whose tokens the provider does not accept, unless it now has other tokens. @spec CA38, CA62 */
  lose(request: LossRequest): Promise<TokenOutcome>;
}

/** Replaces the text of tokens, unless other tokens are stored now. @spec CA54 */
export function* reencryptTokens(id: string, former: string, next: string): UseCase<void> {
  const [stored] = yield* load({ kind: 'account', id });
  const isSame = stored?.encryptedTokens === former;
  return decided({ operations: isSame ? [{ kind: 'reencryptTokens', id, former, next }] : [] }, () => undefined);
}

/**
 * Writes to an account whose tokens are still the same. @param otherwise - The outcome when the account has other
 * tokens.
 */
function* writeToSame(
  { id, tokensRevision }: AccountRecord,
  writes: Writes,
  outcome: TokenOutcome,
  otherwise: TokenOutcome,
): UseCase<TokenOutcome> {
  const [stored] = yield* load({ kind: 'account', id });
  if (stored?.tokensRevision === tokensRevision) return decided(writes, () => outcome);
  return decided({}, () => (stored?.encryptedTokens === undefined ? otherwise : { kind: 'renewed', account: stored }));
}

/** @spec CA35, CA36, CA38, CA62, CA63, CA64 */
export function accountTokens(parts: LeaseParts & { readonly cipher: Cipher }): AccountTokens {
  const { storage, cipher } = parts;
  /** By brand, account and revision of the tokens. */
  const underWay = new Map<string, Promise<TokenOutcome>>();
  /** New tokens of a provider that could not be stored: the former ones may have become invalid. */
  const unstored = new Map<string, ProviderTokens>();

  const keyOf = ({ brand, account }: HeldTokens): string => JSON.stringify([brand, account.id, account.tokensRevision]);

  function delist({ brand, account, reason, cause }: LossRequest): Promise<TokenOutcome> {
    const { id, kind: accountKind, tokensRevision: expected } = account;
    const writes: Writes = {
      operations: [{ kind: 'delistAccount', id, status: reason, expected }],
      events: [{ type: 'account.lost', accountId: id, accountKind }],
    };
    return storage.perform(brand, () => writeToSame(account, writes, { kind: 'lost', cause }, { kind: 'lost' }));
  }

  /** Runs work while no other process handles the same tokens. */
  async function alone(held: HeldTokens, work: () => Promise<TokenOutcome>): Promise<TokenOutcome> {
    const outcome = await underTokenLease(parts, held, work);
    if (outcome.kind !== 'failed') unstored.delete(keyOf(held));
    return outcome;
  }

  async function refreshAlone(request: RefreshRequest): Promise<TokenOutcome> {
    const { provider, brand, account } = request;
    const { encryptedTokens } = account;
    if (encryptedTokens === undefined) return { kind: 'lost' };
    const key = keyOf(request);
    let next = unstored.get(key);
    if (next === undefined) {
      const tokens = decryptTokens(cipher, { ...account, brand }, encryptedTokens);
      if (tokens.refreshToken === undefined) return delist({ ...request, reason: 'revoked', cause: undefined });
      try {
        next = await provider.refresh(tokens);
      } catch (error) {
        const { reason, cause } = providerFault(error);
        if (reason === 'revoked') return delist({ ...request, reason, cause });
        // Another process may have stored tokens after its lease had ended.
        const failed = { kind: 'failed', cause } as const;
        return storage.perform(brand, () => writeToSame(account, {}, failed, failed));
      }
      unstored.set(key, next);
    }
    const stored = await store(request, next);
    unstored.delete(key);
    return stored;
  }

  function store({ brand, account }: HeldTokens, given: ProviderTokens): Promise<TokenOutcome> {
    const { id, tokensRevision: expected } = account;
    const tokens = { encryptedTokens: encryptTokens(cipher, { ...account, brand }, given), scopes: given.scopes };
    const renewed: AccountRecord = { ...account, ...tokens, status: 'good', tokensRevision: expected + 1 };
    const operations: Operation[] = [{ kind: 'replaceTokens', id, tokens, expected }];
    return storage.perform(brand, () =>
      writeToSame(account, { operations }, { kind: 'renewed', account: renewed }, { kind: 'failed' }),
    );
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
