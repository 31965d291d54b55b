import type { Connection } from './connection.ts';

/** A range of a list of deliveries: its first id, and the number of its deliveries that match the query. */
export interface CountedRange {
  readonly first_key: string;
  readonly total: number;
}

/** The part of a list that contains a slice, and the number of deliveries of the part before the slice. */
export interface SliceBounds {
  readonly from: string;
  /** The exclusive end of the part; `null`: the end of the list. */
  readonly to: string | null;
  readonly skipped: number;
}

/** Parameters: brand, list and a JSON list of parts. */
export const rangesSql =
  'SELECT first_key, sum(total) AS total FROM delivery_ranges ' +
  'WHERE brand = ? AND list = ? AND part IN (SELECT value FROM json_each(?)) GROUP BY first_key';

/** Parameters: brand, list and a JSON list of parts. */
export const partsTotalSql =
  'SELECT coalesce(sum(total), 0) AS total FROM delivery_ranges ' +
  'WHERE brand = ? AND list = ? AND part IN (SELECT value FROM json_each(?))';

/** Finds the part of a list that contains these rows. @param end - The index after the last row; at most the total. */
export function boundsOfSlice(
  ranges: readonly CountedRange[],
  { offset, end }: { readonly offset: number; readonly end: number },
): SliceBounds {
  let before = 0;
  let bounds: SliceBounds | undefined;
  for (const { first_key: first, total } of ranges) {
    if (bounds !== undefined && before >= end) return { ...bounds, to: first };
    before += total;
    if (bounds === undefined && before > offset) bounds = { from: first, to: null, skipped: offset - (before - total) };
  }
  if (bounds === undefined) throw new Error('The counters of a list do not agree with each other.');
  return bounds;
}

/** A list whose deliveries are counted by ranges. */
export interface RangedList {
  readonly brand: string;
  readonly list: string;
  /**
   * Selects `key` and `part` of the deliveries in a part of the list. Parameters: `rowParams`, the first id, and the
   * exclusive end, `null` at the end of the list.
   */
  readonly rowsSql: string;
  readonly rowParams: readonly (string | number)[];
}

/**
 * A slice deep in a list reads the counters of all ranges and then the rows of one or two: in a list of a million rows,
 * ranges of this size make both parts take about the same time.
 */
const mostInRange = 2_000;

/** The range of a delivery. Parameters: brand, list and id. */
export const rangeOfRowSql =
  'SELECT first_key, sum(total) AS total FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key <= ? ' +
  'GROUP BY first_key ORDER BY first_key DESC LIMIT 1';

export const nextRangeSql =
  'SELECT first_key FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key > ? ORDER BY first_key LIMIT 1';

/**
 * Divides the range of a delivery that was just written, if the range is large, and then joins small neighbours.
 *
 * @spec SQ27
 */
export function divideLargeRange(
  connection: Connection,
  ranged: RangedList,
  { key, most = mostInRange }: { readonly key: string; readonly most?: number },
): void {
  const { brand, list } = ranged;
  const range = connection.get<CountedRange>(rangeOfRowSql, brand, list, key);
  if (range === undefined || range.total <= most) return;
  divide(connection, ranged, range);
  joinSmall(connection, ranged, most / 2);
}

function divide(connection: Connection, { brand, list, rowsSql, rowParams }: RangedList, range: CountedRange): void {
  const { first_key: first, total } = range;
  const end = connection.get<CountedRange>(nextRangeSql, brand, list, first)?.first_key ?? null;
  const middle = connection.get<{ key: string }>(
    `SELECT key FROM (${rowsSql}) ORDER BY key LIMIT 1 OFFSET ?`,
    ...rowParams,
    first,
    end,
    total >> 1,
  )?.key;
  if (middle === undefined) throw new Error('The counters of a list do not agree with its rows.');
  connection.run(
    'INSERT INTO delivery_ranges (brand, list, first_key, part, total) ' +
      `SELECT ?, ?, ?, part, count(*) FROM (${rowsSql}) GROUP BY part`,
    ...[brand, list, middle],
    ...rowParams,
    ...[middle, end],
  );
  connection.run(
    'UPDATE delivery_ranges SET total = delivery_ranges.total - later.total FROM delivery_ranges AS later WHERE ' +
      'delivery_ranges.brand = ?1 AND delivery_ranges.list = ?2 AND delivery_ranges.first_key = ?3 ' +
      'AND later.brand = ?1 AND later.list = ?2 AND later.first_key = ?4 AND later.part = delivery_ranges.part',
    ...[brand, list, first, middle],
  );
  const emptySql = 'DELETE FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key = ? AND total = 0';
  connection.run(emptySql, brand, list, first);
}

/** Joins neighbouring ranges with few deliveries, because pruning leaves ranges almost empty. */
function joinSmall(connection: Connection, { brand, list }: RangedList, most: number): void {
  const ranges = connection.all<CountedRange>(
    'SELECT first_key, sum(total) AS total FROM delivery_ranges WHERE brand = ? AND list = ? GROUP BY first_key',
    brand,
    list,
  );
  let last: CountedRange | undefined;
  for (const range of ranges) {
    const total = (last?.total ?? 0) + range.total;
    if (last === undefined || total > most) {
      last = range;
      continue;
    }
    connection.run(
      'INSERT INTO delivery_ranges (brand, list, first_key, part, total) ' +
        'SELECT brand, list, ?, part, total FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key = ? ' +
        'ON CONFLICT DO UPDATE SET total = total + excluded.total',
      ...[last.first_key, brand, list, range.first_key],
    );
    const joinedSql = 'DELETE FROM delivery_ranges WHERE brand = ? AND list = ? AND first_key = ?';
    connection.run(joinedSql, brand, list, range.first_key);
    last = { ...last, total };
  }
}
