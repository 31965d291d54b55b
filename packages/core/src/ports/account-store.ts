import type { AccountKind, AccountStatus } from '../domain/account-connection/connected-account.ts';
import type { AccountConnection } from '../domain/account-connection/connection-lifecycle.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';

export interface AccountRecord {
  readonly id: string;
  readonly kind: AccountKind;
  /** The provider's id of the account. */
  readonly externalId: string;
  readonly name: string;
  /** Scheduler accounts have one. */
  readonly schedulingUrl?: string;
  /** The person who connected it last. */
  readonly person: number;
  readonly connectedAt: EpochMs;
  readonly status: AccountStatus;
  readonly scopes: readonly string[];
  /** Absent once the account was delisted. */
  readonly encryptedTokens?: string;
  /** Grows by one on each write of tokens, from 1. */
  readonly tokensRevision: number;
}

export type NewAccount = Omit<AccountRecord, 'status' | 'tokensRevision' | 'encryptedTokens'> & {
  readonly encryptedTokens: string;
};

export interface AccountReader {
  find(accountId: string): Promise<AccountRecord | undefined>;
  /** Accounts of the kind with any status, by `connectedAt` descending, then `id` descending. @spec CA46 */
  list(kind: AccountKind): Promise<readonly AccountRecord[]>;
  /** The one connected last, when there are several. */
  findByExternalId(kind: AccountKind, externalId: string): Promise<AccountRecord | undefined>;
}

export interface AccountStore extends AccountReader {
  /**
   * Stores an account that was connected, with the status `good`, and returns the stored record. With `returns`, an
   * account of the kind with the same `externalId` is connected again: it keeps its id, its tokens move to the next
   * revision, and the rest is as given. An id that is taken is a fault.
   *
   * Race rule: one of several concurrent calls with `returns` and the same `externalId` creates the account, and the
   * others update it.
   *
   * @spec CA45
   */
  connect(account: NewAccount, options: { readonly returns: boolean }): Promise<AccountRecord>;
  /**
   * Stores tokens, and sets the status of the account to `good`.
   *
   * Race rule: one of several concurrent calls with the same `expected` revision answers `'replaced'`; the others
   * answer `'stale'` and write nothing.
   *
   * @spec CA47, CA48
   */
  replaceTokens(
    accountId: string,
    tokens: { readonly encryptedTokens: string; readonly scopes: readonly string[] },
    expected: number,
  ): Promise<'replaced' | 'stale'>;
  /**
   * Writes the same tokens, encrypted with another key, if the store still has `former`. The revision stays: a refresh
   * that is under way loses nothing.
   *
   * @spec CA54
   */
  reencryptTokens(accountId: string, former: string, next: string): Promise<'replaced' | 'stale'>;
  /**
   * Removes the tokens that the provider does not accept. The revision stays, so that a successful concurrent refresh
   * brings the account back. `'stale'`: the store has other tokens already, and nothing is written.
   *
   * @spec CA48
   */
  delist(accountId: string, status: Exclude<AccountStatus, 'good'>, expected: number): Promise<'delisted' | 'stale'>;
}

export interface AccountConnectionRecord extends AccountConnection {
  /** SHA-256 of the secret in the link, lower-case hex. */
  readonly linkHash: string;
  /** Grows by one on each replacement, from 1. */
  readonly revision: number;
}

/** One redirect of a member to the provider. */
export interface AuthorizationAttempt {
  /** SHA-256 of the state, lower-case hex; unique in the brand. */
  readonly stateHash: string;
  readonly connectionId: string;
  /** The person who was sent to the provider. */
  readonly person: number;
  readonly encryptedVerifier: string;
}

export interface AccountConnectionReader {
  /** @spec CA50 */
  find(connectionId: string): Promise<AccountConnectionRecord | undefined>;
  /** @spec CA50 */
  findByLink(linkHash: string): Promise<AccountConnectionRecord | undefined>;
  findAttempt(stateHash: string): Promise<(AuthorizationAttempt & { readonly isTaken: boolean }) | undefined>;
}

/** A write that names a connection which the brand does not have, or inserts an existing one, is a fault. */
export interface AccountConnectionStore extends AccountConnectionReader {
  /** At revision 1. */
  insert(connection: Omit<AccountConnectionRecord, 'revision'>): Promise<void>;
  /**
   * Writes the progress of a connection that is still at `expected`; nothing else of it ever changes.
   *
   * Race rule: exactly one of several concurrent calls with the same `expected` answers `'replaced'`; the others answer
   * `'stale'` and write nothing. After either answer, the transaction reads the latest committed state of the
   * connection.
   *
   * @spec CA49
   */
  replace(next: AccountConnection, expected: number): Promise<'replaced' | 'stale'>;
  insertAttempt(attempt: AuthorizationAttempt): Promise<void>;
  /**
   * Race rule: exactly one of several concurrent calls with the same state answers `'taken'`, the others `'spent'`.
   *
   * @spec CA51
   */
  takeAttempt(stateHash: string): Promise<'taken' | 'spent'>;
}
