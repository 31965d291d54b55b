import type { DeliveryRecord } from '@botwright/core/ports';
import type { Connection } from './connection.ts';

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

/** The range of an id, with the start of the next one. A list without a range gets one that begins at its start. */
export const rangeOfIdSql =
  'SELECT first_key, (SELECT min(first_key) FROM delivery_ranges AS n WHERE n.brand = r.brand AND n.list = r.list ' +
  'AND n.first_key > r.first_key) AS next_key FROM delivery_ranges AS r ' +
  'WHERE brand = ? AND list = ? AND first_key <= ? ORDER BY first_key DESC LIMIT 1';

interface IdRange {
  readonly first_key: string;
  readonly next_key: string | null;
}

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
  const changes = new Map<string, { readonly counter: readonly string[]; readonly change: number }>();
  const ranges = new Map<string, IdRange>();
  const startOfRange = (brand: string, list: string, id: string): string => {
    const name = `${list} ${brand}`;
    const known = ranges.get(name);
    const isIn = known && known.first_key <= id && (known.next_key === null || id < known.next_key);
    const range = isIn ? known : connection.get<IdRange>(rangeOfIdSql, brand, list, id);
    if (range !== undefined) ranges.set(name, range);
    return range?.first_key ?? '';
  };
  for (const { brand, id, target, workspace, from, to } of deliveries) {
    for (const list of [deliveryListName(undefined), deliveryListName(target)]) {
      const first = startOfRange(brand, list, id);
      const add = (state: State, by: 1 | -1) => {
        const counter = [brand, list, first, countedPart(workspace, state)];
        const key = JSON.stringify(counter);
        changes.set(key, { counter, change: (changes.get(key)?.change ?? 0) + by });
      };
      if (from !== undefined) add(from, -1);
      add(to, 1);
    }
  }
  for (const { counter, change } of changes.values()) {
    if (change !== 0) connection.run(changeSql, ...counter, change);
  }
}
