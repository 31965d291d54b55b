import type { DeliveryBounds } from '@botwright/core';
import type { Connection } from './connection.ts';

export interface ReadyBrand {
  readonly brand: string;
  readonly ready_at: number;
  readonly turn: number;
}

/** So many are read at once: most often the first few are enough. */
const pageSize = 16;

export const readyBrandsSql =
  'SELECT brand, ready_at, turn FROM delivery_brands WHERE ready_at <= ? AND (ready_at, turn, brand) > (?, ?, ?) ' +
  `ORDER BY ready_at, turn, brand LIMIT ${pageSize}`;

const readyAt =
  'max(served_at, (SELECT min(t.ready_at) FROM delivery_targets t WHERE t.brand = delivery_brands.brand ' +
  'AND t.ready_at IS NOT NULL))';

/** Writes nothing where the brand is ready when it was. */
export const refreshBrandSql =
  `UPDATE delivery_brands SET ready_at = ${readyAt} ` +
  `WHERE brand = (SELECT brand FROM delivery_targets WHERE number = ?) AND ready_at IS NOT ${readyAt}`;

export const serveBrandSql =
  `UPDATE delivery_brands SET served_at = max(served_at, ?1), turn = ?2, ready_at = max(?1, ${readyAt}) ` +
  'WHERE brand = ?3';

export const heldByBrandSql = 'SELECT brand, count(*) AS held FROM delivery_leases WHERE worker = ? GROUP BY brand';

/** Every brand of which something is due by then, in their turns: who waits longest first. */
export function* readyBrands(connection: Connection, until: number): Iterable<ReadyBrand> {
  for (let after: ReadyBrand | undefined = { brand: '', ready_at: Number.MIN_SAFE_INTEGER, turn: 0 }; after; ) {
    const page: readonly ReadyBrand[] = connection.all<ReadyBrand>(
      readyBrandsSql,
      until,
      after.ready_at,
      after.turn,
      after.brand,
    );
    yield* page;
    after = page.length < pageSize ? undefined : page.at(-1);
  }
}

/** Brings the row of a target's brand up to what its targets say now. */
export function refreshBrandOf(connection: Connection, target: number): void {
  connection.run(refreshBrandSql, target);
}

/** The slots of one worker, as its leases fill them. */
export interface WorkerSlots {
  free(): number;
  /** @spec DQ20 */
  hasRoomFor(brand: string): boolean;
  take(brand: string): void;
}

export function workerSlots(connection: Connection, { worker, slots }: DeliveryBounds): WorkerSlots {
  const rows = connection.all<{ readonly brand: string; readonly held: number }>(heldByBrandSql, worker);
  const held = new Map(rows.map((row) => [row.brand, row.held]));
  let free = rows.reduce((left, row) => left - row.held, slots);
  return {
    free: () => free,
    hasRoomFor: (brand) => (held.get(brand) ?? 0) < free,
    take(brand) {
      held.set(brand, (held.get(brand) ?? 0) + 1);
      free -= 1;
    },
  };
}
