import type { Connection } from './connection.ts';
import { type CountedDelivery, countDeliveries } from './delivery-counts.ts';
import { advanceLine, type OrderedLine } from './delivery-order.ts';
import { partitionOfTarget, refreshTarget } from './delivery-targets.ts';

/** The maximum number of waiting deliveries that one step ends; more deliveries take several steps. */
const stepSize = 1_000;

/**
 * Ends pending deliveries because their target is disabled, and counts that.
 *
 * @param condition - SQL that chooses them.
 * @returns The lines of the ordered ones, each once.
 */
export function disableDeliveries(
  connection: Connection,
  { condition, at }: { readonly condition: string; readonly at: number },
  ...params: readonly number[]
): readonly OrderedLine[] {
  const sql = `UPDATE deliveries SET state = 'dead', reason = 'disabled', finished_at = ?, due_at = NULL WHERE ${condition} RETURNING brand, id, target, workspace, customer_number, ordered`;
  const ended = connection.all<Ended>(sql, at, ...params);
  countDeliveries(
    connection,
    ended.map((delivery) => ({ ...delivery, from: 'pending', to: 'dead' })),
  );
  const ordered = ended.filter((each) => each.ordered === 1);
  return [...new Map(ordered.map((each) => [`${each.target} ${each.customer_number}`, each])).values()];
}

type Ended = Omit<CountedDelivery, 'from' | 'to' | 'target'> & OrderedLine & { readonly ordered: 0 | 1 };

export const partitionSizeSql =
  `SELECT count(*) AS size FROM (SELECT 1 FROM delivery_waits ` +
  `WHERE target = (SELECT ${partitionOfTarget} FROM delivery_targets WHERE number = ?) LIMIT ?)`;

export const partitionStartSql =
  'SELECT due_at, delivery FROM delivery_waits WHERE target = ? ORDER BY due_at, delivery LIMIT ?';

/** A partition that its target has left: no claim leases its deliveries, and they end in steps. */
interface Tombstone {
  readonly retirement: number;
  readonly line: number;
  readonly ended_at: number;
}

/**
 * Ends the waiting deliveries of a target. If they are many, the target gets a new partition, and the old one becomes a
 * tombstone for `endTombstone`.
 *
 * @spec DQ5, SQ23
 */
export function endPartition(connection: Connection, target: number, at: number): void {
  const size = connection.get<{ size: number }>(partitionSizeSql, target, stepSize + 1)?.size ?? 0;
  if (size === 0) return;
  const tombstone = connection.get<Tombstone>(
    `INSERT INTO retired_lines (line, target, ended_at) SELECT ${partitionOfTarget}, number, ? FROM delivery_targets ` +
      'WHERE number = ? RETURNING retirement, line, ended_at',
    at,
    target,
  );
  if (tombstone === undefined) return;
  // Numbers of targets are positive, and each tombstone has a separate number.
  connection.run('UPDATE delivery_targets SET line = ? WHERE number = ?', -tombstone.retirement, target);
  if (size <= stepSize) endStep(connection, tombstone);
}

/** Ends the next deliveries of the oldest tombstone, if one exists. @spec SQ23 */
export function endTombstone(connection: Connection): void {
  const sql = 'SELECT retirement, line, ended_at FROM retired_lines ORDER BY retirement LIMIT 1';
  const tombstone = connection.get<Tombstone>(sql);
  if (tombstone !== undefined) endStep(connection, tombstone);
}

/** @spec DQ29, SQ23 */
function endStep(connection: Connection, { retirement, line: partition, ended_at: at }: Tombstone): void {
  const ended = connection.all<{ due_at: number; delivery: number }>(partitionStartSql, partition, stepSize);
  const condition =
    'number IN (SELECT delivery FROM delivery_waits WHERE target = ? ORDER BY due_at, delivery LIMIT ?)';
  const lines = disableDeliveries(connection, { condition, at }, partition, stepSize);
  for (const { due_at: dueAt, delivery } of ended) {
    connection.run(
      'DELETE FROM delivery_waits WHERE target = ? AND due_at = ? AND delivery = ?',
      partition,
      dueAt,
      delivery,
    );
  }
  for (const line of lines) advanceLine(connection, line);
  for (const target of new Set(lines.map((line) => line.target))) refreshTarget(connection, target, 0);
  if (ended.length < stepSize) connection.run('DELETE FROM retired_lines WHERE retirement = ?', retirement);
}
