import type { Connection } from './connection.ts';

export interface ReadyBrand {
  readonly brand: string;
  readonly ready_at: number;
  readonly turn: number;
}

/** Rows per read. Usually the first few are enough. */
const pageSize = 16;

export const readyBrandsSql =
  'SELECT brand, ready_at, turn FROM delivery_brands WHERE ready_at <= ? AND (ready_at, turn, brand) > (?, ?, ?) ' +
  `ORDER BY ready_at, turn, brand LIMIT ${pageSize}`;

const readyAt =
  'max(served_at, (SELECT min(t.ready_at) FROM delivery_targets t WHERE t.brand = delivery_brands.brand ' +
  'AND t.ready_at IS NOT NULL))';

/** Writes nothing if the moment is unchanged. */
export const refreshBrandSql =
  `UPDATE delivery_brands SET ready_at = ${readyAt} ` +
  `WHERE brand = (SELECT brand FROM delivery_targets WHERE number = ?) AND ready_at IS NOT ${readyAt}`;

export const serveBrandSql =
  `UPDATE delivery_brands SET served_at = max(served_at, ?1), turn = ?2, ready_at = max(?1, ${readyAt}) ` +
  'WHERE brand = ?3';

/** The brands with deliveries due by then, in the order of their turns, longest wait first. */
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

/** Updates the next turn of a target's brand from the brand's targets. */
export function refreshBrandOf(connection: Connection, target: number): void {
  connection.run(refreshBrandSql, target);
}
