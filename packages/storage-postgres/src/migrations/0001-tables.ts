import type { Migration } from '../migrate.ts';

/** Tables and columns have the names that the SQLite store uses, if it has them. */
export const tables: Migration = {
  version: 1,
  name: 'tables',
  sql: `
CREATE TABLE brands (
  name text PRIMARY KEY,
  plan text NOT NULL,
  workspaces text NOT NULL,
  agents text NOT NULL,
  connected_accounts text,
  is_removed smallint NOT NULL
);

CREATE TABLE tokens (
  hash text PRIMARY KEY,
  brand text NOT NULL REFERENCES brands (name),
  person bigint NOT NULL,
  permissions text NOT NULL,
  workspaces text NOT NULL,
  added_at_run_time smallint NOT NULL
);
CREATE INDEX tokens_brand ON tokens (brand);

-- A text that the keys of this database decrypt.
CREATE TABLE key_check (
  one smallint PRIMARY KEY CHECK (one = 1),
  encrypted text NOT NULL
);

-- The numbers are given by sequences, which give none twice, also after a rollback.
CREATE SEQUENCE bot_numbers;
CREATE SEQUENCE channel_numbers;
CREATE SEQUENCE customer_numbers;
CREATE SEQUENCE hook_numbers;

CREATE TABLE bots (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  id text NOT NULL,
  name text NOT NULL,
  folded_name text NOT NULL,
  workspace bigint NOT NULL,
  channel_family text NOT NULL,
  state text NOT NULL,
  builder text NOT NULL,
  channels text NOT NULL,
  test_channel text NOT NULL,
  created_at bigint NOT NULL,
  edited_at bigint NOT NULL,
  published_at bigint,
  trashed_at bigint,
  required_tier text,
  live_version text,
  created_key text NOT NULL,
  published_key text NOT NULL,
  UNIQUE (brand, id)
);
CREATE INDEX bots_published ON bots (brand, state, workspace, channel_family, published_key, id);
CREATE INDEX bots_created ON bots (brand, state, workspace, channel_family, created_key, id);
CREATE INDEX bots_name ON bots (brand, state, workspace, channel_family, folded_name, id);

CREATE TABLE drafts (
  brand text NOT NULL,
  bot_id text NOT NULL,
  revision bigint NOT NULL,
  state_id text,
  violations_total bigint NOT NULL,
  bytes bigint NOT NULL,
  past_states bigint NOT NULL,
  past_bytes bigint NOT NULL,
  oldest_revision bigint,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE draft_states (
  brand text NOT NULL,
  bot_id text NOT NULL,
  revision bigint NOT NULL,
  bytes bigint NOT NULL,
  edited_at bigint NOT NULL,
  edited_by bigint NOT NULL,
  diagram_json text NOT NULL,
  change_json text,
  base_revision bigint,
  PRIMARY KEY (brand, bot_id, revision),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE draft_violations (
  brand text NOT NULL,
  bot_id text NOT NULL,
  violations text NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE versions (
  brand text NOT NULL,
  bot_id text NOT NULL,
  id text NOT NULL,
  reserved_at bigint,
  name text,
  published_at bigint NOT NULL,
  published_by bigint NOT NULL,
  restored_from text,
  builder text NOT NULL,
  channel text,
  required_tier text,
  diagram_json text NOT NULL,
  PRIMARY KEY (brand, bot_id, id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);
CREATE INDEX versions_revealed ON versions (brand, bot_id, id) WHERE reserved_at IS NULL;
CREATE INDEX versions_reserved ON versions (reserved_at) WHERE reserved_at IS NOT NULL;

-- How many revealed versions a bot has.
CREATE TABLE version_totals (
  brand text NOT NULL,
  bot_id text NOT NULL,
  total bigint NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE feedback (
  brand text NOT NULL,
  bot_id text NOT NULL,
  enabled smallint NOT NULL,
  question text NOT NULL,
  positive_label text NOT NULL,
  negative_label text NOT NULL,
  comment_question text NOT NULL,
  thanks text NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE test_deployments (
  brand text NOT NULL,
  bot_id text NOT NULL,
  id text NOT NULL,
  revision bigint NOT NULL,
  deployed_at bigint NOT NULL,
  deployed_by bigint NOT NULL,
  diagram_json text NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);

CREATE TABLE requests (
  brand text NOT NULL,
  person bigint NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  run text NOT NULL,
  lease_until bigint NOT NULL,
  settled_at bigint,
  answer text,
  PRIMARY KEY (brand, person, path, key)
);
CREATE INDEX requests_ended ON requests (coalesce(settled_at, lease_until));

CREATE TABLE channels (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  id text NOT NULL,
  bot_id text,
  workspace bigint NOT NULL,
  purpose text NOT NULL,
  name text NOT NULL,
  type text NOT NULL,
  active smallint NOT NULL,
  configured smallint NOT NULL,
  token_hash text UNIQUE,
  webhook_origin text,
  sealed_webhook_url text,
  default_bot text,
  created_at bigint NOT NULL,
  UNIQUE (brand, id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
);
CREATE INDEX channels_bot ON channels (brand, bot_id, created_at, id);
CREATE INDEX channels_live ON channels (brand, number) WHERE purpose = 'live';

CREATE TABLE hooks (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  channel bigint NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  name text NOT NULL,
  sealed_url text NOT NULL,
  origin text NOT NULL,
  sealed_token text NOT NULL,
  active smallint NOT NULL,
  disabled_by_plan smallint NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL
);
CREATE INDEX hooks_brand ON hooks (brand, number);
CREATE INDEX hooks_channel ON hooks (channel, number);

CREATE TABLE customers (
  number bigint PRIMARY KEY,
  brand text NOT NULL,
  workspace bigint NOT NULL,
  purpose text NOT NULL,
  channel bigint NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  token text,
  agent bigint,
  bot_id text,
  archived smallint NOT NULL,
  blocked smallint NOT NULL,
  opt_in smallint NOT NULL,
  register_date bigint NOT NULL,
  unread bigint NOT NULL,
  last_message_at bigint,
  last_seq bigint NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  fields text NOT NULL,
  UNIQUE (channel, token)
);
-- Each has all filters before the number. A list in the order of an index cannot be had for IS NULL, so that none is -1.
CREATE INDEX customers_workspace ON customers (brand, workspace, archived, opt_in, number) WHERE purpose = 'live';
CREATE INDEX customers_workspace_agent ON customers (brand, workspace, coalesce(agent, -1), archived, opt_in, number)
  WHERE purpose = 'live';
CREATE INDEX customers_channel ON customers (channel, archived, opt_in, number) WHERE purpose = 'live';
CREATE INDEX customers_channel_agent ON customers (channel, coalesce(agent, -1), archived, opt_in, number)
  WHERE purpose = 'live';

CREATE TABLE customer_texts (
  brand text NOT NULL,
  number bigint NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
  workspace bigint NOT NULL,
  channel bigint NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  token text NOT NULL,
  PRIMARY KEY (brand, number)
);
CREATE INDEX customer_texts_customer ON customer_texts (number);

CREATE TABLE messages (
  customer bigint NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
  seq bigint NOT NULL,
  uuid text NOT NULL,
  at bigint NOT NULL,
  sender_type text NOT NULL,
  sender_id bigint NOT NULL,
  sender_name text NOT NULL,
  type text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (customer, seq),
  UNIQUE (customer, uuid)
);

CREATE TABLE accounts (
  brand text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  external_id text NOT NULL,
  name text NOT NULL,
  scheduling_url text,
  person bigint NOT NULL,
  connected_at bigint NOT NULL,
  standing text NOT NULL,
  scopes text NOT NULL,
  sealed_tokens text,
  tokens_revision bigint NOT NULL,
  PRIMARY KEY (brand, id)
);
CREATE INDEX accounts_connected ON accounts (brand, kind, connected_at DESC, id DESC);
CREATE INDEX accounts_external ON accounts (brand, kind, external_id, connected_at DESC, id DESC);

CREATE TABLE account_connections (
  brand text NOT NULL,
  id text NOT NULL,
  kind text NOT NULL,
  link_hash text NOT NULL,
  started_by bigint NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  progress text NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (brand, id),
  UNIQUE (brand, link_hash)
);
CREATE INDEX account_connections_created ON account_connections (created_at);

CREATE TABLE authorization_attempts (
  brand text NOT NULL,
  state_hash text NOT NULL,
  connection_id text NOT NULL,
  person bigint NOT NULL,
  sealed_verifier text NOT NULL,
  is_taken smallint NOT NULL,
  PRIMARY KEY (brand, state_hash),
  FOREIGN KEY (brand, connection_id) REFERENCES account_connections (brand, id) ON DELETE CASCADE
);
CREATE INDEX authorization_attempts_connection ON authorization_attempts (brand, connection_id);

CREATE TABLE rate_log (
  key text NOT NULL,
  -- When the request that was counted leaves its window.
  ends_at bigint NOT NULL
);
CREATE INDEX rate_log_key ON rate_log (key, ends_at);
CREATE INDEX rate_log_ended ON rate_log (ends_at);
`,
};
