import { recordKind } from '../ports/record-kind.ts';
import type { AgentTokenRecord, EndedSession, StoredBrand } from '../ports/tenant-registry.ts';

export const brands = recordKind<StoredBrand>()({
  name: 'brand',
  scope: 'store',
  key: ['name'],
  fields: {
    name: 'text',
    plan: 'text',
    workspaces: 'json',
    agents: 'json',
    connectedAccounts: 'json?',
    isRemoved: 'boolean?',
  },
  lists: {
    brands: {
      filters: { isRemoved: { field: 'isRemoved', by: 'present' } },
      orders: { name: [{ field: 'name', direction: 'ascending' }] },
    },
  },
});

export const agentTokens = recordKind<AgentTokenRecord>()({
  name: 'agent_token',
  scope: 'store',
  key: ['hash'],
  owner: { kind: 'brand', fields: ['brand'] },
  fields: {
    hash: 'text',
    brand: 'text',
    person: 'integer',
    permissions: 'json',
    workspaces: 'json?',
    addedAtRunTime: 'boolean?',
  },
  lists: {
    ofBrand: {
      within: ['brand'],
      filters: {},
      orders: { hash: [{ field: 'hash', direction: 'ascending' }] },
    },
  },
});

export const endedSessions = recordKind<EndedSession>()({
  name: 'ended_session',
  scope: 'store',
  key: ['hash'],
  fields: { hash: 'text', expiresAt: 'integer' },
  lists: {
    expired: {
      filters: { by: { field: 'expiresAt', by: 'upTo' } },
      orders: {
        first: [
          { field: 'expiresAt', direction: 'ascending' },
          { field: 'hash', direction: 'ascending' },
        ],
      },
    },
  },
});

/** A text that the first keys of the store encrypted. There is one, with the name `check`. */
export interface KeyCheck {
  readonly name: 'check';
  readonly encrypted: string;
}

export const keyChecks = recordKind<KeyCheck>()({
  name: 'key_check',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text', encrypted: 'text' },
});
