import type { Migration } from '../migrate.ts';

/**
 * Conversations without a lease are in queues, one per brand and kind of work, so that a claim goes from brand to brand
 * and never reads leased ones. `counting` is 1 when a lease that ends without a release counts as one more death.
 *
 * @spec CQ15, CQ17, CQ18
 */
export const conversationTurns: Migration = {
  version: 8,
  name: 'conversation-turns',
  sql: `
ALTER TABLE conversation_work ADD COLUMN awaits_effects INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation_work ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
ALTER TABLE conversation_work ADD COLUMN counting INTEGER NOT NULL DEFAULT 0;
UPDATE conversation_work SET awaits_effects = 1 WHERE customer_number IN
  (SELECT customer_number FROM conversations WHERE effects_json IS NOT NULL);

DROP INDEX conversation_work_due;
CREATE INDEX conversation_work_free ON conversation_work (awaits_effects, brand, due_at) WHERE worker IS NULL;
CREATE INDEX conversation_work_ends ON conversation_work (due_at) WHERE worker IS NOT NULL;
`,
};
