import type { Migration } from '../migrate.ts';

/** Sessions of people that ended before they expired. */
export const endedSessions: Migration = {
  version: 8,
  name: 'ended-sessions',
  sql: `
CREATE TABLE ended_sessions (
  hash text PRIMARY KEY,
  expires_at bigint NOT NULL
);
`,
};
