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
  const changes = new Map<string, { readonly counter: readonly string[]; readonly change: number }>();
  for (const { brand, id, target, workspace, from, to } of deliveries) {
    for (const list of [deliveryListName(undefined), deliveryListName(target)]) {
      const first = connection.get<{ first_key: string }>(rangeOfIdSql, brand, list, id)?.first_key ?? '';
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
