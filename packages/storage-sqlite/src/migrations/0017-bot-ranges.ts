import type { Migration } from '../migrate.ts';

/** The orders of a list: what a bot is sorted by, before its id, and the columns that change this. */
const orders = [
  { name: 'published', key: 'published_key', changes: 'published_key' },
  { name: 'created', key: 'created_key', changes: undefined },
  { name: 'name', key: 'folded_name', changes: 'folded_name' },
] as const;

type Order = (typeof orders)[number];

const listOf = (row: string, { name }: Order) => `'bots ' || ${row}.state || ' ${name}'`;
const partOf = (row: string) => `${row}.workspace || ' ' || ${row}.channel_family`;

/** The range of a row is the last one that begins at it or before it. */
const rangeOf = (row: string, order: Order) => `
    SELECT first_key, first_id FROM counted_ranges
    WHERE brand = ${row}.brand AND list = ${listOf(row, order)}
      AND (first_key, first_id) <= (${row}.${order.key}, ${row}.id)
    ORDER BY first_key DESC, first_id DESC LIMIT 1`;

const addToRange = (row: string, order: Order) => `
  INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
    SELECT ${row}.brand, ${listOf(row, order)}, coalesce(first_key, ''), coalesce(first_id, ''), ${partOf(row)}, 1
    FROM (SELECT true) LEFT JOIN (${rangeOf(row, order)})
    WHERE true ON CONFLICT DO UPDATE SET total = total + 1;`;

const removeFromRange = (row: string, order: Order) => {
  const isOfRow = `brand = ${row}.brand AND list = ${listOf(row, order)} AND part = ${partOf(row)}
      AND (first_key, first_id) = (${rangeOf(row, order)})`;
  return `
  UPDATE counted_ranges SET total = total - 1 WHERE ${isOfRow};
  DELETE FROM counted_ranges WHERE ${isOfRow} AND total = 0;`;
};

const count = (row: string) => `
  INSERT INTO bot_counts (brand, state, workspace, channel_family, total)
    VALUES (${row}.brand, ${row}.state, ${row}.workspace, ${row}.channel_family, 1)
    ON CONFLICT DO UPDATE SET total = total + 1;`;

const uncount = (row: string) => {
  const isOfRow = `brand = ${row}.brand AND state = ${row}.state AND workspace = ${row}.workspace
    AND channel_family = ${row}.channel_family`;
  return `
  UPDATE bot_counts SET total = total - 1 WHERE ${isOfRow};
  DELETE FROM bot_counts WHERE ${isOfRow} AND total = 0;`;
};

const each = (statement: (order: Order) => string) => orders.map(statement).join('');

const fill = each(
  (order) => `
INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
  WITH placed AS (
    SELECT brand, ${listOf('bots', order)} AS list, ${order.key} AS key, id, ${partOf('bots')} AS part,
      (row_number() OVER (PARTITION BY brand, state ORDER BY ${order.key}, id) - 1) / 1000 AS range
    FROM bots
  ), ranged AS (
    SELECT brand, list, part, first_value(key) OVER in_range AS first_key, first_value(id) OVER in_range AS first_id
    FROM placed WINDOW in_range AS (PARTITION BY brand, list, range ORDER BY key, id)
  )
  SELECT brand, list, first_key, first_id, part, count(*) FROM ranged GROUP BY 1, 2, 3, 4, 5;`,
);

const moved = each(
  (order) => `
CREATE TRIGGER bots_moved_${order.name} AFTER UPDATE OF state${order.changes ? `, ${order.changes}` : ''} ON bots
  WHEN OLD.state <> NEW.state OR OLD.${order.key} <> NEW.${order.key}
BEGIN${removeFromRange('OLD', order)}${addToRange('NEW', order)}
END;`,
);

/**
 * Each list of bots, one for each state and order, is divided into ranges of about a thousand bots. A range has the
 * place where it begins and counters of its bots by workspace and family; it ends where the next one begins, and is
 * gone when it has no bot. Triggers count, and the store divides a range that has become large.
 *
 * Each order has a key of one text, the smaller first: for the newest moment first, how far it is from a moment that
 * none reaches.
 *
 * Names are indexed by every three characters in a row. They are folded already, so case is not folded again.
 */
export const botRanges: Migration = {
  version: 17,
  name: 'bot-ranges',
  sql: `
ALTER TABLE bots ADD COLUMN created_key TEXT NOT NULL DEFAULT '';
ALTER TABLE bots ADD COLUMN published_key TEXT NOT NULL DEFAULT '';
UPDATE bots SET created_key = format('%017d', 9007199254740991 - created_at);
UPDATE bots SET published_key =
  format('%017d', coalesce(9007199254740991 - published_at, 18014398509481983)) || created_key;
DROP INDEX bots_published;
DROP INDEX bots_created;
DROP INDEX bots_name;
DROP INDEX bots_workspace_published;
DROP INDEX bots_workspace_created;
DROP INDEX bots_workspace_name;
${each(({ name, key }) => `CREATE INDEX bots_${name} ON bots (brand, state, workspace, channel_family, ${key}, id);\n`)}
CREATE TABLE bot_counts (
  brand TEXT NOT NULL,
  state TEXT NOT NULL,
  workspace INTEGER NOT NULL,
  channel_family TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (brand, state, workspace, channel_family)
) STRICT, WITHOUT ROWID;
INSERT INTO bot_counts
  SELECT brand, state, workspace, channel_family, count(*) FROM bots GROUP BY 1, 2, 3, 4;

CREATE TABLE counted_ranges (
  brand TEXT NOT NULL,
  list TEXT NOT NULL,
  first_key TEXT NOT NULL,
  first_id TEXT NOT NULL,
  part TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (brand, list, first_key, first_id, part)
) STRICT, WITHOUT ROWID;
${fill}

CREATE VIRTUAL TABLE bot_names USING fts5 (
  folded_name, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
INSERT INTO bot_names (rowid, folded_name) SELECT number, folded_name FROM bots;

CREATE TRIGGER bots_added AFTER INSERT ON bots BEGIN
  INSERT INTO bot_names (rowid, folded_name) VALUES (NEW.number, NEW.folded_name);${count('NEW')}${each((order) => addToRange('NEW', order))}
END;
CREATE TRIGGER bots_removed AFTER DELETE ON bots BEGIN
  DELETE FROM bot_names WHERE rowid = OLD.number;${uncount('OLD')}${each((order) => removeFromRange('OLD', order))}
END;
CREATE TRIGGER bots_renamed AFTER UPDATE OF folded_name ON bots WHEN OLD.folded_name <> NEW.folded_name BEGIN
  UPDATE bot_names SET folded_name = NEW.folded_name WHERE rowid = NEW.number;
END;
CREATE TRIGGER bots_counted AFTER UPDATE OF state ON bots WHEN OLD.state <> NEW.state BEGIN${uncount('OLD')}${count('NEW')}
END;${moved}
`,
};
