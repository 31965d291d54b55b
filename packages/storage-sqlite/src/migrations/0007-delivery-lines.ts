import type { Migration } from '../migrate.ts';

/**
 * What waits for a target stands in its line, which is that of the target's number until it is first retired. A
 * retired line is nobody's: no claim finds it, and claims end what is in it step by step.
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
