import type { AccountConnectionRecord, AccountRecord, AuthorizationAttempt } from '../ports/account-store.ts';
import { ascending, descending, recordKind } from '../ports/record-kind.ts';

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
