import type { Migration } from '../migrate.ts';

/** The store counts the deliveries that it adds or changes, once per write. */
export const deliveryCounts: Migration = {
  version: 19,
  name: 'delivery-counts',
  sql: `
DROP TRIGGER deliveries_added;
DROP TRIGGER deliveries_moved;
`,
};
