import { addedRecords, columnsByTable, type StoredColumns } from '../sql/added-records.ts';
import { recordSchema } from '../sql/record-schema.ts';
import type { RecordTable } from '../sql/record-tables.ts';
import type { Connection } from './connection.ts';

/** "BotW": marks a database file of Botwright. */
const applicationId = 0x426f7457;

/** Incremented with each change of the schema, by an entry of `upgrades`. */
const schemaVersion = 3;

/**
 * A wake has no `due_at` once a claim has found it due; then its customer has a row of work. Until then it may hold the
 * entries of the inbox that do not end the wait.
 */
const wakes = `
CREATE TABLE conversation_wakes (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  customer_number INTEGER NOT NULL,
  since INTEGER NOT NULL,
  due_at INTEGER,
  holds_inbox INTEGER NOT NULL,
  UNIQUE (brand, customer_number),
  FOREIGN KEY (brand, customer_number) REFERENCES customer_records (brand, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX conversation_wakes_due ON conversation_wakes (due_at, customer_number) WHERE due_at IS NOT NULL;
`;

/**
 * A customer has a row of work while there is work or a worker has the lease. `due_at` is when it may be claimed; under
 * a lease, when that ends. Conversations without a lease are in queues, one per brand and kind of work, so that a claim
 * goes from brand to brand and never reads leased ones. `counting` is 1 when a lease that ends without a release counts
 * as one more death.
 *
 * @spec CQ13, CQ14, CQ15, CQ17, CQ18
 */
const conversations = `
CREATE TABLE inbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  brand TEXT NOT NULL,
  customer_number INTEGER NOT NULL,
  at INTEGER NOT NULL,
  item_json TEXT NOT NULL,
  ends_wait INTEGER NOT NULL,
  FOREIGN KEY (brand, customer_number) REFERENCES customer_records (brand, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX inbox_of_customer ON inbox (brand, customer_number, number);

CREATE TABLE conversation_work (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  customer_number INTEGER NOT NULL,
  waits_since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  worker TEXT,
  awaits_effects INTEGER NOT NULL DEFAULT 0,
  deaths INTEGER NOT NULL DEFAULT 0,
  counting INTEGER NOT NULL DEFAULT 0,
  UNIQUE (brand, customer_number),
  FOREIGN KEY (brand, customer_number) REFERENCES customer_records (brand, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX conversation_work_free ON conversation_work (awaits_effects, brand, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_leased ON conversation_work (worker) WHERE worker IS NOT NULL;
CREATE INDEX conversation_work_ends ON conversation_work (due_at) WHERE worker IS NOT NULL;
`;

/**
 * Waiting and leased deliveries have separate tables, so that a claim moves two short rows and does not write the
 * delivery. Rows of brands and targets have the moment of the next turn, and a target's row has the number of its
 * leases: a claim goes from brand to brand, and in each to the next target with a free slot.
 *
 * The first pending ordered delivery of a customer to a target waits or is leased. The others are held back: their rows
 * in `delivery_waits` have a moment after all others.
 *
 * Waiting deliveries of a target are in its partition (column `line`), which is the target's number until the partition
 * is first replaced. A replaced partition is a tombstone: no claim leases from it, and its deliveries are ended step by
 * step.
 *
 * Bodies have a separate table: reading and completing deliveries reads none of their pages. Deliveries of one message
 * share a body, which has the number of the first of them; the last of them removes it, so no foreign key refers to it.
 */
const deliveries = `
CREATE TABLE delivery_brands (
  brand TEXT PRIMARY KEY,
  served_at INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  ready_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX delivery_brands_ready ON delivery_brands (ready_at, turn, brand) WHERE ready_at IS NOT NULL;

CREATE TABLE delivery_targets (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_number INTEGER NOT NULL,
  leased INTEGER NOT NULL,
  served_at INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  ready_at INTEGER,
  line INTEGER,
  UNIQUE (brand, kind, target_number)
) STRICT;
CREATE INDEX delivery_targets_ready ON delivery_targets (brand, ready_at, turn, leased) WHERE ready_at IS NOT NULL;

CREATE TABLE delivery_turns (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  last INTEGER NOT NULL,
  latest_at INTEGER NOT NULL
) STRICT;
INSERT INTO delivery_turns VALUES (1, 0, 0);

CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  id TEXT NOT NULL,
  target INTEGER NOT NULL REFERENCES delivery_targets (number),
  workspace INTEGER NOT NULL,
  customer_number INTEGER NOT NULL,
  message_uuid TEXT NOT NULL,
  origin TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  replay_of TEXT,
  body_number INTEGER,
  ordered INTEGER NOT NULL,
  state TEXT NOT NULL,
  due_at INTEGER,
  finished_at INTEGER,
  reason TEXT,
  attempts TEXT NOT NULL,
  UNIQUE (brand, id)
) STRICT;
CREATE INDEX deliveries_target ON deliveries (target, id);
CREATE INDEX deliveries_dead ON deliveries (brand, id) WHERE state = 'dead';
CREATE INDEX deliveries_customer ON deliveries (brand, customer_number);
CREATE INDEX deliveries_ordered ON deliveries (target, customer_number, number) WHERE ordered = 1 AND due_at IS NOT NULL;
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_body ON deliveries (body_number) WHERE body_number IS NOT NULL;

CREATE TABLE delivery_bodies (
  number INTEGER PRIMARY KEY,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE delivery_waits (
  target INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  delivery INTEGER NOT NULL,
  PRIMARY KEY (target, due_at, delivery)
) STRICT, WITHOUT ROWID;

CREATE TABLE retired_lines (
  retirement INTEGER PRIMARY KEY AUTOINCREMENT,
  line INTEGER NOT NULL,
  target INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX retired_lines_target ON retired_lines (target);

CREATE TABLE delivery_leases (
  delivery INTEGER PRIMARY KEY,
  target INTEGER NOT NULL,
  brand TEXT NOT NULL,
  worker TEXT NOT NULL,
  lease_until INTEGER NOT NULL
) STRICT;
CREATE INDEX delivery_leases_end ON delivery_leases (lease_until);
CREATE INDEX delivery_leases_worker ON delivery_leases (worker, brand);
`;

/** A delivery is in the list of its brand and in the list of its target. */
const uncountDelivery = ["'deliveries'", "'deliveries ' || OLD.target"]
  .map((list) => {
    const isOfRange = `brand = OLD.brand AND list = ${list} AND first_key = (
      SELECT first_key FROM delivery_ranges WHERE brand = OLD.brand AND list = ${list} AND first_key <= OLD.id
      ORDER BY first_key DESC LIMIT 1)`;
    return `
  UPDATE delivery_ranges SET total = total - 1
    WHERE ${isOfRange} AND part = OLD.workspace || ' ' || OLD.state;
  DELETE FROM delivery_ranges WHERE ${isOfRange} AND total = 0;`;
  })
  .join('');

/**
 * Each list of deliveries is divided into ranges of about a thousand ids. A range has its start and counters of its
 * deliveries by workspace and state; it ends at the start of the next one, and disappears with its last delivery. The
 * store counts the deliveries that it adds or changes, once per write; a trigger counts deleted ones.
 */
const deliveryRanges = `
CREATE TABLE delivery_ranges (
  brand TEXT NOT NULL,
  list TEXT NOT NULL,
  first_key TEXT NOT NULL,
  part TEXT NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (brand, list, first_key, part)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER deliveries_removed AFTER DELETE ON deliveries BEGIN${uncountDelivery}
END;
`;

const others = `
CREATE TABLE rate_log (
  key TEXT NOT NULL,
  -- When the request that was counted leaves its window.
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rate_log_key ON rate_log (key, ends_at);
CREATE INDEX rate_log_ended ON rate_log (ends_at);

CREATE TABLE given_numbers (
  sequence TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** The statements from each version to the next, from version 1 on. New kinds and optional fields need none. */
const upgrades: readonly string[] = [`ALTER TABLE inbox ADD COLUMN ends_wait INTEGER NOT NULL DEFAULT 0;${wakes}`];

/**
 * Creates all tables in an empty database, and those that a database of an earlier release lacks.
 *
 * Race rule: one of several processes that open a file together creates the tables; the others wait.
 *
 * @throws When the file belongs to another program or has another version of the schema. The file is not changed.
 * @spec SQ2, SQ3, SQ4, SQ60, ST133
 */
export function createSchema(connection: Connection, tables: ReadonlyMap<string, RecordTable>): void {
  connection.run('BEGIN IMMEDIATE');
  try {
    const version = readVersion(connection);
    if (version === undefined) {
      connection.script(`
        PRAGMA application_id = ${applicationId};
        CREATE TABLE schema_version (version INTEGER PRIMARY KEY) STRICT;
        INSERT INTO schema_version VALUES (${schemaVersion});
      `);
      for (const statement of recordSchema(tables)) connection.script(statement);
      connection.script(conversations + wakes + deliveries + deliveryRanges + others);
    } else if (version > schemaVersion || version < 1) {
      const age = version > schemaVersion ? 'a newer' : 'an older';
      throw new Error(
        `The database has version ${version} of the schema, made by ${age} release; this one knows ${schemaVersion}.`,
      );
    } else if (version < schemaVersion) {
      for (const statements of upgrades.slice(version - 1)) connection.script(statements);
      const added = addedRecords(tables, storedColumns(connection), recordSchema);
      for (const statement of added) connection.script(statement);
      connection.run('UPDATE schema_version SET version = ?', schemaVersion);
    }
    connection.run('COMMIT');
  } catch (error) {
    if (connection.isInTransaction()) connection.run('ROLLBACK');
    throw error;
  }
}

function storedColumns(connection: Connection): StoredColumns {
  const columns = connection.all<{ table: string; column: string }>(
    `SELECT t.name AS "table", c.name AS "column" FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
      WHERE t.schema = 'main'`,
  );
  return columnsByTable(columns);
}

/** @returns `undefined` for an empty file. */
function readVersion(connection: Connection): number | undefined {
  const id = connection.get<{ application_id: number }>('PRAGMA application_id')?.application_id;
  const tables = connection.all<{ name: string }>('SELECT name FROM sqlite_schema').map(({ name }) => name);
  if (id === 0 && tables.length === 0) return undefined;
  if (id !== applicationId) throw new Error('The file is a database of another program.');
  if (!tables.includes('schema_version')) return 0;
  return connection.get<{ version: number }>('SELECT version FROM schema_version')?.version ?? 0;
}
