import type { Migration } from '../migrate.ts';

/** The tables whose rows are settings of a brand. */
const tables = ['bots', 'channels', 'feedback', 'hooks'] as const;

/**
 * A brand's row counts the changes of its settings, by triggers, so that no writer can forget it.
 *
 * @spec ST90
 */
export const settingRevisions: Migration = {
  version: 15,
  name: 'setting-revisions',
  sql: `
CREATE TABLE setting_revisions (
  brand TEXT PRIMARY KEY,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
${tables.flatMap((table) => ['INSERT', 'UPDATE', 'DELETE'].map((change) => trigger(table, change))).join('')}`,
};

function trigger(table: string, change: string): string {
  const row = change === 'DELETE' ? 'OLD' : 'NEW';
  return `
CREATE TRIGGER setting_revisions_${table}_${change.toLowerCase()} AFTER ${change} ON ${table} BEGIN
  INSERT INTO setting_revisions VALUES (${row}.brand, 1) ON CONFLICT DO UPDATE SET revision = revision + 1;
END;
`;
}
