import type { Slice } from '@botwright/core/paging';
import type { DeliveryListQuery, DeliveryRecord } from '@botwright/core/ports';
import { type DeliveryRow, decodeDelivery } from '../sql/queue-rows.ts';
import type { Connection } from './connection.ts';
import { countedPart, deliveryListName, deliveryStates } from './delivery-counts.ts';
import {
  type DeliveryFilter,
  deliveriesBetweenSql,
  deliveryRowsSql,
  filterParams,
  newestDeliveriesSql,
} from './delivery-list-sql.ts';
import { boundsOfSlice, type CountedRange, divideLargeRange, partsTotalSql, rangesSql } from './delivery-ranges.ts';
import { findTarget } from './delivery-targets.ts';

/** The maximum offset in an index. For a greater offset, counters find the place sooner. */
const mostSkipped = 500;

/** Lists deliveries, newest first. @spec SQ13, SQ27 */
export function listDeliveries(connection: Connection, brand: string, query: DeliveryListQuery): Slice<DeliveryRecord> {
  const { offset, limit, state } = query;
  const target = query.target && findTarget(connection, brand, query.target)?.number;
  if (query.target !== undefined && target === undefined) return { items: [], total: 0 };
  const filter = { workspaces: [...new Set(query.workspaces)], state, target } as DeliveryFilter;

  const parts = filter.workspaces.flatMap((workspace) =>
    (state === undefined ? deliveryStates : [state]).map((each) => countedPart(workspace, each)),
  );
  const counted = [brand, deliveryListName(target), JSON.stringify(parts)];
  const total = connection.get<{ total: number }>(partsTotalSql, ...counted)?.total ?? 0;
  if (offset >= total || limit === 0) return { items: [], total };
  const slice = (rows: readonly DeliveryRow[]) => ({ items: rows.map(decodeDelivery), total });

  const params = filterParams(brand, filter);
  // An index that also has other states could make the statement skip very many rows.
  const isDense = state === undefined || (state === 'dead' && target === undefined);
  if (isDense && offset <= mostSkipped) {
    return slice(connection.all<DeliveryRow>(newestDeliveriesSql(filter), ...params, limit, offset));
  }
  // Ranges count from the oldest delivery on.
  const end = Math.min(offset + limit, total);
  const ranges = connection.all<CountedRange>(rangesSql, ...counted);
  const { from, to, skipped } = boundsOfSlice(ranges, { offset: total - end, end: total - offset });
  const sql = deliveriesBetweenSql(filter);
  return slice(connection.all<DeliveryRow>(sql, ...params, from, to, end - offset, skipped).toReversed());
}

/**
 * One of this many deliveries checks whether its ranges have become large: the check costs the same time that counting
 * does.
 */
const oneIn = 61;

/**
 * Chooses deliveries by a hash of their number (the finalizer of MurmurHash3). The numbers of a target's deliveries
 * have equal distances, the number of targets of a message, so a remainder could be the same for all of them.
 */
export function isChosen(number: number): boolean {
  let hash = number ^ (number >>> 16);
  hash = Math.imul(hash, 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0 < 2 ** 32 / oneIn;
}

/** Divides the counters of the lists that a delivery was added to, if they have become large. */
export function divideDeliveryLists(
  connection: Connection,
  {
    number,
    brand,
    id,
    target,
  }: { readonly number: number; readonly brand: string; readonly id: string; readonly target: number },
): void {
  if (!isChosen(number)) return;
  for (const list of [undefined, target]) {
    const rowParams = [brand, list ?? []].flat();
    const ranged = { brand, list: deliveryListName(list), rowsSql: deliveryRowsSql(list), rowParams };
    divideLargeRange(connection, ranged, { key: id });
  }
}
