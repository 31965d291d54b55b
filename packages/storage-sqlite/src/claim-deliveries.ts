import type { ClaimedDelivery, ClaimRequest } from '@botwright/core';
import type { Connection } from './connection.ts';
import { readBody } from './delivery-bodies.ts';
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
 * Leases what is due, brand by brand in their turns, and of each brand target by target. Each step reads a few rows,
 * and there are no more steps than `limit` and the leases that brands hold already. A body that several have is read
 * once.
 *
 * @spec DQ9, DQ10, DQ11, DQ20, DQ22, SQ19, SQ25
 */
export function claimDeliveries(connection: Connection, request: ClaimRequest): readonly ClaimedDelivery[] {
  const slots = workerSlots(connection, request);
  const most = Math.min(request.limit, slots.free());
  if (most <= 0) return [];
  const turns = connection.get<Turns>('SELECT last, latest_at FROM delivery_turns') ?? { last: 0, latest_at: 0 };
  const { now } = request;
  // A turn that lies ahead, by the clock of another process or of a time before it was set back, holds nobody up.
  const until = Math.max(now, turns.latest_at);

  const room = bodyRoom(request.bodyBytes);
  const taken: ClaimedRow[] = [];
  const isFull = () => taken.length >= most || room.isOver();
  const served = new Set<string>();
  const serve = (brand: string): boolean => {
    if (!slots.hasRoomFor(brand)) return false;
    const delivery = leaseNext(connection, { brand, until, turns, room }, request);
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
  const bodies = new Map(room.bodies().map((number) => [number, readBody(connection, number)]));
  return taken.map((row) => ({ brand: row.brand, ...decodeDelivery(row), body: bodies.get(row.body_number) ?? '' }));
}

/** What the bodies of one claim may take. */
interface BodyRoom {
  /** @returns Whether there is room; from the first `false` on the claim is over. */
  take(row: ClaimedRow): boolean;
  isOver(): boolean;
  bodies(): readonly number[];
}

/** @param most - Bytes. The first body is taken whatever it has. @spec DQ22 */
function bodyRoom(most: number): BodyRoom {
  const taken = new Set<number>();
  let left = most;
  let isOver = false;
  return {
    take({ body_number: number, body_bytes: bytes }) {
      if (taken.has(number)) return true;
      isOver = taken.size > 0 && bytes > left;
      if (isOver) return false;
      taken.add(number);
      left -= bytes;
      return true;
    },
    isOver: () => isOver,
    bodies: () => [...taken],
  };
}

interface Place {
  readonly brand: string;
  readonly until: number;
  readonly turns: Turns;
  readonly room: BodyRoom;
}

/** Leases one delivery of the target whose turn it is, if there is one that has room. */
function leaseNext(
  connection: Connection,
  { brand, until, turns, room }: Place,
  { worker, now, leaseUntil, perTarget }: ClaimRequest,
): ClaimedRow | undefined {
  const target = connection.get<{ number: number; line: number }>(nextTargetSql, brand, until, perTarget, now);
  if (target === undefined) return undefined;
  const { number, line } = target;
  const wait = connection.get<{ due_at: number; delivery: number }>(dueOfTargetSql, line, now);
  if (wait === undefined) return undefined;
  const row = connection.get<ClaimedRow>(claimedSql, wait.delivery);
  if (row === undefined) throw new Error('A delivery that waits is not there.');
  if (!room.take(row)) return undefined;
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
  return row;
}
