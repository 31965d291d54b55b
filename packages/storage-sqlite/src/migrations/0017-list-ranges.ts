import type { Migration } from '../migrate.ts';

/** The orders of a list: the sort key of a bot, before its id, and the columns that change it. */
const orders = [
  { name: 'published', key: 'published_key', changes: 'published_key' },
  { name: 'created', key: 'created_key', changes: undefined },
  { name: 'name', key: 'folded_name', changes: 'folded_name' },
] as const;

type Order = (typeof orders)[number];

const listOf = (row: string, { name }: Order) => `'bots ' || ${row}.state || ' ${name}'`;
const partOf = (row: string) => `${row}.workspace || ' ' || ${row}.channel_family`;

/** The list and the range of a row, as SQL expressions. */
interface Counted {
  readonly brand: string;
  readonly list: string;
  readonly key: string;
  readonly id: string;
  readonly part: string;
}

const botIn = (row: string, order: Order): Counted => ({
  brand: `${row}.brand`,
  list: listOf(row, order),
  key: `${row}.${order.key}`,
  id: `${row}.id`,
  part: partOf(row),
});

const versionIn = (row: string): Counted => ({
  brand: `${row}.brand`,
  list: `'versions ' || ${row}.bot_id`,
  key: `${row}.id`,
  id: "''",
  part: "''",
});

/** The range of a row is the last one that begins at or before it. */
const rangeOf = ({ brand, list, key, id }: Counted) => `
    SELECT first_key, first_id FROM counted_ranges
    WHERE brand = ${brand} AND list = ${list} AND (first_key, first_id) <= (${key}, ${id})
    ORDER BY first_key DESC, first_id DESC LIMIT 1`;

const addToRange = (counted: Counted) => `
  INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
    SELECT ${counted.brand}, ${counted.list}, coalesce(first_key, ''), coalesce(first_id, ''), ${counted.part}, 1
    FROM (SELECT true) LEFT JOIN (${rangeOf(counted)})
    WHERE true ON CONFLICT DO UPDATE SET total = total + 1;`;

const removeFromRange = (counted: Counted) => {
  const isOfRow = `brand = ${counted.brand} AND list = ${counted.list} AND part = ${counted.part}
      AND (first_key, first_id) = (${rangeOf(counted)})`;
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

const fillFrom = (table: string, { brand, list, key, id, part }: Counted) => `
INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total)
  WITH placed AS (
    SELECT ${brand} AS brand, ${list} AS list, ${key} AS key, ${id} AS id, ${part} AS part,
      (row_number() OVER (PARTITION BY ${brand}, ${list} ORDER BY ${key}, ${id}) - 1) / 1000 AS range
    FROM ${table}
  ), ranged AS (
    SELECT brand, list, part, first_value(key) OVER in_range AS first_key, first_value(id) OVER in_range AS first_id
    FROM placed WINDOW in_range AS (PARTITION BY brand, list, range ORDER BY key, id)
  )
  SELECT brand, list, first_key, first_id, part, count(*) FROM ranged GROUP BY 1, 2, 3, 4, 5;`;

const fill =
  each((order) => fillFrom('bots', botIn('bots', order))) +
  fillFrom('(SELECT * FROM versions WHERE reserved_at IS NULL) AS versions', versionIn('versions'));

const moved = each(
  (order) => `
CREATE TRIGGER bots_moved_${order.name} AFTER UPDATE OF state${order.changes ? `, ${order.changes}` : ''} ON bots
  WHEN OLD.state <> NEW.state OR OLD.${order.key} <> NEW.${order.key}
BEGIN${removeFromRange(botIn('OLD', order))}${addToRange(botIn('NEW', order))}
END;`,
);

/**
 * Each list of bots, one for each state and order, is divided into ranges of about a thousand bots. A range has its
 * start and counters of its bots by workspace and family; it ends at the start of the next one, and disappears with its
 * last bot. Triggers count, and the store divides large ranges. The versions of each bot, except reservations, are
 * counted in the same way.
 *
 * Each order has a key of one text, smallest first. To sort the newest moment first, the key is the distance to a
 * moment in the far future.
 *
 * Names are indexed by every three consecutive characters. They are already folded, so the index does not fold case
 * again.
 */
export const listRanges: Migration = {
  version: 17,
  name: 'list-ranges',
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
  INSERT INTO bot_names (rowid, folded_name) VALUES (NEW.number, NEW.folded_name);${count('NEW')}${each((order) => addToRange(botIn('NEW', order)))}
END;
CREATE TRIGGER bots_removed AFTER DELETE ON bots BEGIN
  DELETE FROM bot_names WHERE rowid = OLD.number;${uncount('OLD')}${each((order) => removeFromRange(botIn('OLD', order)))}
END;
CREATE TRIGGER bots_renamed AFTER UPDATE OF folded_name ON bots WHEN OLD.folded_name <> NEW.folded_name BEGIN
  UPDATE bot_names SET folded_name = NEW.folded_name WHERE rowid = NEW.number;
END;
CREATE TRIGGER bots_counted AFTER UPDATE OF state ON bots WHEN OLD.state <> NEW.state BEGIN${uncount('OLD')}${count('NEW')}
END;${moved}

CREATE TRIGGER versions_added AFTER INSERT ON versions WHEN NEW.reserved_at IS NULL BEGIN${addToRange(versionIn('NEW'))}
END;
CREATE TRIGGER versions_shown AFTER UPDATE OF reserved_at ON versions
  WHEN OLD.reserved_at IS NOT NULL AND NEW.reserved_at IS NULL
BEGIN${addToRange(versionIn('NEW'))}
END;
CREATE TRIGGER versions_removed AFTER DELETE ON versions WHEN OLD.reserved_at IS NULL BEGIN${removeFromRange(versionIn('OLD'))}
END;
`,
};
