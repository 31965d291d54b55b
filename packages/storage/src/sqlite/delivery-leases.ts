import type { Connection } from './connection.ts';
import { partitionOfTarget, refreshTarget } from './delivery-targets.ts';

const leasedSql = 'SELECT delivery, l.target, due_at FROM delivery_leases l JOIN deliveries ON number = delivery';

export const endedLeasesSql = `${leasedSql} WHERE lease_until <= ?`;
export const ownLeasesSql = `${leasedSql} WHERE worker = ?`;
export const namedLeasesSql = `${ownLeasesSql} AND id IN (SELECT value FROM json_each(?))`;
export const allLeasesSql = leasedSql;

interface Leased {
  readonly delivery: number;
  readonly target: number;
  readonly due_at: number;
}

/** Ends the leases that one of the statements above lists: the deliveries wait again. */
export function giveUpLeases(connection: Connection, sql: string, ...params: readonly (string | number)[]): number {
  const leased = connection.all<Leased>(sql, ...params);
  for (const { delivery, target, due_at: dueAt } of leased) {
    endLease(connection, delivery);
    enqueueDelivery(connection, { target, dueAt, delivery });
  }
  for (const [target, { length }] of Map.groupBy(leased, ({ target }) => target)) {
    refreshTarget(connection, target, -length);
  }
  return leased.length;
}

/** @returns The number of leases, 0 or 1. */
export function endLease(connection: Connection, delivery: number): number {
  return connection.run('DELETE FROM delivery_leases WHERE delivery = ?', delivery);
}

const awaitSql =
  `INSERT INTO delivery_waits (target, due_at, delivery) SELECT ${partitionOfTarget}, ?, ? FROM delivery_targets ` +
  'WHERE number = ?';

export function enqueueDelivery(
  connection: Connection,
  wait: { readonly target: number; readonly dueAt: number; readonly delivery: number },
): void {
  connection.run(awaitSql, wait.dueAt, wait.delivery, wait.target);
}
