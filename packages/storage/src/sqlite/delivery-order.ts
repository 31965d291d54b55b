import type { NewDelivery } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import { findTarget, heldBackAt, partitionOfTarget } from './delivery-targets.ts';

/** The pending ordered deliveries of a customer to a target. */
export interface OrderedLine {
  /** The number of its row. */
  readonly target: number;
  readonly customer_number: number;
}

export const headOfLineSql =
  'SELECT number, due_at FROM deliveries WHERE target = ? AND customer_number = ? AND ordered = 1 ' +
  'AND due_at IS NOT NULL ORDER BY number LIMIT 1';

const headOfLine = (connection: Connection, { target, customer_number: customer }: OrderedLine) =>
  connection.get<{ number: number; due_at: number }>(headOfLineSql, target, customer);

/** @returns The number of the target's row; `undefined` if nothing holds the delivery back. @spec DQ28 */
export function findHoldingTarget(
  connection: Connection,
  brand: string,
  { ordered, target, customerNumber }: NewDelivery,
): number | undefined {
  if (ordered !== true) return undefined;
  const row = findTarget(connection, brand, target);
  if (row === undefined) return undefined;
  const head = headOfLine(connection, { target: row, customer_number: customerNumber });
  return head === undefined ? undefined : row;
}

const advanceSql =
  `UPDATE delivery_waits SET due_at = ? WHERE target = (SELECT ${partitionOfTarget} FROM delivery_targets WHERE ` +
  `number = ?) AND due_at = ${heldBackAt} AND delivery = ?`;

/**
 * Lets the first delivery of a line wait after one before it ended. Does nothing for a delivery in a tombstone. The
 * caller refreshes the target.
 *
 * @spec DQ29
 */
export function advanceLine(connection: Connection, line: OrderedLine): void {
  const head = headOfLine(connection, line);
  if (head !== undefined) connection.run(advanceSql, head.due_at, line.target, head.number);
}
