import type { Migration } from '../migrate.ts';

/**
 * Brands, tokens and agents come and go one by one. A brand that was removed keeps its row, for the tokens and agents
 * that were added at run time: they are there again when the brand is. All that is stored so far was declared.
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
