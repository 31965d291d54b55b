import {
  continuesLog,
  createSetBackSweep,
  createWorkerSlots,
  type DeliveryBounds,
  type DeliveryQueue,
  dueAfterSetBack,
  type EndedDelivery,
  hasDeliverySlot,
  leaseAfterSetBack,
  queueDepth,
  type SetBackClaim,
} from '@botwright/core/ports';
import { type DepthRow, decodeDepth, encodeProgress } from '../sql/queue-rows.ts';
import { claimDeliveries } from './claim-deliveries.ts';
import type { Connection, RunQuery } from './connection.ts';
import { bodyOfDelivery, dropBodySql } from './delivery-bodies.ts';
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
import { advanceLine } from './delivery-order.ts';
import { endTombstone } from './delivery-partitions.ts';
import { heldBackAt, partitionOfTarget, refreshTarget } from './delivery-targets.ts';

export const findLeaseSql =
  'SELECT number, l.target, workspace, customer_number, ordered, attempts FROM deliveries JOIN delivery_leases l ON delivery = number ' +
  'WHERE deliveries.brand = ? AND id = ? AND worker = ?';

export const firstWithRoomSql =
  'SELECT ready_at FROM delivery_targets WHERE brand = ? AND ready_at IS NOT NULL AND leased < ? ' +
  'ORDER BY ready_at, turn LIMIT 1';

export const finishedSql = `SELECT number, target, ${bodyOfDelivery} AS body FROM deliveries WHERE finished_at < ? ORDER BY finished_at LIMIT ?`;

/**
 * @param read - Queries one state of committed data.
 * @param write - Runs in a separate transaction.
 * @spec DQ8, DQ12, DQ13, DQ14, DQ15, DQ16, DQ17, DQ18, DQ24, DQ25, DQ26, DQ27, DQ28, DQ29
 */
export function deliveryQueue({ read, write }: { readonly read: RunQuery; readonly write: RunQuery }): DeliveryQueue {
  const sweep = createSetBackSweep<SlicePlace>();

  return {
    async claim(request) {
      await sweep.run(request, (found, place) => write((connection) => setBackSlice(connection, found, place)));
      const { claimed, over } = await write((connection) => {
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
    nextDueAt: (bounds) => read((connection) => nextDueAt(connection, bounds)),
    depth: (most) => read((connection) => queueDepth(connection.all<DepthRow>(depthsSql).map(decodeDepth), most)),
    prune: (finishedBefore, limit) => write((connection) => prune(connection, finishedBefore, limit)),
  };
}

/** The maximum number of leases, targets and waits that a slice reads. */
const sliceSize = 1_000;

/** The moment when the wait of a delivery `d` began: the end of its last attempt, or its creation. */
const since =
  "coalesce(json_extract(d.attempts, '$[#-1].at') + json_extract(d.attempts, '$[#-1].durationMs'), d.created_at) AS since";

export const leaseSliceSql =
  `SELECT l.delivery, l.lease_until, d.due_at, ${since} FROM delivery_leases AS l ` +
  'CROSS JOIN deliveries AS d ON d.number = l.delivery WHERE l.delivery > ? ORDER BY l.delivery LIMIT ?';

export const nextTargetSql = `SELECT number, ${partitionOfTarget} AS partition FROM delivery_targets WHERE number >= ? ORDER BY number LIMIT 1`;

export const waitSliceSql =
  `SELECT w.delivery, w.due_at AS waits_until, d.due_at, ${since} FROM delivery_waits AS w CROSS JOIN deliveries AS d ON d.number = w.delivery ` +
  'WHERE w.target = ? AND (w.due_at, w.delivery) > (?, ?) ORDER BY w.due_at, w.delivery LIMIT ?';

interface WaitRow {
  readonly delivery: number;
  readonly due_at: number;
  readonly since: number;
}

type PartitionRow = WaitRow & {
  /** When the delivery is due, unless it is held back. */
  readonly waits_until: number;
};

interface TargetRow {
  readonly number: number;
  readonly partition: number;
}

/** The lease after which the next slice begins, or the target and the wait. */
type SlicePlace =
  | { readonly leasesAfter: number }
  | { readonly target: number; readonly after?: Pick<PartitionRow, 'waits_until' | 'delivery'> };

/** @spec DQ27 */
function setBackSlice(
  connection: Connection,
  claim: SetBackClaim,
  place: SlicePlace = { leasesAfter: -1 },
): SlicePlace | 'done' {
  let left = sliceSize;
  let next = place;
  if ('leasesAfter' in next) {
    const leases = connection.all<WaitRow & { readonly lease_until: number }>(leaseSliceSql, next.leasesAfter, left);
    for (const lease of leases) shortenLease(connection, lease, claim);
    const last = leases.at(-1);
    if (last !== undefined && leases.length === left) return { leasesAfter: last.delivery };
    left -= leases.length;
    next = { target: 0 };
  }
  while (left > 0) {
    const target: TargetRow | undefined = connection.get<TargetRow>(nextTargetSql, next.target);
    if (target === undefined) return 'done';
    const after = (target.number === next.target ? next.after : undefined) ?? {
      waits_until: claim.now,
      delivery: Number.MAX_SAFE_INTEGER,
    };
    const waits = connection.all<PartitionRow>(waitSliceSql, target.partition, after.waits_until, after.delivery, left);
    const changed = waits.filter((wait) => hurry(connection, target.partition, wait, claim));
    if (changed.length > 0) refreshTarget(connection, target.number, 0);
    const last = waits.at(-1);
    if (last !== undefined && waits.length === left) return { target: target.number, after: last };
    left -= waits.length + 1;
    next = { target: target.number + 1 };
  }
  return next;
}

const planSql = 'UPDATE deliveries SET due_at = ? WHERE number = ?';

/** @returns Whether its wait is now shorter. */
function hurry(connection: Connection, partition: number, wait: PartitionRow, claim: SetBackClaim): boolean {
  const { delivery, waits_until: until, due_at, since } = wait;
  const dueAt = dueAfterSetBack({ since, dueAt: due_at }, claim);
  if (dueAt === undefined) return false;
  connection.run(planSql, dueAt, delivery);
  if (until === heldBackAt) return false;
  connection.run(
    'UPDATE delivery_waits SET due_at = ? WHERE target = ? AND due_at = ? AND delivery = ?',
    ...[dueAt, partition, until, delivery],
  );
  return true;
}

/** A lease that ends restores the moment when its delivery was due. */
function shortenLease(
  connection: Connection,
  { delivery, due_at, since, lease_until }: WaitRow & { readonly lease_until: number },
  claim: SetBackClaim,
): void {
  const dueAt = dueAfterSetBack({ since, dueAt: due_at }, claim);
  if (dueAt !== undefined) connection.run(planSql, dueAt, delivery);
  const leaseUntil = leaseAfterSetBack(lease_until, claim);
  if (leaseUntil === undefined) return;
  connection.run('UPDATE delivery_leases SET lease_until = ? WHERE delivery = ?', leaseUntil, delivery);
}

interface Lease {
  readonly number: number;
  readonly target: number;
}

interface LeasedRow extends Lease {
  readonly workspace: number;
  readonly customer_number: number;
  readonly ordered: 0 | 1;
  /** A JSON list. */
  readonly attempts: string;
}

/** Stores the results of attempts whose leases the worker still has. @returns The number of stored results. */
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

/** Decrements the leases of the target without refreshing it. @returns `undefined` if the lease is lost. */
function completeLease(
  connection: Connection,
  worker: string,
  { brand, id, progress }: EndedDelivery,
): CountedDelivery | undefined {
  const lease = connection.get<LeasedRow>(findLeaseSql, brand, id, worker);
  if (lease === undefined || !continuesLog(JSON.parse(lease.attempts), progress.attempts)) return undefined;
  const { number, target, workspace } = lease;
  const { state, due_at, finished_at, reason, attempts } = encodeProgress(progress);
  connection.run(
    'UPDATE deliveries SET state = ?, due_at = ?, finished_at = ?, reason = ?, attempts = ? WHERE number = ?',
    ...[state, due_at, finished_at, reason, attempts, number],
  );
  endLease(connection, number);
  if (progress.state === 'pending') enqueueDelivery(connection, { target, dueAt: progress.dueAt, delivery: number });
  else if (lease.ordered === 1) advanceLine(connection, lease);
  return { brand, id, target, workspace, from: 'pending', to: progress.state };
}

/** Reads brands in the order of their turns, until no later brand can be ready before the earliest one found. */
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

/** Reads the counters of lists, and the first waiting delivery of each target. */
export const depthsSql =
  'SELECT brand, (SELECT sum(total) FROM delivery_ranges AS r WHERE r.brand = b.brand ' +
  `AND list = '${deliveryListName(undefined)}' AND part LIKE '% pending') AS pending, ` +
  '(SELECT min((SELECT min(due_at) FROM delivery_waits AS w WHERE w.target = coalesce(t.line, t.number) ' +
  `AND w.due_at < ${heldBackAt})) ` +
  'FROM delivery_targets AS t WHERE t.brand = b.brand AND t.ready_at IS NOT NULL) AS oldest FROM delivery_brands AS b';

const forgetTargetSql =
  'DELETE FROM delivery_targets WHERE number = ?1 AND NOT EXISTS (SELECT 1 FROM deliveries WHERE target = ?1) ' +
  'RETURNING brand';

const forgetBrandSql =
  'DELETE FROM delivery_brands WHERE brand = ?1 AND NOT EXISTS (SELECT 1 FROM delivery_targets WHERE brand = ?1)';

/** @spec DQ17, SQ25 */
function prune(connection: Connection, finishedBefore: number, limit: number): number {
  const finished = connection.all<Lease & { readonly body: number }>(finishedSql, finishedBefore, limit);
  for (const { number } of finished) connection.run('DELETE FROM deliveries WHERE number = ?', number);
  for (const body of new Set(finished.map((row) => row.body))) connection.run(dropBodySql, body);
  const targets = new Set(finished.map((row) => row.target));
  const emptied = [...targets].map((target) => connection.get<{ brand: string }>(forgetTargetSql, target)?.brand);
  for (const brand of new Set(emptied)) if (brand !== undefined) connection.run(forgetBrandSql, brand);
  return finished.length;
}
