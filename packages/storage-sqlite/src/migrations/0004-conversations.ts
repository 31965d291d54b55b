import type { Migration } from '../migrate.ts';

/**
 * A customer has a row of work while there is work or a worker has the lease. `due_at` is when it may be claimed; under
 * a lease, when that ends. Deleting a customer deletes its rows in all three tables.
 *
 * @spec CQ13, CQ14
 */
export const conversations: Migration = {
  version: 4,
  name: 'conversations',
  sql: `
CREATE TABLE conversations (
  customer_number INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
  brand TEXT NOT NULL,
  state_json TEXT NOT NULL,
  effects_json TEXT,
  begin_at TEXT
) STRICT;

CREATE TABLE inbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  brand TEXT NOT NULL,
  customer_number INTEGER NOT NULL REFERENCES customers (number) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  item_json TEXT NOT NULL
) STRICT;
CREATE INDEX inbox_of_customer ON inbox (customer_number, number);

CREATE TABLE conversation_work (
  customer_number INTEGER PRIMARY KEY REFERENCES customers (number) ON DELETE CASCADE,
  brand TEXT NOT NULL,
  waits_since INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  worker TEXT
) STRICT;
CREATE INDEX conversation_work_due ON conversation_work (due_at);
CREATE INDEX conversation_work_leased ON conversation_work (worker) WHERE worker IS NOT NULL;
`,
};
