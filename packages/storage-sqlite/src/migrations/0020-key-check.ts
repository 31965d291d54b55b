import type { Migration } from '../migrate.ts';

/** A text that the keys of this database decrypt. */
export const keyCheck: Migration = {
  version: 20,
  name: 'key-check',
  sql: `
CREATE TABLE key_check (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  encrypted TEXT NOT NULL
) STRICT;
`,
};
