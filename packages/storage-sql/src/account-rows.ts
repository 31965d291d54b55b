import type { AccountConnectionRecord, AccountRecord, AuthorizationAttempt } from '@botwright/core/ports';

export interface AccountRow {
  readonly id: string;
  readonly kind: AccountRecord['kind'];
  readonly external_id: string;
  readonly name: string;
  readonly scheduling_url: string | null;
  readonly person: number;
  readonly connected_at: number;
  readonly standing: AccountRecord['status'];
  /** A JSON list. */
  readonly scopes: string;
  readonly sealed_tokens: string | null;
  readonly tokens_revision: number;
}

export const accountColumns = [
  'id',
  'kind',
  'external_id',
  'name',
  'scheduling_url',
  'person',
  'connected_at',
  'standing',
  'scopes',
  'sealed_tokens',
  'tokens_revision',
] as const satisfies readonly (keyof AccountRow)[];

export function encodeAccount(account: AccountRecord): AccountRow {
  return {
    id: account.id,
    kind: account.kind,
    external_id: account.externalId,
    name: account.name,
    scheduling_url: account.schedulingUrl ?? null,
    person: account.person,
    connected_at: account.connectedAt,
    standing: account.status,
    scopes: JSON.stringify(account.scopes),
    sealed_tokens: account.encryptedTokens ?? null,
    tokens_revision: account.tokensRevision,
  };
}

export function decodeAccount(row: AccountRow): AccountRecord {
  return {
    id: row.id,
    kind: row.kind,
    externalId: row.external_id,
    name: row.name,
    ...(row.scheduling_url === null ? undefined : { schedulingUrl: row.scheduling_url }),
    person: row.person,
    connectedAt: row.connected_at,
    status: row.standing,
    scopes: JSON.parse(row.scopes),
    ...(row.sealed_tokens === null ? undefined : { encryptedTokens: row.sealed_tokens }),
    tokensRevision: row.tokens_revision,
  };
}

export interface AccountConnectionRow {
  readonly id: string;
  readonly kind: AccountConnectionRecord['kind'];
  readonly link_hash: string;
  readonly started_by: number;
  readonly created_at: number;
  readonly expires_at: number;
  /** JSON. */
  readonly progress: string;
  readonly revision: number;
}

export const connectionColumns = [
  'id',
  'kind',
  'link_hash',
  'started_by',
  'created_at',
  'expires_at',
  'progress',
  'revision',
] as const satisfies readonly (keyof AccountConnectionRow)[];

export function encodeConnection(record: Omit<AccountConnectionRecord, 'revision'>): AccountConnectionRow {
  return {
    id: record.id,
    kind: record.kind,
    link_hash: record.linkHash,
    started_by: record.startedBy,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    progress: JSON.stringify(record.progress),
    revision: 1,
  };
}

export function decodeConnection(row: AccountConnectionRow): AccountConnectionRecord {
  return {
    id: row.id,
    kind: row.kind,
    linkHash: row.link_hash,
    startedBy: row.started_by,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    progress: JSON.parse(row.progress),
    revision: row.revision,
  };
}

export interface AttemptRow {
  readonly state_hash: string;
  readonly connection_id: string;
  readonly person: number;
  readonly sealed_verifier: string;
  /** 0 or 1. */
  readonly is_taken: number;
}

export const attemptColumns = [
  'state_hash',
  'connection_id',
  'person',
  'sealed_verifier',
  'is_taken',
] as const satisfies readonly (keyof AttemptRow)[];

export function decodeAttempt(row: AttemptRow): AuthorizationAttempt & { readonly isTaken: boolean } {
  return {
    stateHash: row.state_hash,
    connectionId: row.connection_id,
    person: row.person,
    encryptedVerifier: row.sealed_verifier,
    isTaken: row.is_taken === 1,
  };
}
