import type { Migration } from '../migrate.ts';

/** Visitors of a channel in the order in which they expire. */
export const silentVisitors: Migration = {
  version: 22,
  name: 'silent-visitors',
  sql: `
DROP INDEX customers_expiring_of_channel;
CREATE INDEX customers_expiring_of_channel ON customers (brand, channel, expires_at) WHERE expires_at IS NOT NULL;
`,
};
