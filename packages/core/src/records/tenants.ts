import type { ShippedAccountKind } from '../domain/account-connection/connected-account.ts';
import type { PlanTier } from '../domain/blocks/block-definition.ts';
import type { Permission } from '../domain/principal.ts';
import type { EpochMs } from '../domain/time/epoch-ms.ts';
import type { Agent } from '../ports/host-directories.ts';
import { ascending, recordKind } from '../ports/record-kind.ts';

/** A person whom customers can be assigned to. */
export interface AgentRecord extends Agent {
  /** It was added at run time, so configurations do not change it. */
  readonly addedAtRunTime?: true;
}

/** An account that the host declares; the engine has no tokens for it. */
export interface DeclaredAccount {
  /** The service of the account. */
  readonly kind: ShippedAccountKind;
  /** The id by which blocks name the account. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The page of a Calendly account where visitors choose a time. */
  readonly schedulingUrl?: string;
  /** Number of the person who connected it. */
  readonly person?: number;
}

export interface BrandRecord {
  /** Unique in a store. */
  readonly name: string;
  /** Decides features such as message hooks, unless the host has a `PlanSource`. */
  readonly plan: PlanTier;
  /** Ids; principals see only records of theirs. */
  readonly workspaces: readonly number[];
  /** In the order given; agents that were added at run time come last, in the order of their addition. */
  readonly agents: readonly AgentRecord[];
  /** In the order given. @spec CA53 */
  readonly connectedAccounts?: readonly DeclaredAccount[];
}

/** A brand that was removed keeps the agents and tokens that were added at run time. */
export interface StoredBrand extends BrandRecord {
  readonly isRemoved?: true;
}

/** Stands for a person of a brand; the token itself is stored nowhere. */
export interface AgentTokenRecord {
  /** SHA-256 of the token, lower-case hex. */
  readonly hash: string;
  /** The brand that the token gives access to. */
  readonly brand: string;
  /** Id of the person that the token stands for. */
  readonly person: number;
  /** Empty: the token only identifies its person. */
  readonly permissions: readonly Permission[];
  /** Left out: all workspaces that the brand has when the token is used. */
  readonly workspaces?: readonly number[];
  /** It was created at run time, so configurations do not change it. */
  readonly addedAtRunTime?: true;
}

/** A session of a person that ended before it expired. */
export interface EndedSession {
  /** SHA-256 of the value that identifies the session, lower-case hex. */
  readonly hash: string;
  /** When the session would have ended; the record may be dropped some time later. */
  readonly expiresAt: EpochMs;
}

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
      orders: { name: [ascending('name')] },
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
      orders: { hash: [ascending('hash')] },
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
      orders: { first: [ascending('expiresAt'), ascending('hash')] },
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

/** Programs wait for one another by a record that each of them loads first and puts. */
export interface TenantLock {
  readonly name: string;
}

export const tenantLocks = recordKind<TenantLock>()({
  name: 'tenant_lock',
  scope: 'store',
  key: ['name'],
  fields: { name: 'text' },
});

/** All changes of tenants wait for one another. */
export const lockOfTenants: TenantLock = { name: 'tenants' };

/**
 * A program that gives tokens to agents or channels waits for others that give tokens with the same two first
 * characters, so that no agent and channel have one token.
 *
 * @returns In one order for all, so that no two programs wait for each other.
 * @spec ST86
 */
export function locksOfTokens(hashes: readonly string[]): readonly TenantLock[] {
  return [...new Set(hashes.map((hash) => hash.slice(0, 2)))].sort().map((name) => ({ name: `tokens ${name}` }));
}
