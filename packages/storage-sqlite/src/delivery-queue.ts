import {
  type BrandDepth,
  type ClaimRequest,
  continuesLog,
  createSetBackWatch,
  createWorkerSlots,
  type DeliveryBounds,
  type DeliveryQueue,
  type EndedDelivery,
  hasDeliverySlot,
  queueDepth,
} from '@botwright/core/ports';
import type { RunQuery } from './access.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { Connection } from './connection.ts';
import { bodyOfDelivery, dropBody } from './delivery-bodies.ts';
import { readyBrands } from './delivery-brands.ts';
import { type CountedDelivery, countDeliveries, deliveryListName } from './delivery-counts.ts';
import {
  allLeasesSql,
  endedLeasesSql,
  endLease,
  enqueueDelivery,
  giveUpLeases,
  namedLeasesSql,
  ownLeasesSql,
} from './delivery-leases.ts';
import { endTombstone } from './delivery-partitions.ts';
import { encodeProgress } from './delivery-row.ts';
import { partitionOfTarget, refreshTarget } from './delivery-targets.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';

export const findLeaseSql =
  'SELECT number, l.target, workspace, attempts FROM deliveries JOIN delivery_leases l ON delivery = number ' +
  'WHERE deliveries.brand = ? AND id = ? AND worker = ?';

export const firstWithRoomSql =
  'SELECT ready_at FROM delivery_targets WHERE brand = ? AND ready_at IS NOT NULL AND leased < ? ' +
  'ORDER BY ready_at, turn LIMIT 1';

export const finishedSql = `SELECT number, target, ${bodyOfDelivery} AS body FROM deliveries WHERE finished_at < ? ORDER BY finished_at LIMIT ?`;

/**
 * @param read - Queries committed state.
 * @param write - Runs in a transaction of its own.
 * @spec DQ8, DQ12, DQ13, DQ14, DQ15, DQ16, DQ17, DQ18, DQ24, DQ25, DQ26, DQ27
 */
export function deliveryQueue({ read, write }: { readonly read: RunQuery; readonly write: RunQuery }): DeliveryQueue {
  const watch = createSetBackWatch();

  return {
    async claim(request) {
      const differenceMs = watch.setBack(request);
      const { claimed, over } = await write((connection) => {
        if (differenceMs !== undefined) setBack(connection, request, differenceMs);
        completeLeases(connection, request.worker, request.ended ?? []);
        const over = giveUpLeases(connection, endedLeasesSql, request.now);
        endTombstone(connection);
        return { claimed: claimDeliveries(connection, request), over };
      });
      if (over > 0) request.onLeasesEnded?.(over);
      return claimed;
    },
    renew: ({ worker, leaseUntil }) =>
      write((connection) => {
        connection.run('UPDATE delivery_leases SET lease_until = ? WHERE worker = ?', leaseUntil, worker);
      }),
    complete: ({ brand, id, worker }, progress) =>
      write((connection) => {
        const completed = completeLeases(connection, worker, [{ brand, id, progress }]);
        return completed > 0 ? 'completed' : 'lost';
      }),
    release: (worker, ids) =>
      write((connection) => {
        if (ids === undefined) giveUpLeases(connection, ownLeasesSql, worker);
        else giveUpLeases(connection, namedLeasesSql, worker, JSON.stringify(ids));
      }),
    recover: () => write((connection) => void giveUpLeases(connection, allLeasesSql)),
    nextDueAt: (bounds) => read((connection) => inOneSnapshot(connection, () => nextDueAt(connection, bounds))),
    depth: (most) => read((connection) => queueDepth(depths(connection), most)),
    prune: (finishedBefore, limit) => write((connection) => prune(connection, finishedBefore, limit)),
  };
}

/** When the wait of a delivery began: with the end of its last attempt, or when it was made. */
const plannedAt =
  "coalesce(json_extract(attempts, '$[#-1].at') + json_extract(attempts, '$[#-1].durationMs'), created_at)";

/** `?1` is now, `?2` by how much later a moment is that was given before the clock was set back. */
const isAhead = `${plannedAt} > ?1 + ?2`;

export const plannedAheadSql =
  'SELECT w.due_at, w.delivery, w.target AS partition, d.target FROM delivery_targets AS t ' +
  `JOIN delivery_waits AS w ON w.target = ${partitionOfTarget.replace('number', 't.number')} AND w.due_at > ?1 ` +
  `JOIN deliveries AS d ON d.number = w.delivery ` +
  `WHERE ${isAhead}`;

/** A lease that ends puts its delivery back to when it was due. */
export const leasedPlannedAheadSql =
  'UPDATE deliveries SET due_at = ?1 WHERE number IN (SELECT delivery FROM delivery_leases) AND due_at > ?1 ' +
  `AND ${isAhead}`;

export const leasedAheadSql = 'UPDATE delivery_leases SET lease_until = ?1 WHERE lease_until > ?1 + ?2';

interface PlannedAhead {
  readonly due_at: number;
  readonly delivery: number;
  readonly partition: number;
  readonly target: number;
}

/** @spec DQ27 */
function setBack(connection: Connection, { now, leaseUntil }: ClaimRequest, differenceMs: number): void {
  const ahead = connection.all<PlannedAhead>(plannedAheadSql, now, differenceMs);
  for (const { due_at: dueAt, delivery, partition } of ahead) {
    connection.run('UPDATE deliveries SET due_at = ? WHERE number = ?', now, delivery);
    connection.run(
      'UPDATE delivery_waits SET due_at = ? WHERE target = ? AND due_at = ? AND delivery = ?',
      ...[now, partition, dueAt, delivery],
    );
  }
  for (const target of new Set(ahead.map((each) => each.target))) refreshTarget(connection, target, 0);
  connection.run(leasedPlannedAheadSql, now, differenceMs);
  connection.run(leasedAheadSql, leaseUntil, differenceMs);
}

interface Lease {
  readonly number: number;
  readonly target: number;
}

/** Stores the results of attempts whose leases the worker still has. @returns How many these are. */
function completeLeases(connection: Connection, worker: string, ended: readonly EndedDelivery[]): number {
  const completed = ended.flatMap((each) => completeLease(connection, worker, each) ?? []);
  for (const [target, { length }] of Map.groupBy(completed, ({ target }) => target)) {
    refreshTarget(connection, target, -length);
  }
  countDeliveries(
    connection,
    completed.filter(({ to }) => to !== 'pending'),
  );
  return completed.length;
}

/** The target of the delivery has one lease less, and is not refreshed. @returns `undefined` when the lease is lost. */
function completeLease(
  connection: Connection,
  worker: string,
  { brand, id, progress }: EndedDelivery,
): CountedDelivery | undefined {
  const lease = connection.get<Lease & { readonly workspace: number; readonly attempts: string }>(
    findLeaseSql,
    brand,
    id,
    worker,
  );
  if (lease === undefined || !continuesLog(JSON.parse(lease.attempts), progress.attempts)) return undefined;
  const { number, target, workspace } = lease;
  connection.run(
    'UPDATE deliveries SET state = ?, due_at = ?, finished_at = ?, reason = ?, attempts = ? WHERE number = ?',
    ...encodeProgress(progress),
    number,
  );
  endLease(connection, number);
  if (progress.state === 'pending') enqueueDelivery(connection, { target, dueAt: progress.dueAt, delivery: number });
  return { brand, id, target, workspace, from: 'pending', to: progress.state };
}

/** Reads brands in the order of their turns, until none that follows can be ready before what was found. */
function nextDueAt(connection: Connection, bounds: DeliveryBounds): number | undefined {
  const slots = createWorkerSlots(bounds.slots, bounds.held);
  if (slots.free() <= 0) return undefined;
  let earliest: number | undefined;
  for (const { brand, ready_at: readyAt } of readyBrands(connection, Number.MAX_SAFE_INTEGER)) {
    if (earliest !== undefined && earliest <= readyAt) break;
    if (!hasDeliverySlot(slots, brand)) continue;
    const first = connection.get<{ ready_at: number }>(firstWithRoomSql, brand, bounds.perTarget)?.ready_at;
    if (first === undefined) continue;
    const turnAt = Math.max(first, readyAt);
    earliest = Math.min(earliest ?? turnAt, turnAt);
  }
  return earliest;
}

/** Reads the counters of lists, and the first that waits of each target. */
export const depthsSql =
  'SELECT brand, (SELECT sum(total) FROM counted_ranges AS r WHERE r.brand = b.brand ' +
  `AND list = '${deliveryListName(undefined)}' AND part LIKE '% pending') AS pending, ` +
  '(SELECT min((SELECT min(due_at) FROM delivery_waits AS w WHERE w.target = coalesce(t.line, t.number))) ' +
  'FROM delivery_targets AS t WHERE t.brand = b.brand AND t.ready_at IS NOT NULL) AS oldest FROM delivery_brands AS b';

interface DepthRow {
  readonly brand: string;
  readonly pending: number | null;
  readonly oldest: number | null;
}

function depths(connection: Connection): readonly BrandDepth[] {
  return connection.all<DepthRow>(depthsSql).map(({ brand, pending, oldest }) => {
    return { brand, pending: pending ?? 0, ...(oldest !== null && { oldestDueAt: oldest }) };
  });
}

const forgetTargetSql =
  'DELETE FROM delivery_targets WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE target = ?1) ' +
  'RETURNING brand';

const forgetBrandSql =
  'DELETE FROM delivery_brands WHERE brand = ?1 AND NOT EXISTS (SELECT 1 FROM delivery_targets WHERE brand = ?1)';

/** @spec DQ17, SQ25 */
function prune(connection: Connection, finishedBefore: number, limit: number): number {
  const finished = connection.all<Lease & { readonly body: number }>(finishedSql, finishedBefore, limit);
  for (const { number } of finished) connection.run('DELETE FROM deliveries WHERE number = ?', number);
  for (const body of new Set(finished.map((row) => row.body))) dropBody(connection, body);
  const targets = new Set(finished.map((row) => row.target));
  const emptied = [...targets].map((target) => connection.get<{ brand: string }>(forgetTargetSql, target)?.brand);
  for (const brand of new Set(emptied)) if (brand !== undefined) connection.run(forgetBrandSql, brand);
  return finished.length;
}
