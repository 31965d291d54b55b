import type { Slice } from '@botwright/core/paging';
import type { CustomerListQuery, CustomerRecord } from '@botwright/core/ports';
import { type ChannelRow, type CustomerRow, decodeCustomer } from '@botwright/storage-sql/rows';
import { findChannelSql } from './channel-store.ts';
import type { Connection } from './connection.ts';
import {
  customerPageSql,
  customerTotalSql,
  type NumberBounds,
  narrowCountsSql,
  nearStartSql,
  type Place,
  type Statement,
  wideCountsSql,
} from './customer-list-sql.ts';

interface RangeCount {
  readonly range: number;
  readonly total: number;
}

/**
 * Reads a slice of a list, and its total. Near the start, merges indexes in their order. Deeper in the list, the
 * counters of ranges give the numbers between which the slice is, so that earlier rows need not be read.
 *
 * @spec SQ13, SQ20, SQ21, ST120
 */
export function listCustomers(connection: Connection, brand: string, query: CustomerListQuery): Slice<CustomerRecord> {
  const { channelNumber, workspaces, offset, limit, fieldBytes } = query;
  if (channelNumber !== undefined) {
    const channel = connection.get<ChannelRow>(findChannelSql, channelNumber, brand);
    if (channel === undefined || !workspaces.includes(channel.workspace)) return { items: [], total: 0 };
  }
  const read = <TRow>({ sql, params }: Statement) => connection.all<TRow>(sql, ...params);

  const [{ total } = { total: 0 }] = read<{ total: number }>(customerTotalSql(brand, query));
  if (offset >= total || limit === 0) return { items: [], total };
  const page = nearStartSql(brand, query) ?? customerPageSql(brand, query, boundsOf(read, brand, { ...query, total }));
  if (fieldBytes === undefined) return { items: read<CustomerRow>(page).map(decodeCustomer), total };
  let left = fieldBytes;
  const rows = connection.some<CustomerRow>(page.sql, page.params, ({ fields }) => {
    left -= fields.length;
    return left <= 0;
  });
  return { items: rows.map(decodeCustomer), total };
}

type Read = <TRow>(statement: Statement) => readonly TRow[];

function boundsOf(read: Read, brand: string, query: CustomerListQuery & { readonly total: number }): NumberBounds {
  const { offset, limit, total } = query;
  const wide = read<RangeCount>(wideCountsSql(brand, query));
  const [start, end] = [placeOf(wide, offset), placeOf(wide, Math.min(offset + limit, total) - 1)];
  const narrow = (range: number) => read<RangeCount>(narrowCountsSql(brand, query, range));
  const ofStart = narrow(start.range);
  const first = placeOf(ofStart, start.skipped);
  const last = placeOf(end.range === start.range ? ofStart : narrow(end.range), end.skipped);
  return { first, last };
}

/** @param index - Less than the sum of all ranges. */
function placeOf(ranges: readonly RangeCount[], index: number): Place {
  let skipped = index;
  for (const { range, total } of ranges) {
    if (skipped < total) return { range, skipped };
    skipped -= total;
  }
  throw new Error('The counters of customers do not agree with each other.');
}
