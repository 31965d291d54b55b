import type { DeliveryRecord, NewDelivery, QueueOperation } from '@botwright/core/ports';
import type { DeliveryTarget } from '@botwright/core/webhooks';
import { type DeliveryRow, decodeDelivery, deliveryColumns, placesOfBodies } from '../sql/queue-rows.ts';
import type { Connection } from './connection.ts';
import { eraseBodySql } from './delivery-bodies.ts';
import { refreshBrandOf } from './delivery-brands.ts';
import { type CountedDelivery, countDeliveries } from './delivery-counts.ts';
import { endLease, enqueueDelivery } from './delivery-leases.ts';
import { divideDeliveryLists } from './delivery-list.ts';
import { isHeldBack } from './delivery-order.ts';
import { disableDeliveries, endPartition } from './delivery-partitions.ts';
import { findTarget, heldBackAt, markTargetDue, partitionOfTarget, refreshTarget } from './delivery-targets.ts';

export const findDeliverySql =
  `SELECT ${deliveryColumns} FROM deliveries d JOIN delivery_targets t ON t.number = d.target ` +
  'WHERE d.brand = ? AND d.id = ?';

/** @spec DQ1 */
export function findDelivery(connection: Connection, brand: string, id: string): DeliveryRecord | undefined {
  const row = connection.get<DeliveryRow>(findDeliverySql, brand, id);
  return row && decodeDelivery(row);
}

/** @spec DQ1, DQ2, DQ3, DQ21, DQ28, SQ25 */
export function addDeliveries(connection: Connection, brand: string, deliveries: readonly NewDelivery[]): void {
  const added: AddedDelivery[] = [];
  for (const [place, bodyPlace] of placesOfBodies(deliveries).entries()) {
    const body = added[bodyPlace]?.number;
    added.push(addDelivery(connection, { brand, body }, deliveries[place] as NewDelivery));
  }
  countDeliveries(connection, added);
  for (const each of added) divideDeliveryLists(connection, each);
}

/** @spec DQ5, DQ6, DQ19 */
export function endDeliveries(
  connection: Connection,
  brand: string,
  { of, at }: Extract<QueueOperation, { readonly do: 'endDeliveries' }>,
): void {
  if ('target' in of) endPending(connection, { brand, target: of.target, at });
  else if ('customer' in of) erase(connection, connection.all<Erased>(customerDeliveriesSql, brand, of.customer), at);
  else erase(connection, connection.all<Erased>(botDeliveriesSql, brand, of.bot), at);
}

type AddedDelivery = CountedDelivery & { readonly number: number };

/** @param body - The number of an earlier delivery with the same body, if there is one. */
function addDelivery(
  connection: Connection,
  { brand, body }: { readonly brand: string; readonly body: number | undefined },
  delivery: NewDelivery,
): AddedDelivery {
  const { id, dueAt } = delivery;
  const found = findTarget(connection, brand, delivery.target);
  const isHeld = found !== undefined && isHeldBack(connection, found.number, delivery);
  const target = isHeld ? found.number : markTargetDue(connection, { brand, target: delivery.target, dueAt }, found);
  const row = connection.get<{ number: number }>(
    'INSERT INTO deliveries (brand, id, target, workspace, customer_number, message_uuid, origin, created_at, ' +
      "replay_of, body_number, ordered, state, due_at, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, '[]') " +
      'RETURNING number',
    brand,
    id,
    target,
    delivery.workspace,
    delivery.customerNumber,
    delivery.messageUuid,
    delivery.origin,
    delivery.createdAt,
    delivery.replayOf ?? null,
    body ?? null,
    delivery.ordered ? 1 : 0,
    dueAt,
  );
  if (row === undefined) throw new Error('A delivery that was just written is not there.');
  if (body === undefined) {
    connection.run('INSERT INTO delivery_bodies (number, body) VALUES (?, ?)', row.number, delivery.body);
  }
  enqueueDelivery(connection, { target, dueAt: isHeld ? heldBackAt : dueAt, delivery: row.number });
  return { number: row.number, brand, id, target, workspace: delivery.workspace, to: 'pending' };
}

function endPending(
  connection: Connection,
  { brand, target, at }: { readonly brand: string; readonly target: DeliveryTarget; readonly at: number },
): void {
  const row = findTarget(connection, brand, target)?.number;
  if (row === undefined) return;
  const condition = 'number IN (SELECT delivery FROM delivery_leases WHERE target = ?)';
  disableDeliveries(connection, { condition, at }, row);
  connection.run('DELETE FROM delivery_leases WHERE target = ?', row);
  endPartition(connection, row, at);
  connection.run('UPDATE delivery_targets SET leased = 0, ready_at = NULL WHERE number = ?', row);
  refreshBrandOf(connection, row);
}

export const customerDeliveriesSql =
  'SELECT number, target, due_at FROM deliveries WHERE brand = ? AND customer_number = ?';

export const botDeliveriesSql =
  'SELECT d.number, d.target, d.due_at FROM channel_records ch ' +
  'CROSS JOIN customer_records c ON c.brand = ch.brand AND c.channel_number = ch.number ' +
  'CROSS JOIN deliveries d ON d.brand = c.brand AND d.customer_number = c.number ' +
  'WHERE ch.brand = ? AND ch.bot_id = ?';

interface Erased {
  readonly number: number;
  readonly target: number;
  readonly due_at: number | null;
}

/** Removes a delivery from the queue: from the partition of its target, or from a tombstone. */
export const forgetSql =
  `DELETE FROM delivery_waits WHERE target IN (SELECT ${partitionOfTarget} FROM delivery_targets WHERE number = ?1 ` +
  `UNION ALL SELECT line FROM retired_lines WHERE target = ?1) AND due_at IN (?2, ${heldBackAt}) AND delivery = ?3`;

function erase(connection: Connection, deliveries: readonly Erased[], at: number): void {
  for (const { number, target, due_at: dueAt } of deliveries) {
    connection.run(eraseBodySql, number);
    if (dueAt === null) continue;
    connection.run(forgetSql, target, dueAt, number);
    disableDeliveries(connection, { condition: 'number = ?', at }, number);
    refreshTarget(connection, target, -endLease(connection, number));
  }
}
