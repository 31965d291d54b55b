import type { Migration } from '../migrate.ts';

/**
 * Waiting and leased deliveries have separate tables, so that a claim moves two short rows and does not write the
 * delivery. A target's row has the number of its leases and the moment of its next turn: a claim reads only targets
 * with free slots, in order, for any number of due deliveries of other targets.
 *
 * Bodies have a separate table: reading and completing deliveries reads none of their pages.
 */
export const deliveries: Migration = {
  version: 3,
  name: 'deliveries',
  sql: `
CREATE TABLE delivery_targets (
  number INTEGER PRIMARY KEY,
  brand TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_number INTEGER NOT NULL,
  leased INTEGER NOT NULL,
  served_at INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  ready_at INTEGER,
  UNIQUE (brand, kind, target_number)
) STRICT;
CREATE INDEX delivery_targets_ready ON delivery_targets (leased, ready_at, turn) WHERE ready_at IS NOT NULL;

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
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE delivery_bodies (
  delivery INTEGER PRIMARY KEY REFERENCES deliveries (number) ON DELETE CASCADE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE delivery_waits (
  target INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  delivery INTEGER NOT NULL,
  PRIMARY KEY (target, due_at, delivery)
) STRICT, WITHOUT ROWID;

CREATE TABLE delivery_leases (
  delivery INTEGER PRIMARY KEY,
  target INTEGER NOT NULL,
  worker TEXT NOT NULL,
  lease_until INTEGER NOT NULL
) STRICT;
CREATE INDEX delivery_leases_end ON delivery_leases (lease_until);
`,
};
