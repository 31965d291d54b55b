import type { ClaimedConversation, ConversationQueue, LeaseRequest } from '@botwright/core';
import type { Ask } from './access.ts';
import type { Connection } from './connection.ts';

/** Whether the customer of this row of work has anything to work. */
export const hasWorkSql =
  '(EXISTS (SELECT 1 FROM inbox WHERE inbox.customer_number = conversation_work.customer_number) OR ' +
  'EXISTS (SELECT 1 FROM conversations WHERE conversations.customer_number = conversation_work.customer_number ' +
  'AND effects_json IS NOT NULL))';

export const isAnyDueSql = 'SELECT 1 AS due FROM conversation_work WHERE due_at <= ? LIMIT 1';
export const dueSql =
  `SELECT customer_number, brand, ${hasWorkSql} AS has_work FROM conversation_work ` +
  'WHERE due_at <= ? ORDER BY due_at LIMIT ?';
export const findWorkSql =
  `SELECT customer_number, brand, worker, due_at, ${hasWorkSql} AS has_work FROM conversation_work ` +
  'WHERE customer_number = ?';
export const leasedSql = 'SELECT customer_number, brand FROM conversation_work WHERE worker IS NOT NULL';
export const renewSql = 'UPDATE conversation_work SET due_at = ? WHERE worker = ?';
const leaseSql = 'UPDATE conversation_work SET worker = ?, due_at = ? WHERE customer_number = ?';
const removeSql = 'DELETE FROM conversation_work WHERE customer_number = ?';
const freeSql =
  'UPDATE conversation_work SET worker = NULL, waits_since = since.at, due_at = max(since.at, ?2) FROM ' +
  '(SELECT coalesce((SELECT at FROM inbox WHERE customer_number = ?1 ORDER BY number LIMIT 1), waits_since) AS at ' +
  'FROM conversation_work WHERE customer_number = ?1) AS since WHERE customer_number = ?1';

interface WorkRow {
  readonly customer_number: number;
  readonly brand: string;
  readonly worker: string | null;
  readonly due_at: number;
  /** 0 or 1. */
  readonly has_work: number;
}

type DueRow = Pick<WorkRow, 'customer_number' | 'brand' | 'has_work'>;

/**
 * A row without work is left behind when a worker's lease ends; whoever comes across it removes it.
 *
 * @param read - Asks committed state. @param write - Asks in a transaction of its own.
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12
 */
export function createConversationQueue({
  read,
  write,
}: {
  readonly read: Ask;
  readonly write: Ask;
}): ConversationQueue {
  return {
    async claim(request) {
      // Nobody waits most of the time, and a look costs less than a transaction.
      const isAnyDue = await read((connection) => connection.get(isAnyDueSql, request.now) !== undefined);
      return isAnyDue ? write((connection) => claimDue(connection, request)) : [];
    },

    take: (conversation, request) => write((connection) => takeOne(connection, conversation, request)),

    renew: ({ worker, leaseUntil }) => write((connection) => void connection.run(renewSql, leaseUntil, worker)),

    release: (brand, customerNumber, worker, notBefore) =>
      write((connection) => {
        const row = connection.get<WorkRow>(findWorkSql, customerNumber);
        if (row?.brand === brand && row.worker === worker) free(connection, row, notBefore);
      }),

    recover: () =>
      write((connection) => {
        for (const { customer_number } of connection.all<DueRow>(leasedSql)) {
          const row = connection.get<WorkRow>(findWorkSql, customer_number);
          if (row !== undefined) free(connection, row);
        }
      }),
  };
}

function claimDue(
  connection: Connection,
  { worker, leaseUntil, now, limit }: LeaseRequest & { readonly limit: number },
): readonly ClaimedConversation[] {
  const claimed: ClaimedConversation[] = [];
  while (claimed.length < limit) {
    const due = connection.all<DueRow>(dueSql, now, limit - claimed.length);
    if (due.length === 0) break;
    for (const { customer_number: customerNumber, brand, has_work } of due) {
      if (has_work === 0) {
        connection.run(removeSql, customerNumber);
        continue;
      }
      connection.run(leaseSql, worker, leaseUntil, customerNumber);
      claimed.push({ brand, customerNumber });
    }
  }
  return claimed;
}

function takeOne(
  connection: Connection,
  { brand, customerNumber }: ClaimedConversation,
  { worker, leaseUntil, now }: LeaseRequest,
): 'taken' | 'busy' | 'idle' {
  const row = connection.get<WorkRow>(findWorkSql, customerNumber);
  if (row?.brand !== brand || row.has_work === 0) return 'idle';
  if (row.worker !== null && row.due_at > now) return 'busy';
  connection.run(leaseSql, worker, leaseUntil, customerNumber);
  return 'taken';
}

function free(connection: Connection, row: WorkRow, notBefore = 0): void {
  if (row.has_work === 0) connection.run(removeSql, row.customer_number);
  else connection.run(freeSql, row.customer_number, notBefore);
}
