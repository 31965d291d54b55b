import type { AccountKind, AccountStatus } from '../domain/account-connection/connected-account.ts';
import type { AccountConnection } from '../domain/account-connection/connection-lifecycle.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';

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

export interface StoredAccount extends AccountRecord {
  /** The provider's id of an account that keeps its id when it is connected again: such an account is stored once. */
  readonly returningId?: string;
}

export const accounts = recordKind<StoredAccount>()({
  name: 'account',
  key: ['id'],
  fields: {
    id: 'text',
    kind: 'text',
    externalId: 'text',
    name: 'text',
    schedulingUrl: 'text?',
    person: 'integer',
    connectedAt: 'integer',
    status: 'text',
    scopes: 'json',
    encryptedTokens: 'text?',
    tokensRevision: 'integer',
    returningId: 'text?',
  },
  unique: { returning: { fields: ['kind', 'returningId'] } },
  lists: {
    accounts: {
      within: ['kind'],
      filters: { externalId: { field: 'externalId', by: 'equal' } },
      orders: { newest: [descending('connectedAt'), descending('id')] },
    },
    secrets: {
      scope: 'store',
      filters: { after: { field: 'id', by: 'after' } },
      orders: { key: [ascending('id')] },
    },
  },
  encrypted: ['encryptedTokens'],
});

export const accountConnections = recordKind<AccountConnectionRecord>()({
  name: 'account_connection',
  key: ['id'],
  fields: {
    id: 'text',
    kind: 'text',
    startedBy: 'integer',
    createdAt: 'integer',
    expiresAt: 'integer',
    progress: 'json',
    linkHash: 'text',
    revision: 'integer',
  },
  unique: { link: { fields: ['linkHash'] } },
  lists: {
    started: {
      scope: 'store',
      filters: { before: { field: 'createdAt', by: 'upTo' } },
      orders: { oldest: [ascending('createdAt'), ascending('id')] },
    },
  },
});

export const authorizationAttempts = recordKind<AuthorizationAttempt & { readonly isTaken: boolean }>()({
  name: 'authorization_attempt',
  key: ['stateHash'],
  owner: { kind: 'account_connection', fields: ['connectionId'] },
  fields: {
    stateHash: 'text',
    connectionId: 'text',
    person: 'integer',
    encryptedVerifier: 'text',
    isTaken: 'boolean',
  },
});
