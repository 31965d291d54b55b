import {
  type ClaimedConversation,
  type ConversationKey,
  type ConversationQueue,
  clockDifferenceMs,
  createSetBackSweep,
  type LeaseRequest,
  leaseAfterSetBack,
  longestWaitMs,
  type SetBackClaim,
} from '@botwright/core/ports';
import type { RunQuery } from './access.ts';
import { chooseConversations } from './claim-conversations.ts';
import type { Connection } from './connection.ts';

const hasEffectsSql =
  'EXISTS (SELECT 1 FROM conversations WHERE conversations.customer_number = conversation_work.customer_number ' +
  'AND effects_json IS NOT NULL)';

/** Condition: the customer of this row has work. */
export const hasWorkSql =
  '(EXISTS (SELECT 1 FROM inbox WHERE inbox.customer_number = conversation_work.customer_number) OR ' +
  `${hasEffectsSql})`;

export const findWorkSql =
  `SELECT customer_number, brand, worker, due_at, deaths, counting, ${hasWorkSql} AS has_work FROM conversation_work ` +
  'WHERE customer_number = ?';
export const endedSql = 'SELECT customer_number FROM conversation_work WHERE worker IS NOT NULL AND due_at <= ?';
export const leasedSql = 'SELECT customer_number FROM conversation_work WHERE worker IS NOT NULL';
export const renewSql = 'UPDATE conversation_work SET due_at = ? WHERE worker = ?';
export const enterSql =
  'UPDATE conversation_work SET counting = 1 WHERE customer_number = ? AND brand = ? AND worker = ?';
export const leaveSql =
  'UPDATE conversation_work SET counting = 0, deaths = ? ' +
  'WHERE customer_number = ? AND brand = ? AND worker = ? AND deaths > 0';
const leaseSql = 'UPDATE conversation_work SET worker = ?, due_at = ?, counting = deaths = 0 WHERE customer_number = ?';
const shortenSql = 'UPDATE conversation_work SET due_at = ? WHERE customer_number = ?';
const removeSql = 'DELETE FROM conversation_work WHERE customer_number = ?';
const freeSql =
  'UPDATE conversation_work SET worker = NULL, counting = 0, deaths = ?3, waits_since = since.at, ' +
  `due_at = max(since.at, ?2), awaits_effects = ${hasEffectsSql} FROM ` +
  '(SELECT coalesce((SELECT at FROM inbox WHERE customer_number = ?1 ORDER BY number LIMIT 1), waits_since) AS at ' +
  'FROM conversation_work WHERE customer_number = ?1) AS since WHERE customer_number = ?1';

/** The rows of a slice: their keys are greater than the given key, up to the key that this finds. */
const sliceSize = 1_000;

const lastOfSlice = (table: string, key: string) =>
  `SELECT max(key) AS last, count(*) AS read FROM (SELECT ${key} AS key FROM ${table} WHERE ${key} > ? ` +
  `ORDER BY ${key} LIMIT ${sliceSize})`;
export const inboxSliceSql = lastOfSlice('inbox', 'number');
export const workSliceSql = lastOfSlice('conversation_work', 'customer_number');

/** `?1` is now. */
const isAhead = (moment: string) => `${moment} > ?1 + ${clockDifferenceMs}`;
export const arrivedAheadSql = `UPDATE inbox SET at = ?1 WHERE number > ?2 AND number <= ?3 AND ${isAhead('at')}`;
export const plannedAheadSql =
  `UPDATE conversation_work SET waits_since = iif(${isAhead('waits_since')}, ?1, waits_since), ` +
  `due_at = CASE WHEN worker IS NOT NULL THEN iif(due_at > ?4 + ?5, ?4, due_at) ` +
  `WHEN ${isAhead('waits_since')} OR ${isAhead(`due_at - ${longestWaitMs}`)} THEN min(due_at, ?1) ELSE due_at END ` +
  'WHERE customer_number > ?2 AND customer_number <= ?3 AND (due_at > ?1 OR waits_since > ?1)';

interface WorkRow {
  readonly customer_number: number;
  readonly brand: string;
  readonly worker: string | null;
  readonly due_at: number;
  readonly deaths: number;
  /** 0 or 1. */
  readonly counting: number;
  /** 0 or 1. */
  readonly has_work: number;
}

export interface ConversationQueueOptions {
  /** Queries committed state. */
  readonly read: RunQuery;
  /** Runs in a separate transaction. */
  readonly write: RunQuery;
  /** Runs in a separate transaction without waiting for the disk: a crash of the machine can lose it. */
  readonly writeUnsynced: RunQuery;
}

/**
 * A row without a lease has work: it is deleted with the last of its work, or with the lease.
 *
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ22, CQ23
 */
export function createConversationQueue({ read, write, writeUnsynced }: ConversationQueueOptions): ConversationQueue {
  const sweep = createSetBackSweep<SlicePlace>();

  return {
    async claim(request) {
      await sweep.run(request, (found, place) => write((connection) => setBackSlice(connection, found, place)));
      // Usually nothing is due, and a read costs less than a transaction.
      const isAnyDue = await read(
        (connection) =>
          connection.get(endedSql, request.now) !== undefined || chooseConversations(connection, request).length > 0,
      );
      if (!isAnyDue) return [];
      return write((connection) => {
        endLeases(connection, endedSql, request.now);
        return chooseConversations(connection, request).map((each) => lease(connection, each, request));
      });
    },

    take: (conversation, request) => write((connection) => takeOne(connection, conversation, request)),

    renew: ({ worker, leaseUntil }) => write((connection) => void connection.run(renewSql, leaseUntil, worker)),

    release: (brand, customerNumber, worker, notBefore) =>
      write((connection) => {
        const row = connection.get<WorkRow>(findWorkSql, customerNumber);
        if (row?.brand === brand && row.worker === worker) free(connection, row, { deaths: row.deaths, notBefore });
      }),

    enterStep: ({ brand, customerNumber }, worker) =>
      writeUnsynced((connection) => connection.run(enterSql, customerNumber, brand, worker) > 0),

    leaveStep: ({ brand, customerNumber }, worker, deaths) =>
      writeUnsynced((connection) => void connection.run(leaveSql, deaths, customerNumber, brand, worker)),

    recover: () => write((connection) => endLeases(connection, leasedSql)),
  };
}

/** The row after which the next slice begins. */
interface SlicePlace {
  readonly table: 'inbox' | 'work';
  readonly after: number;
}

/** @spec CQ22 */
function setBackSlice(
  connection: Connection,
  { now, leaseUntil, differenceMs }: SetBackClaim,
  { table, after }: SlicePlace = { table: 'inbox', after: -1 },
): SlicePlace | 'done' {
  const found = connection.get<{ last: number | null; read: number }>(
    table === 'inbox' ? inboxSliceSql : workSliceSql,
    after,
  );
  const { last = null, read = 0 } = found ?? {};
  if (last !== null && table === 'inbox') connection.run(arrivedAheadSql, now, after, last);
  if (last !== null && table === 'work') connection.run(plannedAheadSql, now, after, last, leaseUntil, differenceMs);
  if (last !== null && read === sliceSize) return { table, after: last };
  return table === 'inbox' ? { table: 'work', after: -1 } : 'done';
}

/** Ends the unreleased leases that one of the statements above lists. @spec CQ15 */
function endLeases(connection: Connection, sql: string, ...params: readonly number[]): void {
  for (const { customer_number } of connection.all<Pick<WorkRow, 'customer_number'>>(sql, ...params)) {
    const row = connection.get<WorkRow>(findWorkSql, customer_number);
    if (row !== undefined) free(connection, row, { deaths: row.deaths + row.counting });
  }
}

function lease(
  connection: Connection,
  { brand, customerNumber, deaths }: ClaimedConversation,
  { worker, leaseUntil }: LeaseRequest,
): ClaimedConversation {
  connection.run(leaseSql, worker, leaseUntil, customerNumber);
  return { brand, customerNumber, deaths };
}

function takeOne(
  connection: Connection,
  { brand, customerNumber }: ConversationKey,
  request: LeaseRequest,
): ClaimedConversation | 'busy' | 'idle' {
  const row = connection.get<WorkRow>(findWorkSql, customerNumber);
  if (row?.brand !== brand || row.has_work === 0) return 'idle';
  if (row.worker !== null && row.due_at > request.now) {
    const leaseUntil = leaseAfterSetBack(row.due_at, request);
    if (leaseUntil !== undefined) connection.run(shortenSql, leaseUntil, row.customer_number);
    return 'busy';
  }
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  if (row.worker !== null) free(connection, row, { deaths });
  return lease(connection, { brand, customerNumber, deaths }, request);
}

function free(
  connection: Connection,
  row: WorkRow,
  { deaths, notBefore = 0 }: { readonly deaths: number; readonly notBefore?: number | undefined },
): void {
  if (row.has_work === 0) connection.run(removeSql, row.customer_number);
  else connection.run(freeSql, row.customer_number, notBefore, deaths);
}
