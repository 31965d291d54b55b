import type { Migration } from '../migrate.ts';

/**
 * Brands, tokens and agents can be added and removed individually. A removed brand keeps its row for the tokens and
 * agents that were added at run time: they work again when the brand is put again. A configuration declared all
 * existing ones.
 */
export const tenantsAtRunTime: Migration = {
  version: 13,
  name: 'tenants-at-run-time',
  sql: `
ALTER TABLE brands ADD COLUMN is_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN added_at_run_time INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tokens_brand ON tokens (brand);
`,
};
