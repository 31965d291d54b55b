import {
  type BodyBudget,
  type ClaimedDelivery,
  type ClaimRequest,
  createBodyBudget,
  createWorkerSlots,
  hasDeliverySlot,
} from '@botwright/core/ports';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from '../sql/queue-rows.ts';
import type { Connection } from './connection.ts';
import { readBody } from './delivery-bodies.ts';
import { readyBrands, serveBrandSql } from './delivery-brands.ts';
import { partitionOfTarget, serveSql } from './delivery-targets.ts';

/** Skips targets at their cap in the index: each has leases, so there are never many. */
export const nextTargetSql =
  `SELECT number, ${partitionOfTarget} AS partition FROM delivery_targets t WHERE brand = ? AND ready_at <= ? AND leased < ? ` +
  `AND EXISTS (SELECT 1 FROM delivery_waits w WHERE w.target = ${partitionOfTarget} AND due_at <= ?) ` +
  'ORDER BY ready_at, turn LIMIT 1';

export const dueOfTargetSql =
  'SELECT due_at, delivery FROM delivery_waits WHERE target = ? AND due_at <= ? ORDER BY due_at, delivery LIMIT 1';

export const claimedSql =
  `SELECT d.brand, ${deliveryColumns}, b.number AS body_number, octet_length(b.body) AS body_bytes ` +
  'FROM deliveries d JOIN delivery_targets t ON t.number = d.target ' +
  'JOIN delivery_bodies b ON b.number = coalesce(d.body_number, d.number) WHERE d.number = ?';

interface ClaimedRow extends DeliveryRow {
  readonly brand: string;
  readonly body_number: number;
  readonly body_bytes: number;
}

interface Turns {
  last: number;
  readonly latest_at: number;
}

/**
 * Leases due deliveries, brands in turns, and per brand target by target. Each step reads a few rows, and the steps are
 * at most `limit` plus the slots in use. Reads a shared body once.
 *
 * @spec DQ9, DQ10, DQ11, DQ20, DQ22, SQ19, SQ25
 */
export function claimDeliveries(connection: Connection, request: ClaimRequest): readonly ClaimedDelivery[] {
  const slots = createWorkerSlots(request.slots, request.held);
  const most = Math.min(request.limit, slots.free());
  if (most <= 0) return [];
  const turns = connection.get<Turns>('SELECT last, latest_at FROM delivery_turns') ?? { last: 0, latest_at: 0 };
  const { now } = request;
  // The last turn may be in the future, if the clock of another process is ahead or the clock was set back. This must
  // not delay a brand.
  const until = Math.max(now, turns.latest_at);

  const budget = createBodyBudget<number>(request.bodyBytes);
  const taken: ClaimedRow[] = [];
  const isFull = () => taken.length >= most || budget.isExceeded();
  const served = new Set<string>();
  const serve = (brand: string): boolean => {
    if (!hasDeliverySlot(slots, brand)) return false;
    const delivery = leaseNext(connection, { brand, until, turns, budget }, request);
    if (delivery === undefined) return false;
    slots.take(brand);
    taken.push(delivery);
    // The last served brand comes last.
    served.delete(brand);
    served.add(brand);
    return true;
  };

  let round: string[] = [];
  for (const { brand } of readyBrands(connection, until)) {
    if (serve(brand)) round.push(brand);
    if (isFull()) break;
  }
  while (round.length > 0 && !isFull()) round = round.filter((brand) => !isFull() && serve(brand));

  for (const brand of served) {
    turns.last += 1;
    connection.run(serveBrandSql, now, turns.last, brand);
  }
  if (taken.length > 0) {
    connection.run('UPDATE delivery_turns SET last = ?, latest_at = max(latest_at, ?)', turns.last, now);
  }
  const bodies = new Map(budget.bodies().map((number) => [number, readBody(connection, number)]));
  return taken.map((row) => ({ brand: row.brand, ...decodeDelivery(row), body: bodies.get(row.body_number) ?? '' }));
}

interface ClaimState {
  readonly brand: string;
  readonly until: number;
  readonly turns: Turns;
  readonly budget: BodyBudget<number>;
}

/** Leases one delivery of the next target in turn that has a free slot. */
function leaseNext(
  connection: Connection,
  { brand, until, turns, budget }: ClaimState,
  { worker, now, leaseUntil, perTarget }: ClaimRequest,
): ClaimedRow | undefined {
  const target = connection.get<{ number: number; partition: number }>(nextTargetSql, brand, until, perTarget, now);
  if (target === undefined) return undefined;
  const { number, partition } = target;
  const wait = connection.get<{ due_at: number; delivery: number }>(dueOfTargetSql, partition, now);
  if (wait === undefined) return undefined;
  const row = connection.get<ClaimedRow>(claimedSql, wait.delivery);
  if (row === undefined) throw new Error('A delivery that waits is not there.');
  if (!budget.take(row.body_number, row.body_bytes)) return undefined;
  const sql = 'DELETE FROM delivery_waits WHERE target = ? AND due_at = ? AND delivery = ?';
  connection.run(sql, partition, wait.due_at, wait.delivery);
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
  return row;
}
