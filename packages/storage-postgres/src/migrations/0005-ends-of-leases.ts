import type { Migration } from '../migrate.ts';

/** Before the moment `look_at` no lease ends, as far as is known, so that most claims need not look for one. */
export const endsOfLeases: Migration = {
  version: 5,
  name: 'ends of leases',
  sql: 'ALTER TABLE delivery_turns ADD COLUMN look_at bigint NOT NULL DEFAULT 0;',
};
