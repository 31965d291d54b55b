import type { Migration } from '../migrate.ts';

/** Targets of one brand whose turn comes at the same moment are served in the order in which they were made. */
export const largeQueues: Migration = {
  version: 4,
  name: 'large queues',
  sql: `
CREATE INDEX delivery_targets_turns ON delivery_targets (brand, ready_at, turn, number, leased)
  WHERE ready_at IS NOT NULL;
DROP INDEX delivery_targets_ready;
`,
};
