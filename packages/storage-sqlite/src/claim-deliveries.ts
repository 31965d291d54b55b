import type { ClaimedDelivery, ClaimRequest } from '@botwright/core';
import type { Connection } from './connection.ts';
import { readyBrands, serveBrandSql, workerSlots } from './delivery-brands.ts';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from './delivery-row.ts';
import { lineOfTarget, serveSql } from './delivery-targets.ts';

/** Targets at their cap are passed over in the index: each holds leases, so they are never many. */
export const nextTargetSql =
  `SELECT number, ${lineOfTarget} AS line FROM delivery_targets t WHERE brand = ? AND ready_at <= ? AND leased < ? ` +
  `AND EXISTS (SELECT 1 FROM delivery_waits w WHERE w.target = ${lineOfTarget} AND due_at <= ?) ` +
  'ORDER BY ready_at, turn LIMIT 1';

export const dueOfTargetSql =
  'SELECT due_at, delivery FROM delivery_waits WHERE target = ? AND due_at <= ? ORDER BY due_at, delivery LIMIT 1';

export const claimedSql =
  `SELECT d.brand, ${deliveryColumns}, body FROM deliveries d JOIN delivery_targets t ON t.number = d.target ` +
  'JOIN delivery_bodies ON delivery = d.number WHERE d.number = ?';

interface Turns {
  last: number;
  readonly latest_at: number;
}

/**
 * Leases what is due, brand by brand in their turns, and of each brand target by target. Each step reads a few rows,
 * and there are no more steps than `limit` and the leases that brands hold already.
 *
 * @spec DQ9, DQ10, DQ11, DQ20, SQ19
 */
export function claimDeliveries(connection: Connection, request: ClaimRequest): readonly ClaimedDelivery[] {
  const slots = workerSlots(connection, request);
  const most = Math.min(request.limit, slots.free());
  if (most <= 0) return [];
  const turns = connection.get<Turns>('SELECT last, latest_at FROM delivery_turns') ?? { last: 0, latest_at: 0 };
  const { now } = request;
  // A turn that lies ahead, by the clock of another process or of a time before it was set back, holds nobody up.
  const until = Math.max(now, turns.latest_at);

  const taken: number[] = [];
  const served = new Set<string>();
  const serve = (brand: string): boolean => {
    if (!slots.hasRoomFor(brand)) return false;
    const delivery = leaseNext(connection, { brand, until, turns }, request);
    if (delivery === undefined) return false;
    slots.take(brand);
    taken.push(delivery);
    // The last one served comes last.
    served.delete(brand);
    served.add(brand);
    return true;
  };

  let round: string[] = [];
  for (const { brand } of readyBrands(connection, until)) {
    if (serve(brand)) round.push(brand);
    if (taken.length >= most) break;
  }
  while (round.length > 0 && taken.length < most) round = round.filter((brand) => taken.length < most && serve(brand));

  for (const brand of served) {
    turns.last += 1;
    connection.run(serveBrandSql, now, turns.last, brand);
  }
  if (taken.length > 0) {
    connection.run('UPDATE delivery_turns SET last = ?, latest_at = max(latest_at, ?)', turns.last, now);
  }
  return taken.map((delivery) => readClaimed(connection, delivery));
}

/** Leases one delivery of the target whose turn it is. @returns Its number, if there is one. */
function leaseNext(
  connection: Connection,
  { brand, until, turns }: { readonly brand: string; readonly until: number; readonly turns: Turns },
  { worker, now, leaseUntil, perTarget }: ClaimRequest,
): number | undefined {
  const target = connection.get<{ number: number; line: number }>(nextTargetSql, brand, until, perTarget, now);
  if (target === undefined) return undefined;
  const { number, line } = target;
  const wait = connection.get<{ due_at: number; delivery: number }>(dueOfTargetSql, line, now);
  if (wait === undefined) return undefined;
  const sql = 'DELETE FROM delivery_waits WHERE target = ? AND due_at = ? AND delivery = ?';
  connection.run(sql, line, wait.due_at, wait.delivery);
  connection.run(
    'INSERT INTO delivery_leases (delivery, target, brand, worker, lease_until) VALUES (?, ?, ?, ?, ?)',
    wait.delivery,
    number,
    brand,
    worker,
    leaseUntil,
  );
  turns.last += 1;
  connection.run(serveSql, 1, now, turns.last, now, number);
  return wait.delivery;
}

function readClaimed(connection: Connection, delivery: number): ClaimedDelivery {
  const row = connection.get<DeliveryRow & { readonly brand: string; readonly body: string }>(claimedSql, delivery);
  if (row === undefined) throw new Error('A delivery that was just claimed is not there.');
  return { brand: row.brand, ...decodeDelivery(row), body: row.body };
}
