import type { NewDelivery } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import { heldBackAt, partitionOfTarget } from './delivery-targets.ts';

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

/** Whether an earlier delivery to the target holds a delivery back. @spec DQ28 */
export function isHeldBack(connection: Connection, target: number, { ordered, customerNumber }: NewDelivery): boolean {
  return ordered === true && headOfLine(connection, { target, customer_number: customerNumber }) !== undefined;
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
