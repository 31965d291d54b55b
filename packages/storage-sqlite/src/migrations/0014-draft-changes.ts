import type { Migration } from '../migrate.ts';

/**
 * A state of a draft has its whole text, or a change of the previous state: then its text is empty, and `base_revision`
 * is the state to whose text the first of the changes applies. Both columns stay `NULL` in existing rows: they have
 * their texts, and the migration rewrites none.
 *
 * The violations of a draft leave its row, which each change writes.
 */
export const draftChanges: Migration = {
  version: 14,
  name: 'draft-changes',
  sql: `
ALTER TABLE draft_states ADD COLUMN change_json TEXT;
ALTER TABLE draft_states ADD COLUMN base_revision INTEGER;

CREATE TABLE draft_violations (
  brand TEXT NOT NULL,
  bot_id TEXT NOT NULL,
  violations TEXT NOT NULL,
  PRIMARY KEY (brand, bot_id),
  FOREIGN KEY (brand, bot_id) REFERENCES bots (brand, id) ON DELETE CASCADE
) STRICT;
INSERT INTO draft_violations SELECT brand, bot_id, violations FROM drafts WHERE violations <> '[]';
ALTER TABLE drafts DROP COLUMN violations;
ALTER TABLE drafts ADD COLUMN state_id TEXT;
ALTER TABLE drafts ADD COLUMN oldest_revision INTEGER;
`,
};
