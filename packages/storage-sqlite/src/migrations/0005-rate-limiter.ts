import type { Migration } from '../migrate.ts';

export const rateLimiter: Migration = {
  version: 5,
  name: 'rate-log',
  sql: `
CREATE TABLE rate_log (
  key TEXT NOT NULL,
  -- When the request that was counted leaves its window.
  ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rate_log_key ON rate_log (key, ends_at);
CREATE INDEX rate_log_ended ON rate_log (ends_at);
`,
};
