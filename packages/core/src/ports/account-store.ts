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

/** A connection as stored, by the hash of its link. */
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
