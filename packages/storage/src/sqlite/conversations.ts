import { endsWait, type InboxEntry, type QueueOperation } from '@botwright/core/ports';
import { decodeEntry, type InboxRow } from '../sql/queue-rows.ts';
import type { Connection } from './connection.ts';

/** Condition: a wake of the customer of a row of `conversation_work`. */
const isOfWork = 'wake.brand = conversation_work.brand AND wake.customer_number = conversation_work.customer_number';

/** Condition: a wake holds the inbox. */
const isHolding = 'wake.holds_inbox AND wake.due_at IS NOT NULL';

/** Condition: the customer of a row of `conversation_work` has no entry that is work, and no wake that is due. */
const isWithoutSteps =
  'NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.brand = conversation_work.brand ' +
  'AND inbox.customer_number = conversation_work.customer_number AND (inbox.ends_wait OR ' +
  `NOT EXISTS (SELECT 1 FROM conversation_wakes AS wake WHERE ${isOfWork} AND ${isHolding}))) ` +
  `AND NOT EXISTS (SELECT 1 FROM conversation_wakes AS wake WHERE ${isOfWork} AND wake.due_at IS NULL)`;

/** The columns of `WorkRow`. */
export const workColumns =
  'number, brand, customer_number, worker, due_at, deaths, counting, ' +
  `(awaits_effects OR NOT (${isWithoutSteps})) AS has_work`;

export interface WorkRow {
  readonly number: number;
  readonly brand: string;
  readonly customer_number: number;
  readonly worker: string | null;
  readonly due_at: number;
  readonly deaths: number;
  /** 0 or 1. */
  readonly counting: number;
  /** 0 or 1. */
  readonly has_work: number;
}

const ofCustomer = 'brand = ? AND customer_number = ?';

/** Condition: a wake holds the inbox of a customer, and no entry ends the wait. */
const isHeld =
  `(EXISTS (SELECT 1 FROM conversation_wakes AS wake WHERE brand = ?1 AND customer_number = ?2 AND ${isHolding}) ` +
  'AND NOT EXISTS (SELECT 1 FROM inbox WHERE brand = ?1 AND customer_number = ?2 AND ends_wait))';

export const nextEntrySql =
  'SELECT number, at, item_json FROM inbox WHERE brand = ?1 AND customer_number = ?2 ' +
  `AND NOT ${isHeld} ORDER BY number LIMIT 1`;
export const findWakeSql = `SELECT due_at IS NULL AS is_due FROM conversation_wakes WHERE ${ofCustomer}`;
const putWakeSql =
  'INSERT INTO conversation_wakes (brand, customer_number, since, due_at, holds_inbox) VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT (brand, customer_number) DO UPDATE SET since = excluded.since, due_at = excluded.due_at, ' +
  'holds_inbox = excluded.holds_inbox';
const dropWakeSql = `DELETE FROM conversation_wakes WHERE ${ofCustomer}`;
export const hasLeaseSql = `SELECT 1 FROM conversation_work WHERE ${ofCustomer} AND worker = ?`;
const pushSql = 'INSERT INTO inbox (brand, customer_number, at, item_json, ends_wait) VALUES (?, ?, ?, ?, ?)';
const dropSql = `DELETE FROM inbox WHERE number = ? AND ${ofCustomer}`;
export const addWorkSql =
  'INSERT INTO conversation_work (brand, customer_number, waits_since, due_at) VALUES (?, ?, ?, ?) ' +
  'ON CONFLICT (brand, customer_number) DO NOTHING';
const addOpenWorkSql =
  'INSERT INTO conversation_work (brand, customer_number, waits_since, due_at) ' +
  `SELECT ?1, ?2, ?3, ?3 WHERE NOT ${isHeld} ON CONFLICT (brand, customer_number) DO NOTHING`;
const addLeasedSql =
  'INSERT INTO conversation_work (brand, customer_number, waits_since, due_at, worker, counting) ' +
  `SELECT ?1, ?2, ?3, ?4, ?5, 1 WHERE NOT ${isHeld} ON CONFLICT (brand, customer_number) DO NOTHING`;
const addEffectsSql =
  'INSERT INTO conversation_work (brand, customer_number, waits_since, due_at, awaits_effects) VALUES (?, ?, 0, 0, 1) ' +
  'ON CONFLICT (brand, customer_number) DO UPDATE SET awaits_effects = 1';
const noEffectsSql = `UPDATE conversation_work SET awaits_effects = 0 WHERE ${ofCustomer} AND awaits_effects = 1`;
export const clearDeathsSql =
  `UPDATE conversation_work SET deaths = 0, counting = worker IS NOT NULL WHERE ${ofCustomer} ` +
  'AND (deaths > 0 OR counting <> (worker IS NOT NULL))';
/** The last parameter: whether to finish even if the row says that effects wait. */
export const finishSql =
  `DELETE FROM conversation_work WHERE ${ofCustomer} AND worker = ? AND (NOT awaits_effects OR ?) ` +
  `AND ${isWithoutSteps}`;
const dropWorkSql =
  `DELETE FROM conversation_work WHERE ${ofCustomer} AND worker IS NULL AND NOT awaits_effects ` +
  `AND ${isWithoutSteps}`;

/** The first entry of a customer's inbox, unless a wake holds all. @spec CQ1, CQ20, WT11 */
export function nextEntry(connection: Connection, brand: string, customer: number): InboxEntry | undefined {
  const row = connection.get<InboxRow>(nextEntrySql, brand, customer);
  return row && decodeEntry(row);
}

/** Whether the wake of a customer is due, as a claim has found; `undefined`: there is none. */
export function isWakeDue(connection: Connection, brand: string, customer: number): boolean | undefined {
  const row = connection.get<{ is_due: number }>(findWakeSql, brand, customer);
  return row && row.is_due === 1;
}

/** Whether the worker has the lease of the customer's conversation. */
export function hasLease(
  connection: Connection,
  brand: string,
  { customer, worker }: { readonly customer: number; readonly worker: string },
): boolean {
  return connection.get(hasLeaseSql, brand, customer, worker) !== undefined;
}

/** @returns Whether the customer is now leased to the holder. @spec CQ1, CQ2, CQ21, WT11 */
export function enqueue(
  connection: Connection,
  brand: string,
  { customer, item, at, holder }: Extract<QueueOperation, { readonly do: 'enqueue' }>,
): boolean {
  connection.run(pushSql, brand, customer, at, JSON.stringify(item), endsWait(item) ? 1 : 0);
  if (holder !== undefined) {
    const { worker, leaseUntil } = holder;
    if (connection.run(addLeasedSql, brand, customer, at, leaseUntil, worker) > 0) return true;
  }
  connection.run(addOpenWorkSql, brand, customer, at);
  return false;
}

/** @returns Whether the lease of the worker ended. @spec CQ1, CQ16, CQ19, WT10 */
export function settle(
  connection: Connection,
  brand: string,
  { customer, entry, effects, wake, clearsDeaths, worker }: Extract<QueueOperation, { readonly do: 'settle' }>,
): boolean {
  if (entry !== undefined) connection.run(dropSql, entry, brand, customer);
  if (wake === 'none') connection.run(dropWakeSql, brand, customer);
  else if (wake !== undefined) {
    connection.run(putWakeSql, brand, customer, wake.since, wake.at, wake.holdsInbox === true ? 1 : 0);
  }
  if (worker !== undefined && effects !== true) {
    const isWithoutEffects = effects === false ? 1 : 0;
    if (connection.run(finishSql, brand, customer, worker, isWithoutEffects) > 0) return true;
  }
  if (effects === true) connection.run(addEffectsSql, brand, customer);
  if (effects === false) connection.run(noEffectsSql, brand, customer);
  if (clearsDeaths === true) connection.run(clearDeathsSql, brand, customer);
  if (entry !== undefined || effects === false || wake !== undefined) connection.run(dropWorkSql, brand, customer);
  return false;
}
