import type { Migration } from '../migrate.ts';

/** Connected accounts and the connections that lead to them. Tokens and verifiers are encrypted before they are stored. */
export const accounts: Migration = {
  version: 6,
  name: 'accounts',
  sql: `
ALTER TABLE brands ADD COLUMN connected_accounts TEXT;

CREATE TABLE accounts (
  brand TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  external_id TEXT NOT NULL,
  name TEXT NOT NULL,
  scheduling_url TEXT,
  person INTEGER NOT NULL,
  connected_at INTEGER NOT NULL,
  standing TEXT NOT NULL,
  scopes TEXT NOT NULL,
  sealed_tokens TEXT,
  tokens_revision INTEGER NOT NULL,
  PRIMARY KEY (brand, id)
) STRICT;
CREATE INDEX accounts_connected ON accounts (brand, kind, connected_at DESC, id DESC);
CREATE INDEX accounts_external ON accounts (brand, kind, external_id, connected_at DESC, id DESC);

CREATE TABLE account_connections (
  brand TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  link_hash TEXT NOT NULL,
  started_by INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  progress TEXT NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (brand, id),
  UNIQUE (brand, link_hash)
) STRICT;
CREATE INDEX account_connections_created ON account_connections (created_at);

CREATE TABLE authorization_attempts (
  brand TEXT NOT NULL,
  state_hash TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  person INTEGER NOT NULL,
  sealed_verifier TEXT NOT NULL,
  is_taken INTEGER NOT NULL,
  PRIMARY KEY (brand, state_hash),
  FOREIGN KEY (brand, connection_id) REFERENCES account_connections (brand, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX authorization_attempts_connection ON authorization_attempts (brand, connection_id);
`,
};
