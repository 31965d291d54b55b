import type { Connection } from './connection.ts';

/** The number of the body of a row of `deliveries`, which is the number of the first delivery with the body. */
export const bodyOfDelivery = 'coalesce(body_number, deliveries.number)';

export const findBodySql =
  `SELECT body FROM deliveries JOIN delivery_bodies ON delivery_bodies.number = ${bodyOfDelivery} ` +
  'WHERE brand = ? AND id = ?';

/** Erases a body for all deliveries that share it, which are about the same customer. */
export const eraseBodySql =
  'DELETE FROM delivery_bodies WHERE number = ' +
  `(SELECT ${bodyOfDelivery} FROM deliveries WHERE deliveries.number = ?)`;

/** Removes a body that no delivery needs. */
export const dropBodySql =
  'DELETE FROM delivery_bodies WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE number = ?1) ' +
  'AND NOT EXISTS (SELECT 1 FROM deliveries WHERE body_number = ?1)';

/** @spec DQ1, DQ6 */
export function findBody(connection: Connection, brand: string, id: string): string | undefined {
  return connection.get<{ body: string }>(findBodySql, brand, id)?.body;
}

export function readBody(connection: Connection, number: number): string {
  const row = connection.get<{ body: string }>('SELECT body FROM delivery_bodies WHERE number = ?', number);
  if (row === undefined) throw new Error('The body of a delivery that waits is not there.');
  return row.body;
}
