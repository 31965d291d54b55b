import type { ClaimedDelivery, ClaimRequest } from '@botwright/core';
import type { Connection } from './connection.ts';
import { type DeliveryRow, decodeDelivery, deliveryColumns } from './delivery-row.ts';
import { levelsOfRoom, lineOfTarget, serveSql } from './delivery-targets.ts';

export const readyTargetsSql =
  `SELECT number, ${lineOfTarget} AS line, leased, ready_at, turn FROM delivery_targets ` +
  'WHERE ready_at IS NOT NULL AND leased = ? AND ready_at <= ? ORDER BY ready_at, turn LIMIT ?';

export const dueOfTargetSql =
  'SELECT due_at, delivery FROM delivery_waits WHERE target = ? AND due_at <= ? ORDER BY due_at, delivery LIMIT ?';

export const claimedSql =
  `SELECT d.brand, ${deliveryColumns}, body FROM deliveries d JOIN delivery_targets t ON t.number = d.target ` +
  'JOIN delivery_bodies ON delivery = d.number WHERE d.number = ?';

interface ReadyTarget {
  readonly number: number;
  readonly line: number;
  readonly leased: number;
  readonly ready_at: number;
  readonly turn: number;
}

interface Wait {
  readonly target: number;
  readonly line: number;
  readonly due_at: number;
  readonly delivery: number;
}

/**
 * Leases what is due, target by target in their turns. Reads at most `limit` targets of each number of leases below
 * the cap, and of each no more waiting deliveries than it could be given.
 *
 * @spec DQ9, DQ10, DQ11, SQ19
 */
export function claimDeliveries(connection: Connection, request: ClaimRequest): readonly ClaimedDelivery[] {
  const targets = readyTargets(connection, request);
  // Each of them has one that is due, so none can be given more than the rest leaves.
  const most = request.limit - targets.length + 1;
  const lines = targets.map(({ number, line, leased }) =>
    connection
      .all<Omit<Wait, 'target' | 'line'>>(dueOfTargetSql, line, request.now, Math.min(most, request.perTarget - leased))
      .map((wait) => ({ ...wait, target: number, line })),
  );
  const taken = takeTurns(lines, request.limit);
  for (const wait of taken) lease(connection, wait, request);
  serve(connection, taken, request.now);
  return taken.map(({ delivery }) => readClaimed(connection, delivery));
}

/**
 * Those that wait longest first: since what waits was due, or since they were served. A turn that lies ahead, by
 * the clock of another process or of a time before the clock was set back, holds nobody up.
 */
function readyTargets(connection: Connection, { now, limit, perTarget }: ClaimRequest): readonly ReadyTarget[] {
  const turns = connection.get<{ latest_at: number }>('SELECT latest_at FROM delivery_turns');
  const until = Math.max(now, turns?.latest_at ?? now);
  return [...levelsOfRoom(connection, perTarget)]
    .flatMap((leased) => connection.all<ReadyTarget>(readyTargetsSql, leased, until, limit))
    .sort((a, b) => a.ready_at - b.ready_at || a.turn - b.turn)
    .slice(0, limit);
}

/** Takes the first of each line, then the second, until there are enough. */
function takeTurns(lines: readonly (readonly Wait[])[], limit: number): readonly Wait[] {
  const longest = Math.max(0, ...lines.map((line) => line.length));
  const rounds = Array.from({ length: longest }, (_, round) => lines.flatMap((line) => line[round] ?? []));
  return rounds.flat().slice(0, limit);
}

function lease(connection: Connection, { target, line, due_at: dueAt, delivery }: Wait, request: ClaimRequest): void {
  const { worker, leaseUntil } = request;
  const sql = 'DELETE FROM delivery_waits WHERE target = ? AND due_at = ? AND delivery = ?';
  connection.run(sql, line, dueAt, delivery);
  connection.run(
    'INSERT INTO delivery_leases (delivery, target, worker, lease_until) VALUES (?, ?, ?, ?)',
    delivery,
    target,
    worker,
    leaseUntil,
  );
}

/** Counts the leases of each target, and puts it behind those that were served before. */
function serve(connection: Connection, taken: readonly Wait[], now: number): void {
  if (taken.length === 0) return;
  const counts = new Map<number, number>();
  for (const { target } of taken) {
    const before = counts.get(target) ?? 0;
    counts.delete(target);
    counts.set(target, before + 1);
  }
  const turns = connection.get<{ last: number }>(
    'UPDATE delivery_turns SET last = last + ?, latest_at = max(latest_at, ?) RETURNING last',
    counts.size,
    now,
  );
  let turn = (turns?.last ?? 0) - counts.size;
  for (const [target, count] of counts) {
    turn += 1;
    connection.run(serveSql, count, now, turn, now, target);
  }
}

function readClaimed(connection: Connection, delivery: number): ClaimedDelivery {
  const row = connection.get<DeliveryRow & { readonly brand: string; readonly body: string }>(claimedSql, delivery);
  if (row === undefined) throw new Error('A delivery that was just claimed is not there.');
  return { brand: row.brand, ...decodeDelivery(row), body: row.body };
}
