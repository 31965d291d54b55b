import type { DeliveryRecord } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import { nextRangeSql } from './delivery-ranges.ts';

type State = DeliveryRecord['progress']['state'];

export const deliveryStates: readonly State[] = ['pending', 'delivered', 'dead'];

/** @param target - The number of its row; absent: all deliveries of a brand. */
export const deliveryListName = (target: number | undefined): string =>
  target === undefined ? 'deliveries' : `deliveries ${target}`;

export const countedPart = (workspace: number, state: State): string => `${workspace} ${state}`;

/** A delivery that is new or has changed its state. */
export interface CountedDelivery {
  readonly brand: string;
  readonly id: string;
  /** The number of its row. */
  readonly target: number;
  readonly workspace: number;
  /** Absent for a new delivery. */
  readonly from?: State;
  readonly to: State;
}

/** A range of a list, and the change of its counters. */
interface ChangedRange {
  readonly first: string;
  /** The start of the next range, `null` after the last one; read only when needed. */
  end?: string | null;
  readonly changes: Map<string, number>;
}

interface ChangedList {
  readonly brand: string;
  readonly list: string;
  readonly ranges: ChangedRange[];
}

/** A list without a range gets one that begins at its start. */
export const rangeOfIdSql =
  'SELECT first_key FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key <= ? ORDER BY first_key DESC LIMIT 1';

/** A counter that reaches 0 stays for the next delivery: most deliveries change between the same two states. */
const changeSql =
  'INSERT INTO delivery_ranges (brand, list, first_key, part, total) VALUES (?, ?, ?, ?, ?) ' +
  'ON CONFLICT DO UPDATE SET total = total + excluded.total';

/**
 * Counts deliveries in the list of their brand and in the lists of their targets. Call it once for all deliveries of a
 * write: it then writes each counter once, which takes half the time of a trigger per row. Call it after writing the
 * rows, and before the next list is read. A trigger counts deleted deliveries.
 *
 * @spec SQ27
 */
export function countDeliveries(connection: Connection, deliveries: readonly CountedDelivery[]): void {
  const lists = new Map<string, ChangedList>();
  for (const delivery of deliveries) {
    const { brand, target } = delivery;
    for (const list of [deliveryListName(undefined), deliveryListName(target)]) {
      const key = `${list} ${brand}`;
      const changed = lists.get(key) ?? { brand, list, ranges: [] };
      lists.set(key, changed);
      tally(rangeOf(connection, changed, delivery.id), delivery);
    }
  }
  for (const { brand, list, ranges } of lists.values()) {
    for (const { first, changes } of ranges) {
      for (const [part, change] of changes)
        if (change !== 0) connection.run(changeSql, brand, list, first, part, change);
    }
  }
}

function tally({ changes }: ChangedRange, { workspace, from, to }: CountedDelivery): void {
  const add = (part: string, change: number) => changes.set(part, (changes.get(part) ?? 0) + change);
  if (from !== undefined) add(countedPart(workspace, from), -1);
  add(countedPart(workspace, to), 1);
}

function rangeOf(connection: Connection, { brand, list, ranges }: ChangedList, id: string): ChangedRange {
  const endOf = (range: ChangedRange): string | null => {
    if (range.end !== undefined) return range.end;
    range.end = connection.get<{ first_key: string }>(nextRangeSql, brand, list, range.first)?.first_key ?? null;
    return range.end;
  };
  const isBeforeEnd = (end: string | null): boolean => end === null || id < end;
  const known = ranges.find((range) => range.first <= id && isBeforeEnd(endOf(range)));
  if (known !== undefined) return known;
  const first = connection.get<{ first_key: string }>(rangeOfIdSql, brand, list, id)?.first_key ?? '';
  const range: ChangedRange = { first, changes: new Map() };
  ranges.push(range);
  return range;
}
