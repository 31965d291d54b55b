import type { Migration } from '../migrate.ts';

/**
 * Waiting deliveries of a target are in its partition (column `line`), which is the target's number until the partition
 * is first replaced. A replaced partition is a tombstone: no claim leases from it, and its deliveries are ended step by
 * step.
 */
export const deliveryLines: Migration = {
  version: 7,
  name: 'delivery-lines',
  sql: `
ALTER TABLE delivery_targets ADD COLUMN line INTEGER;

CREATE TABLE retired_lines (
  retirement INTEGER PRIMARY KEY AUTOINCREMENT,
  line INTEGER NOT NULL,
  target INTEGER NOT NULL,
  ended_at INTEGER NOT NULL
) STRICT;
CREATE INDEX retired_lines_target ON retired_lines (target);
`,
};
