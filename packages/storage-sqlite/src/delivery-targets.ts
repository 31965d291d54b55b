import type { DeliveryTarget } from '@botwright/core';
import type { Connection } from './connection.ts';
import { refreshBrandOf } from './delivery-brands.ts';

/** What waits for a target stands under this. */
export const lineOfTarget = 'coalesce(line, number)';

/** When the next turn of a target can come: not before what waits is due, nor before the turn it had. */
const readyAt = `max(served_at, (SELECT min(due_at) FROM delivery_waits WHERE target = ${lineOfTarget}))`;

export const findTargetSql = 'SELECT number FROM delivery_targets WHERE brand = ? AND kind = ? AND target_number = ?';

export const findReadySql = `${findTargetSql} AND ready_at <= ?`;

const awaitSql =
  'INSERT INTO delivery_targets (brand, kind, target_number, leased, served_at, turn, ready_at) ' +
  'VALUES (?, ?, ?, 0, 0, 0, ?) ON CONFLICT DO UPDATE SET ' +
  'ready_at = min(coalesce(ready_at, max(served_at, excluded.ready_at)), max(served_at, excluded.ready_at)) ' +
  'RETURNING number';

export const refreshSql = `UPDATE delivery_targets SET leased = leased + ?, ready_at = ${readyAt} WHERE number = ?`;

export const serveSql =
  `UPDATE delivery_targets SET leased = leased + ?, served_at = max(served_at, ?), turn = ?, ` +
  `ready_at = max(?, ${readyAt}) WHERE number = ?`;

export function findTarget(connection: Connection, brand: string, target: DeliveryTarget): number | undefined {
  return connection.get<{ number: number }>(findTargetSql, brand, target.kind, target.number)?.number;
}

/** Notes that something of the target is due then. @returns The number of its row, made when there is none. */
export function awaitTarget(
  connection: Connection,
  { brand, target, dueAt }: { readonly brand: string; readonly target: DeliveryTarget; readonly dueAt: number },
): number {
  // Most often it is ready by then as it is, and nothing has to be written.
  const ready = connection.get<{ number: number }>(findReadySql, brand, target.kind, target.number, dueAt);
  if (ready !== undefined) return ready.number;
  const row = connection.get<{ number: number }>(awaitSql, brand, target.kind, target.number, dueAt);
  if (row === undefined) throw new Error('A target that was just written is not there.');
  connection.run('INSERT INTO delivery_brands (brand, served_at, turn) VALUES (?, 0, 0) ON CONFLICT DO NOTHING', brand);
  refreshBrandOf(connection, row.number);
  return row.number;
}

/** Brings the rows of a target and its brand up to what waits now. @param leases - How many it has more, or less. */
export function refreshTarget(connection: Connection, target: number, leases: number): void {
  connection.run(refreshSql, leases, target);
  refreshBrandOf(connection, target);
}
