import type { Migration } from '../migrate.ts';

/** Sessions of people that ended before they expired. */
export const endedSessions: Migration = {
  version: 23,
  name: 'ended-sessions',
  sql: `
CREATE TABLE ended_sessions (
  hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
