import type { Migration } from '../migrate.ts';

/** Visitors of the web chat, who expire. */
export const visitors: Migration = {
  version: 21,
  name: 'visitors',
  sql: `
ALTER TABLE customers ADD COLUMN is_external INTEGER;
ALTER TABLE customers ADD COLUMN expires_at INTEGER;
CREATE INDEX customers_expiring ON customers (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX customers_expiring_of_channel ON customers (channel) WHERE expires_at IS NOT NULL;
`,
};
