import type { Migration } from '../migrate.ts';

/** No known lease ends before the moment `look_at`, so most claims need not look for ended leases. */
export const endsOfLeases: Migration = {
  version: 5,
  name: 'ends of leases',
  sql: 'ALTER TABLE delivery_turns ADD COLUMN look_at bigint NOT NULL DEFAULT 0;',
};
