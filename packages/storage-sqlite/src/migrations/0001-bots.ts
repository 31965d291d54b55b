import type { Migration } from '../migrate.ts';

/**
 * Every table that belongs to a brand has the brand in its key. Diagram texts are the last column of their table, so
 * reading the other columns reads none of their pages.
 */
export const bots: Migration = {
  version: 1,
  name: 'bots',
  sql: `
CREATE TABLE brands (
  name TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  workspaces TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,
  brand TEXT NOT NULL REFERENCES brands (name),
  person INTEGER NOT NULL,
  workspaces TEXT NOT NULL,
  permissions TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE bot_numbers (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  last INTEGER NOT NULL
) STRICT;
INSERT INTO bot_numbers VALUES (1, 0);

CREATE TABLE bots (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL,
  workspace INTEGER NOT NULL,
  channel_family TEXT NOT NULL,
  state TEXT NOT NULL,
  builder TEXT NOT NULL,
  channels TEXT NOT NULL,
  test_channel TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER NOT NULL,
  published_at INTEGER,
  trashed_at INTEGER,
  required_tier TEXT,
  live_version TEXT,
  UNIQUE (brand, id)
) STRICT;
CREATE INDEX bots_published ON bots (brand, state, published_at DESC, created_at DESC, id, workspace, channel_family);
CREATE INDEX bots_created ON bots (brand, state, created_at DESC, id, workspace, channel_family);
CREATE INDEX bots_name ON bots (brand, state, folded_name, id, workspace, channel_family);
CREATE INDEX bots_workspace_published
  ON bots (brand, state, workspace, published_at DESC, created_at DESC, id, channel_family);
CREATE INDEX bots_workspace_created ON bots (brand, state, workspace, created_at DESC, id, channel_family);
CREATE INDEX bots_workspace_name ON bots (brand, state, workspace, folded_name, id, channel_family);

CREATE TABLE drafts (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  violations TEXT NOT NULL,
  violations_total INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  past_states INTEGER NOT NULL,
  past_bytes INTEGER NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE draft_states (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  edited_at INTEGER NOT NULL,
  edited_by INTEGER NOT NULL,
  diagram_json TEXT NOT NULL,
  PRIMARY KEY (brand, bot_id, revision),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE versions (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  id TEXT NOT NULL,
  reserved_at INTEGER,
  name TEXT,
  published_at INTEGER NOT NULL,
  published_by INTEGER NOT NULL,
  restored_from TEXT,
  builder TEXT NOT NULL,
  channel TEXT,
  required_tier TEXT,
  diagram_json TEXT NOT NULL,
  PRIMARY KEY (brand, bot_id, id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX versions_revealed ON versions (brand, bot_id, id, reserved_at) WHERE reserved_at IS NULL;
CREATE INDEX versions_reserved ON versions (reserved_at) WHERE reserved_at IS NOT NULL;

CREATE TABLE feedback (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  question TEXT NOT NULL,
  positive_label TEXT NOT NULL,
  negative_label TEXT NOT NULL,
  comment_question TEXT NOT NULL,
  thanks TEXT NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE test_deployments (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  id TEXT NOT NULL,
  revision INTEGER NOT NULL,
  deployed_at INTEGER NOT NULL,
  deployed_by INTEGER NOT NULL,
  diagram_json TEXT NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;

CREATE TABLE channels (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  id TEXT NOT NULL,
  workspace INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (brand, bot_id, id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE requests (
  brand TEXT NOT NULL,
  person INTEGER NOT NULL,
  path TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  run TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  settled_at INTEGER,
  answer TEXT,
  PRIMARY KEY (brand, person, path, key)
) STRICT;
CREATE INDEX requests_ended ON requests (coalesce(settled_at, lease_until));
`,
};
