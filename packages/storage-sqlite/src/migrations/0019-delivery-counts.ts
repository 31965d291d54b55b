import type { Migration } from '../migrate.ts';

/** The store counts deliveries that it adds or changes itself, once for all of a write. */
export const deliveryCounts: Migration = {
  version: 19,
  name: 'delivery-counts',
  sql: `
DROP TRIGGER deliveries_added;
DROP TRIGGER deliveries_moved;
`,
};
