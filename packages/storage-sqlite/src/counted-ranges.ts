import type { Connection } from './connection.ts';

/** A range of a list: its start, and the number of its rows that match the query. */
export interface CountedRange {
  readonly first_key: string;
  readonly first_id: string;
  readonly total: number;
}

/** The part of a list that contains a slice, and the number of rows of the part before the slice. */
export interface SliceBounds {
  readonly from: Pick<CountedRange, 'first_key' | 'first_id'>;
  /** The exclusive end of the part; absent: the end of the list. */
  readonly to: Pick<CountedRange, 'first_key' | 'first_id'> | undefined;
  readonly skipped: number;
}

/** Parameters: brand, list and a JSON list of parts. */
export const rangesSql =
  'SELECT first_key, first_id, sum(total) AS total FROM counted_ranges ' +
  'WHERE brand = ? AND list = ? AND part IN (SELECT value FROM json_each(?)) GROUP BY first_key, first_id';

/** Parameters: brand and list. */
export const rangesTotalSql =
  'SELECT coalesce(sum(total), 0) AS total FROM counted_ranges WHERE brand = ? AND list = ?';

/** Parameters: brand, list and a JSON list of parts. */
export const partsTotalSql = `${rangesTotalSql} AND part IN (SELECT value FROM json_each(?))`;

/** Finds the part of a list that contains these rows. @param end - The index after the last row; at most the total. */
export function boundsOfSlice(
  ranges: readonly CountedRange[],
  { offset, end }: { readonly offset: number; readonly end: number },
): SliceBounds {
  let before = 0;
  let bounds: SliceBounds | undefined;
  for (const range of ranges) {
    if (bounds !== undefined && before >= end) return { ...bounds, to: range };
    before += range.total;
    if (bounds === undefined && before > offset) {
      bounds = { from: range, to: undefined, skipped: offset - (before - range.total) };
    }
  }
  if (bounds === undefined) throw new Error('The counters of a list do not agree with each other.');
  return bounds;
}

/** A list whose rows are counted by ranges. */
export interface RangedList {
  readonly brand: string;
  readonly list: string;
  /**
   * Selects `key`, `id` and `part` of the rows in a part of the list. Parameters: `rowParams`, key and id of the first
   * row, and key and id of the exclusive end, `null` at the end of the list.
   */
  readonly rowsSql: string;
  readonly rowParams: readonly (string | number)[];
}

/**
 * A slice deep in a list reads the counters of all ranges and then the rows of one or two: in a list of a million rows,
 * ranges of this size make both parts take about the same time.
 */
const mostInRange = 2_000;

/** The range of a row. Parameters: brand, list, key and id. */
export const rangeOfRowSql =
  'SELECT first_key, first_id, sum(total) AS total FROM counted_ranges WHERE brand = ? AND list = ? ' +
  'AND (first_key, first_id) <= (?, ?) GROUP BY first_key, first_id ORDER BY first_key DESC, first_id DESC LIMIT 1';

export const nextRangeSql =
  'SELECT first_key, first_id FROM counted_ranges WHERE brand = ? AND list = ? AND (first_key, first_id) > (?, ?) ' +
  'ORDER BY first_key, first_id LIMIT 1';

/**
 * Divides the range of a row that was just written, if the range is large, and then joins small neighbours. @spec SQ27
 */
export function divideLargeRange(
  connection: Connection,
  ranged: RangedList,
  { key, id, most = mostInRange }: { readonly key: string; readonly id: string; readonly most?: number },
): void {
  const { brand, list } = ranged;
  const range = connection.get<CountedRange>(rangeOfRowSql, brand, list, key, id);
  if (range === undefined || range.total <= most) return;
  divide(connection, ranged, range);
  joinSmall(connection, ranged, most / 2);
}

function divide(connection: Connection, { brand, list, rowsSql, rowParams }: RangedList, range: CountedRange): void {
  const { first_key: key, first_id: id, total } = range;
  const next = connection.get<CountedRange>(nextRangeSql, brand, list, key, id);
  const end = [next?.first_key ?? null, next?.first_id ?? null];
  const middle = connection.get<{ key: string; id: string }>(
    `SELECT key, id FROM (${rowsSql}) ORDER BY key, id LIMIT 1 OFFSET ?`,
    ...rowParams,
    key,
    id,
    ...end,
    total >> 1,
  );
  if (middle === undefined) throw new Error('The counters of a list do not agree with its rows.');
  connection.run(
    'INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total) ' +
      `SELECT ?, ?, ?, ?, part, count(*) FROM (${rowsSql}) GROUP BY part`,
    ...[brand, list, middle.key, middle.id],
    ...rowParams,
    ...[middle.key, middle.id],
    ...end,
  );
  const ofRange = 'brand = ?1 AND list = ?2 AND first_key = ?3 AND first_id = ?4';
  connection.run(
    'UPDATE counted_ranges SET total = counted_ranges.total - later.total FROM counted_ranges AS later WHERE ' +
      'counted_ranges.brand = ?1 AND counted_ranges.list = ?2 AND counted_ranges.first_key = ?3 ' +
      'AND counted_ranges.first_id = ?4 AND later.brand = ?1 AND later.list = ?2 AND later.first_key = ?5 ' +
      'AND later.first_id = ?6 AND later.part = counted_ranges.part',
    ...[brand, list, key, id, middle.key, middle.id],
  );
  connection.run(`DELETE FROM counted_ranges WHERE ${ofRange} AND total = 0`, brand, list, key, id);
}

/** Joins neighbouring ranges with few rows, because rows that move to another place leave ranges almost empty. */
function joinSmall(connection: Connection, { brand, list }: RangedList, most: number): void {
  const ranges = connection.all<CountedRange>(
    'SELECT first_key, first_id, sum(total) AS total FROM counted_ranges WHERE brand = ? AND list = ? ' +
      'GROUP BY first_key, first_id',
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
      'INSERT INTO counted_ranges (brand, list, first_key, first_id, part, total) ' +
        'SELECT brand, list, ?, ?, part, total FROM counted_ranges ' +
        'WHERE brand = ? AND list = ? AND first_key = ? AND first_id = ? ' +
        'ON CONFLICT DO UPDATE SET total = total + excluded.total',
      ...[last.first_key, last.first_id, brand, list, range.first_key, range.first_id],
    );
    connection.run(
      'DELETE FROM counted_ranges WHERE brand = ? AND list = ? AND first_key = ? AND first_id = ?',
      ...[brand, list, range.first_key, range.first_id],
    );
    last = { ...last, total };
  }
}
