import type { Migration } from '../migrate.ts';

/**
 * Channels get numbers and need no bot. Customers, messages and hooks refer to them by number, which is unique in the
 * file. Every query by such a number has the brand in its condition too.
 *
 * Existing channels are numbered bot by bot, the live one first, and are on unless their bot is in the trash.
 */
export const records: Migration = {
  version: 2,
  name: 'records',
  sql: `
CREATE TABLE given_numbers (
  kind TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO given_numbers SELECT 'bot', last FROM bot_numbers;
DROP TABLE bot_numbers;

ALTER TABLE brands ADD COLUMN agents TEXT NOT NULL DEFAULT '[]';

ALTER TABLE channels RENAME TO former_channels;
CREATE TABLE channels (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  id TEXT NOT NULL,
  bot_id TEXT,
  workspace INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  active INTEGER NOT NULL,
  configured INTEGER NOT NULL,
  token_hash TEXT UNIQUE,
  webhook_origin TEXT,
  sealed_webhook_url TEXT,
  default_bot TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (brand, id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX channels_bot ON channels (brand, bot_id, created_at, id);
CREATE INDEX channels_live ON channels (brand) WHERE purpose = 'live';
INSERT INTO channels (number, brand, id, bot_id, workspace, purpose, name, type, active, configured, created_at)
  SELECT row_number() OVER (ORDER BY bots.number, former.purpose, former.created_at, former.id),
    former.brand, former.id, former.bot_id, former.workspace, former.purpose, former.name, former.type,
    bots.state = 'active', 0, former.created_at
  FROM former_channels AS former JOIN bots ON bots.brand = former.brand AND bots.id = former.bot_id;
INSERT INTO given_numbers SELECT 'channel', coalesce(max(number), 0) FROM channels;
DROP TABLE former_channels;

CREATE TABLE customers (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  workspace INTEGER NOT NULL,
  purpose TEXT NOT NULL,
  channel INTEGER NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  token TEXT,
  agent INTEGER,
  bot_id TEXT,
  archived INTEGER NOT NULL,
  blocked INTEGER NOT NULL,
  opt_in INTEGER NOT NULL,
  register_date INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  last_message_at INTEGER,
  last_seq INTEGER NOT NULL,
  last_chat_timestamp INTEGER,
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  phone TEXT NOT NULL,
  fields TEXT NOT NULL,
  UNIQUE (channel, token)
) STRICT;
-- After the number stands what a list can be filtered by, so that neither counting nor skipping reads a row.
CREATE INDEX customers_live ON customers (brand, workspace, archived, number, agent, opt_in) WHERE purpose = 'live';
CREATE INDEX customers_channel ON customers (channel, archived, number, agent, opt_in) WHERE purpose = 'live';
CREATE INDEX customers_agent ON customers (brand, workspace, agent, number, archived, opt_in) WHERE purpose = 'live' AND agent IS NOT NULL;
INSERT INTO given_numbers VALUES ('customer', 0);

CREATE TABLE customer_counts (
  channel INTEGER NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  archived INTEGER NOT NULL,
  brand TEXT NOT NULL,
  workspace INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (channel, archived)
) STRICT, WITHOUT ROWID;
CREATE INDEX customer_counts_place ON customer_counts (brand, workspace, archived, total);

CREATE TABLE messages (
  customer INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  uuid TEXT NOT NULL,
  at INTEGER NOT NULL,
  sender_type TEXT NOT NULL,
  sender_id INTEGER NOT NULL,
  sender_name TEXT NOT NULL,
  type TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (customer, seq),
  UNIQUE (customer, uuid)
) STRICT, WITHOUT ROWID;

CREATE TABLE hooks (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  channel INTEGER NOT NULL REFERENCES channels (number) ON DELETE CASCADE,
  name TEXT NOT NULL,
  sealed_url TEXT NOT NULL,
  origin TEXT NOT NULL,
  sealed_token TEXT NOT NULL,
  active INTEGER NOT NULL,
  disabled_by_plan INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX hooks_brand ON hooks (brand);
CREATE INDEX hooks_channel ON hooks (channel);
INSERT INTO given_numbers VALUES ('hook', 0);
`,
};
