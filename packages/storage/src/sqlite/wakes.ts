import { type ConversationKey, clockDifferenceMs, type EpochMs } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import { addWorkSql } from './conversations.ts';

/** The wakes that one claim makes work; the next claim finds more. */
const wokenAtOnce = 500;

export const nextWakeSql = 'SELECT min(due_at) AS at FROM conversation_wakes WHERE due_at IS NOT NULL';
export const dueWakesSql =
  'SELECT number, brand, customer_number, due_at FROM conversation_wakes WHERE due_at <= ? ' +
  `ORDER BY due_at, customer_number LIMIT ${wokenAtOnce}`;
const dueWakeSql =
  'SELECT number, brand, customer_number, due_at FROM conversation_wakes ' +
  'WHERE brand = ? AND customer_number = ? AND due_at <= ?';
const wokenSql = 'UPDATE conversation_wakes SET due_at = NULL WHERE number = ?';
/** A wait that began in the future, `?1` being now, begins now. */
export const wakesAheadSql =
  'UPDATE conversation_wakes SET due_at = due_at - (since - ?1), since = ?1 ' +
  `WHERE number > ?2 AND number <= ?3 AND since > ?1 + ${clockDifferenceMs}`;

interface WakeRow {
  readonly number: number;
  readonly brand: string;
  readonly customer_number: number;
  readonly due_at: EpochMs;
}

/** @spec WT14 */
export function nextWakeAt(connection: Connection): EpochMs | undefined {
  return connection.get<{ at: EpochMs | null }>(nextWakeSql)?.at ?? undefined;
}

export function isAnyWakeDue(connection: Connection, now: EpochMs): boolean {
  const at = nextWakeAt(connection);
  return at !== undefined && at <= now;
}

/** Makes due wakes work, the earliest first. @spec WT12, WT13 */
export function wakeDue(connection: Connection, now: EpochMs): void {
  for (const row of connection.all<WakeRow>(dueWakesSql, now)) wake(connection, row);
}

/** The same for one customer. */
export function wakeIfDue(connection: Connection, { brand, customerNumber }: ConversationKey, now: EpochMs): void {
  const row = connection.get<WakeRow>(dueWakeSql, brand, customerNumber, now);
  if (row !== undefined) wake(connection, row);
}

function wake(connection: Connection, { number, brand, customer_number: customer, due_at: at }: WakeRow): void {
  connection.run(addWorkSql, brand, customer, at, at);
  connection.run(wokenSql, number);
}
