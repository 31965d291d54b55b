import type { DeliveryTarget } from '@botwright/core/webhooks';
import type { Connection } from './connection.ts';
import { refreshBrandOf } from './delivery-brands.ts';

/**
 * The partition of `delivery_waits` with the waiting deliveries of a target: the target's number until the partition is
 * replaced.
 */
export const partitionOfTarget = 'coalesce(line, number)';

/** The moment of a delivery that is held back, in `delivery_waits`: later than every other. */
export const heldBackAt = Number.MAX_SAFE_INTEGER;

/** The moment of a target's next turn: when its first delivery is due, and not before its last turn. */
const readyAt =
  `max(served_at, (SELECT min(due_at) FROM delivery_waits WHERE target = ${partitionOfTarget} ` +
  `AND due_at < ${heldBackAt}))`;

export const findTargetSql =
  'SELECT number, ready_at FROM delivery_targets WHERE brand = ? AND kind = ? AND target_number = ?';

const awaitSql =
  'INSERT INTO delivery_targets (brand, kind, target_number, leased, served_at, turn, ready_at) ' +
  'VALUES (?, ?, ?, 0, 0, 0, ?) ON CONFLICT DO UPDATE SET ' +
  'ready_at = min(coalesce(ready_at, max(served_at, excluded.ready_at)), max(served_at, excluded.ready_at)) ' +
  'RETURNING number';

export const refreshSql = `UPDATE delivery_targets SET leased = leased + ?, ready_at = ${readyAt} WHERE number = ?`;

export const serveSql =
  `UPDATE delivery_targets SET leased = leased + ?, served_at = max(served_at, ?), turn = ?, ` +
  `ready_at = max(?, ${readyAt}) WHERE number = ?`;

interface TargetRow {
  readonly number: number;
  /** The moment of its next turn; `null`: nothing waits. */
  readonly ready_at: number | null;
}

export function findTarget(connection: Connection, brand: string, target: DeliveryTarget): TargetRow | undefined {
  return connection.get<TargetRow>(findTargetSql, brand, target.kind, target.number);
}

/**
 * Records that a delivery to the target is due then.
 *
 * @param found - Its row.
 * @returns The number of the target's row, created if it is missing.
 */
export function markTargetDue(
  connection: Connection,
  { brand, target, dueAt }: { readonly brand: string; readonly target: DeliveryTarget; readonly dueAt: number },
  found: TargetRow | undefined,
): number {
  // Usually the target is ready by then, and nothing has to be written.
  if (found !== undefined && found.ready_at !== null && found.ready_at <= dueAt) return found.number;
  const row = connection.get<{ number: number }>(awaitSql, brand, target.kind, target.number, dueAt);
  if (row === undefined) throw new Error('A target that was just written is not there.');
  connection.run('INSERT INTO delivery_brands (brand, served_at, turn) VALUES (?, 0, 0) ON CONFLICT DO NOTHING', brand);
  refreshBrandOf(connection, row.number);
  return row.number;
}

/** Updates the next turn of a target and its brand. @param leases - The change of the number of its leases. */
export function refreshTarget(connection: Connection, target: number, leases: number): void {
  connection.run(refreshSql, leases, target);
  refreshBrandOf(connection, target);
}
