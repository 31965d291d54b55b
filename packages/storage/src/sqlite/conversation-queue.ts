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
import { chooseConversations } from './claim-conversations.ts';
import type { Connection, RunQuery } from './connection.ts';
import { type WorkRow, workColumns } from './conversations.ts';
import { isAnyWakeDue, nextWakeAt, wakeDue, wakeIfDue, wakesAheadSql } from './wakes.ts';

export const findWorkSql = `SELECT ${workColumns} FROM conversation_work WHERE brand = ? AND customer_number = ?`;
export const endedSql = `SELECT ${workColumns} FROM conversation_work WHERE worker IS NOT NULL AND due_at <= ?`;
export const leasedSql = `SELECT ${workColumns} FROM conversation_work WHERE worker IS NOT NULL`;
export const renewSql = 'UPDATE conversation_work SET due_at = ? WHERE worker = ?';
/** Sets both for a running step; after it, only the row of a customer with deaths is changed. */
export const markSql =
  'UPDATE conversation_work SET counting = iif(?4 IS NULL, 1, iif(deaths > 0, 0, counting)), ' +
  'deaths = iif(deaths > 0, coalesce(?4, deaths), deaths) WHERE customer_number = ?1 AND brand = ?2 AND worker = ?3';
const leaseSql = 'UPDATE conversation_work SET worker = ?, due_at = ?, counting = deaths = 0 WHERE number = ?';
const shortenSql = 'UPDATE conversation_work SET due_at = ? WHERE number = ?';
const removeSql = 'DELETE FROM conversation_work WHERE number = ?';
const freeSql =
  'UPDATE conversation_work SET worker = NULL, counting = 0, deaths = ?3, waits_since = since.at, ' +
  'due_at = max(since.at, ?2) FROM (SELECT coalesce((SELECT at FROM inbox ' +
  'WHERE inbox.brand = work.brand AND inbox.customer_number = work.customer_number ORDER BY number LIMIT 1), ' +
  'waits_since) AS at FROM conversation_work AS work WHERE number = ?1) AS since WHERE number = ?1';

/** The rows of a slice: their keys are greater than the given key, up to the key that this finds. */
const sliceSize = 1_000;

const lastOfSlice = (table: string, key: string) =>
  `SELECT max(key) AS last, count(*) AS read FROM (SELECT ${key} AS key FROM ${table} WHERE ${key} > ? ` +
  `ORDER BY ${key} LIMIT ${sliceSize})`;
export const inboxSliceSql = lastOfSlice('inbox', 'number');
export const workSliceSql = lastOfSlice('conversation_work', 'number');
export const wakeSliceSql = lastOfSlice('conversation_wakes', 'number');
const sliceSqls = { inbox: inboxSliceSql, work: workSliceSql, wakes: wakeSliceSql };
const nextTables = { inbox: 'work', work: 'wakes', wakes: undefined } as const;

/** `?1` is now. */
const isAhead = (moment: string) => `${moment} > ?1 + ${clockDifferenceMs}`;
export const arrivedAheadSql = `UPDATE inbox SET at = ?1 WHERE number > ?2 AND number <= ?3 AND ${isAhead('at')}`;
export const plannedAheadSql =
  `UPDATE conversation_work SET waits_since = iif(${isAhead('waits_since')}, ?1, waits_since), ` +
  `due_at = CASE WHEN worker IS NOT NULL THEN iif(due_at > ?4 + ?5, ?4, due_at) ` +
  `WHEN ${isAhead('waits_since')} OR ${isAhead(`due_at - ${longestWaitMs}`)} THEN min(due_at, ?1) ELSE due_at END ` +
  'WHERE number > ?2 AND number <= ?3 AND (due_at > ?1 OR waits_since > ?1)';

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
 * @spec CQ5, CQ6, CQ7, CQ8, CQ9, CQ11, CQ12, CQ15, CQ16, CQ17, CQ18, CQ22, CQ23, WT12, WT13, WT14, WT15
 */
export function createConversationQueue({ read, write, writeUnsynced }: ConversationQueueOptions): ConversationQueue {
  const sweep = createSetBackSweep<SlicePlace>();

  return {
    async claim(request) {
      await sweep.run(request, (found, place) => write((connection) => setBackSlice(connection, found, place)));
      // Usually nothing is due, and a read costs less than a transaction.
      const isAnyDue = await read(
        (connection) =>
          connection.get(endedSql, request.now) !== undefined ||
          chooseConversations(connection, request).length > 0 ||
          (request.work === 'step' && request.limit > 0 && isAnyWakeDue(connection, request.now)),
      );
      if (!isAnyDue) return [];
      return write((connection) => {
        endLeases(connection, endedSql, request.now);
        if (request.work === 'step' && request.limit > 0) wakeDue(connection, request.now);
        return chooseConversations(connection, request).map(({ number, ...chosen }) => {
          connection.run(leaseSql, request.worker, request.leaseUntil, number);
          return chosen;
        });
      });
    },

    take: (conversation, request) => write((connection) => takeOne(connection, conversation, request)),

    renew: ({ worker, leaseUntil }) => write((connection) => void connection.run(renewSql, leaseUntil, worker)),

    release: (worker, conversations, notBefore) =>
      write((connection) => {
        const leased =
          conversations?.map((each) => connection.get<WorkRow>(findWorkSql, each.brand, each.customerNumber)) ??
          connection.all<WorkRow>(leasedSql);
        for (const row of leased) {
          if (row?.worker === worker) free(connection, row, { deaths: row.deaths, notBefore });
        }
      }),

    mark: ({ brand, customerNumber }, worker, mark) =>
      writeUnsynced((connection) => {
        const deaths = mark.isRunning ? null : mark.deaths;
        return connection.run(markSql, customerNumber, brand, worker, deaths) > 0;
      }),

    recover: () => write((connection) => endLeases(connection, leasedSql)),

    nextWakeAt: () => read(nextWakeAt),
  };
}

/** The row after which the next slice begins. */
interface SlicePlace {
  readonly table: 'inbox' | 'work' | 'wakes';
  readonly after: number;
}

/** @spec CQ22, WT15 */
function setBackSlice(
  connection: Connection,
  { now, leaseUntil, differenceMs }: SetBackClaim,
  { table, after }: SlicePlace = { table: 'inbox', after: -1 },
): SlicePlace | 'done' {
  const found = connection.get<{ last: number | null; read: number }>(sliceSqls[table], after);
  const { last = null, read = 0 } = found ?? {};
  if (last !== null && table === 'inbox') connection.run(arrivedAheadSql, now, after, last);
  if (last !== null && table === 'work') connection.run(plannedAheadSql, now, after, last, leaseUntil, differenceMs);
  if (last !== null && table === 'wakes') connection.run(wakesAheadSql, now, after, last);
  if (last !== null && read === sliceSize) return { table, after: last };
  const next = nextTables[table];
  return next === undefined ? 'done' : { table: next, after: -1 };
}

/** Ends the unreleased leases that one of the statements above lists. @spec CQ15 */
function endLeases(connection: Connection, sql: string, ...params: readonly number[]): void {
  for (const row of connection.all<WorkRow>(sql, ...params)) {
    free(connection, row, { deaths: row.deaths + row.counting });
  }
}

function takeOne(
  connection: Connection,
  { brand, customerNumber }: ConversationKey,
  request: LeaseRequest,
): ClaimedConversation | 'busy' | 'idle' {
  wakeIfDue(connection, { brand, customerNumber }, request.now);
  const row = connection.get<WorkRow>(findWorkSql, brand, customerNumber);
  if (row === undefined || row.has_work === 0) return 'idle';
  if (row.worker !== null && row.due_at > request.now) {
    const leaseUntil = leaseAfterSetBack(row.due_at, request);
    if (leaseUntil !== undefined) connection.run(shortenSql, leaseUntil, row.number);
    return 'busy';
  }
  const deaths = row.worker === null ? row.deaths : row.deaths + row.counting;
  if (row.worker !== null) free(connection, row, { deaths });
  connection.run(leaseSql, request.worker, request.leaseUntil, row.number);
  return { brand, customerNumber, deaths };
}

function free(
  connection: Connection,
  row: WorkRow,
  { deaths, notBefore = 0 }: { readonly deaths: number; readonly notBefore?: number | undefined },
): void {
  if (row.has_work === 0) connection.run(removeSql, row.number);
  else connection.run(freeSql, row.number, notBefore, deaths);
}
