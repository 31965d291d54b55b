import type { DeliveryReader, DeliveryStore, NewDelivery } from '@botwright/core/ports';
import type { DeliveryTarget } from '@botwright/core/webhooks';
import type { BrandConnection, Sync, Transaction } from './access.ts';
import type { Connection } from './connection.ts';
import { type AddedBodies, addedBodies, eraseBody, findBodySql } from './delivery-bodies.ts';
import { refreshBrandOf } from './delivery-brands.ts';
import { type CountedDelivery, countDeliveries } from './delivery-counts.ts';
import { endLease, enqueueDelivery } from './delivery-leases.ts';
import { divideDeliveryLists, listDeliveries } from './delivery-list.ts';
import { disableDeliveries, endPartition } from './delivery-partitions.ts';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from './delivery-row.ts';
import { findTarget, markTargetDue, partitionOfTarget, refreshTarget } from './delivery-targets.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';

export const findDeliverySql =
  `SELECT ${deliveryColumns} FROM deliveries d JOIN delivery_targets t ON t.number = d.target ` +
  'WHERE d.brand = ? AND d.id = ?';

export function deliveryReader({ connection, brand }: BrandConnection): Sync<DeliveryReader> {
  return {
    find: (id) => {
      const row = connection.get<DeliveryRow>(findDeliverySql, brand, id);
      return row === undefined ? undefined : decodeDelivery(row);
    },
    list: (query) => inOneSnapshot(connection, () => listDeliveries(connection, brand, query)),
    findBody: (id) => connection.get<{ body: string }>(findBodySql, brand, id)?.body,
  };
}

export function deliveryStore(transaction: Transaction): Sync<DeliveryStore> {
  const { connection, brand, queued } = transaction;
  return {
    ...deliveryReader(transaction),
    add: (deliveries) => {
      const bodies = addedBodies(connection);
      const added = deliveries.map((delivery) => addDelivery(connection, { brand, bodies }, delivery));
      countDeliveries(connection, added);
      for (const each of added) divideDeliveryLists(connection, each);
      if (added.length > 0) queued.add('deliveries');
    },
    endPending: (target, at) => endPending(connection, { brand, target, at }),
    eraseOfCustomer: (customerNumber, at) =>
      erase(connection, connection.all<Erased>(customerDeliveriesSql, brand, customerNumber), at),
    eraseOfBot: (botId, at) => erase(connection, connection.all<Erased>(botDeliveriesSql, brand, botId), at),
  };
}

function addDelivery(
  connection: Connection,
  { brand, bodies }: { readonly brand: string; readonly bodies: AddedBodies },
  delivery: NewDelivery,
): CountedDelivery & { readonly number: number } {
  const { id, dueAt } = delivery;
  const target = markTargetDue(connection, { brand, target: delivery.target, dueAt });
  const body = bodies.numberOf(delivery);
  const row = connection.get<{ number: number }>(
    'INSERT INTO deliveries (brand, id, target, workspace, customer_number, message_uuid, origin, created_at, ' +
      "replay_of, body_number, state, due_at, attempts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, '[]') " +
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
    dueAt,
  );
  if (row === undefined) throw new Error('A delivery that was just written is not there.');
  if (body === undefined) bodies.write(delivery, row.number);
  enqueueDelivery(connection, { target, dueAt, delivery: row.number });
  return { number: row.number, brand, id, target, workspace: delivery.workspace, to: 'pending' };
}

function endPending(
  connection: Connection,
  { brand, target, at }: { readonly brand: string; readonly target: DeliveryTarget; readonly at: number },
): void {
  const row = findTarget(connection, brand, target);
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
  'SELECT d.number, d.target, d.due_at FROM channels ch CROSS JOIN customers c ON c.channel = ch.number ' +
  'CROSS JOIN deliveries d ON d.brand = ch.brand AND d.customer_number = c.number ' +
  'WHERE ch.brand = ? AND ch.bot_id = ?';

interface Erased {
  readonly number: number;
  readonly target: number;
  readonly due_at: number | null;
}

/** Removes a delivery from the queue: from the partition of its target, or from a tombstone. */
export const forgetSql =
  `DELETE FROM delivery_waits WHERE target IN (SELECT ${partitionOfTarget} FROM delivery_targets WHERE number = ?1 ` +
  'UNION ALL SELECT line FROM retired_lines WHERE target = ?1) AND due_at = ?2 AND delivery = ?3';

function erase(connection: Connection, deliveries: readonly Erased[], at: number): void {
  for (const { number, target, due_at: dueAt } of deliveries) {
    eraseBody(connection, number);
    if (dueAt === null) continue;
    connection.run(forgetSql, target, dueAt, number);
    disableDeliveries(connection, { condition: 'number = ?', at }, number);
    refreshTarget(connection, target, -endLease(connection, number));
  }
}
