import type { Migration } from '../migrate.ts';

/**
 * If the turns of several targets of one brand come at the same moment, older targets are served first.
 *
 * A row of `delivery_endings` says that all deliveries of a target up to a number have ended; the pending ones are not
 * yet stored as ended.
 */
export const largeQueues: Migration = {
  version: 4,
  name: 'large queues',
  sql: `
CREATE INDEX delivery_targets_turns ON delivery_targets (brand, ready_at, turn, number, leased)
  WHERE ready_at IS NOT NULL;
DROP INDEX delivery_targets_ready;

CREATE TABLE delivery_endings (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  target bigint NOT NULL,
  up_to bigint NOT NULL,
  ended_at bigint NOT NULL
);
CREATE INDEX delivery_endings_target ON delivery_endings (target);
`,
};
