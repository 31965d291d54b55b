import {
  type CountedFilter,
  type CountedGroup,
  type CountedRequest,
  countedColumns,
  countedGroups,
  groupIndex,
  indexOf,
  inIndex,
  isListed,
  keysIn,
  listParameters,
  listTypes,
  listValues,
  onFilters,
} from './counted-lists.ts';
import { keyNames, type RecordTable } from './record-tables.ts';
import { type SortKey, sortKeyOf } from './sort-keys.ts';
import { allOf, type SqlRow, type SqlText } from './sql-text.ts';

/**
 * A page deep in a list reads the counters of all ranges and then the records of one or two: in a list of a million
 * records, ranges of this size make both parts take about the same time.
 */
const mostInRange = 2_000;

/** The maximum offset of a merge of indexes. For a greater offset, counters find the place sooner. */
const mostSkipped = 100;

/** SQLite merges at most 500 selects; from about 100 on, sorting the records of a range takes less time. */
const mostMerged = 100;

/** Comes before every integer and text. */
const beforeAll = '-9223372036854775808';
/** Comes after every integer and text. */
const afterAll = "x''";

const inRange = 'brand = NEW.brand AND list = NEW.list AND within = NEW.within';
const rangeOfKey = `(SELECT first FROM list_ranges WHERE ${inRange} AND first <= NEW.key ORDER BY first DESC LIMIT 1)`;
const rangeBefore = `(SELECT max(first) FROM list_ranges WHERE ${inRange} AND first < NEW.first)`;
const rangeAfter = `(SELECT min(first) FROM list_ranges WHERE ${inRange} AND first > NEW.first)`;

/**
 * The records of a counted list, in an order, are divided into ranges of about a thousand. A range has its start, and
 * the number of its records in each part of the list; it ends at the start of the next one, and disappears with its
 * last record. Each combination of values of `within` and `each` is a separate list.
 *
 * An insertion into a view calls a procedure: triggers of the tables add and remove records, which divides a large range
 * and joins a small one, of at most an eighth of the size at which one is divided, to the one before.
 *
 * @spec SQ20, SQ21, SQ27
 */
function rangeTables(most: number): readonly string[] {
  const few = most >> 3;
  const ofRange = (having: string) =>
    `FROM list_ranges WHERE ${inRange} AND first = ${rangeOfKey} GROUP BY first HAVING sum(total) ${having}`;
  const procedure = (name: string, parameters: readonly string[]) =>
    `CREATE VIEW ${name} AS SELECT ${parameters.map((parameter) => `NULL AS ${parameter}`).join(', ')}`;
  return [
    `CREATE TABLE list_ranges (brand TEXT NOT NULL, list TEXT NOT NULL, within TEXT NOT NULL, first ANY NOT NULL,
      part TEXT NOT NULL, total INTEGER NOT NULL, PRIMARY KEY (brand, list, within, first, part)) STRICT, WITHOUT ROWID`,
    procedure('range_add', ['brand', 'list', 'within', '"key"', 'part']),
    procedure('range_remove', ['brand', 'list', 'within', '"key"', 'part']),
    procedure('range_divide', ['brand', 'list', 'within', 'first', 'total']),
    procedure('range_split', ['brand', 'list', 'within', 'first', 'middle', 'next']),
    procedure('range_join', ['brand', 'list', 'within', 'first']),
    `CREATE TRIGGER range_added INSTEAD OF INSERT ON range_add BEGIN
      INSERT INTO list_ranges
        VALUES (NEW.brand, NEW.list, NEW.within, coalesce(${rangeOfKey}, ${beforeAll}), NEW.part, 1)
        ON CONFLICT DO UPDATE SET total = total + 1;
      INSERT INTO range_divide SELECT NEW.brand, NEW.list, NEW.within, first, sum(total) ${ofRange(`> ${most}`)};
    END`,
    `CREATE TRIGGER range_removed INSTEAD OF INSERT ON range_remove BEGIN
      UPDATE list_ranges SET total = total - 1 WHERE ${inRange} AND first = ${rangeOfKey} AND part = NEW.part;
      INSERT INTO range_join SELECT NEW.brand, NEW.list, NEW.within, first ${ofRange(`<= ${few}`)};
      DELETE FROM list_ranges WHERE ${inRange} AND first = ${rangeOfKey} AND part = NEW.part AND total = 0;
    END`,
    `CREATE TRIGGER range_joined INSTEAD OF INSERT ON range_join WHEN ${rangeBefore} IS NOT NULL BEGIN
      INSERT INTO list_ranges SELECT brand, list, within, ${rangeBefore}, part, total FROM list_ranges
        WHERE ${inRange} AND first = NEW.first AND total > 0
        ON CONFLICT DO UPDATE SET total = total + excluded.total;
      DELETE FROM list_ranges WHERE ${inRange} AND first = NEW.first;
    END`,
  ];
}

/** @param most - The number of records of a range that is not divided. */
export function rangesSchema(tables: readonly RecordTable[], most: number = mostInRange): readonly string[] {
  const groups = tables.flatMap(countedGroups);
  if (groups.length === 0) return [];
  return [...rangeTables(most), ...groups.flatMap((group) => schemaOfGroup(group))];
}

function schemaOfGroup(group: CountedGroup): readonly string[] {
  const { table, list, parts, searched } = group;
  const orders = Object.entries(list.orders).map(([order, fields]) => ({ order, key: sortKeyOf(table, fields) }));
  const columns = parts.map((part) => `${countColumn(part)} ${table.dialect.types[part.type]} NOT NULL, `).join('');
  return [
    `CREATE TABLE ${countsTable(group)} (brand TEXT NOT NULL, within TEXT NOT NULL, ${columns}total INTEGER NOT NULL,
      PRIMARY KEY (${['brand', 'within', ...parts.map(countColumn)].join(', ')})) STRICT, WITHOUT ROWID`,
    ...triggers(group, {
      name: 'counts',
      columns: countedColumns(group, [...group.each, ...parts]),
      add: (row) => [countRecord(group, row)],
      remove: (row) => uncountRecord(group, row),
    }),
    ...orders.flatMap(({ order, key }) => {
      // With the columns of the key, SQLite sees that it need not read the record.
      const places = [inIndex(key.inRow('')), ...key.columns, ...searched.map(({ name }) => name), ...keysOf(table)];
      const callWith = (row: string) =>
        `SELECT ${row}.brand, '${listName(group, order)}', ${withinOf(group, `${row}.`)}, ` +
        `${key.inRow(`${row}.`)}, ${partOf(parts, `${row}.`)} WHERE ${isListed(group, `${row}.`)}`;
      return [
        groupIndex(group, { order, places: [...new Set(places)] }),
        ...divideTriggers(group, { order, key }),
        ...triggers(group, {
          name: order,
          columns: [...new Set([...countedColumns(group, [...group.each, ...parts]), ...key.columns])],
          add: (row) => [`INSERT INTO range_add ${callWith(row)}`],
          remove: (row) => [`INSERT INTO range_remove ${callWith(row)}`],
        }),
      ];
    }),
  ];
}

interface Counting {
  readonly name: string;
  /** A change of one of these columns moves the record. */
  readonly columns: readonly string[];
  add(row: string): readonly string[];
  remove(row: string): readonly string[];
}

function triggers(group: CountedGroup, { name, columns, add, remove }: Counting): readonly string[] {
  const trigger = (event: string, on: string, when: string, body: readonly string[]) =>
    `CREATE TRIGGER "${group.name}_${name}_${event}" AFTER ${on} ON ${group.table.name} WHEN ${when} BEGIN ${body
      .map((statement) => `${statement};`)
      .join(' ')} END`;
  const was = isListed(group, 'OLD.');
  const is = isListed(group, 'NEW.');
  const moves = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(' OR ');
  return [
    trigger('inserted', 'INSERT', is, add('NEW')),
    trigger('deleted', 'DELETE', was, remove('OLD')),
    ...(columns.length === 0
      ? []
      : [
          trigger('changed', `UPDATE OF ${columns.join(', ')}`, `(${was} OR ${is}) AND (${moves})`, [
            ...remove('OLD'),
            ...add('NEW'),
          ]),
        ]),
  ];
}

function countRecord(group: CountedGroup, row: string): string {
  const values = [`${row}.brand`, withinOf(group, `${row}.`), ...group.parts.map(({ inRow }) => inRow(`${row}.`))];
  return (
    `INSERT INTO ${countsTable(group)} SELECT ${values.join(', ')}, 1 WHERE ${isListed(group, `${row}.`)} ` +
    'ON CONFLICT DO UPDATE SET total = total + 1'
  );
}

function uncountRecord(group: CountedGroup, row: string): readonly string[] {
  const conditions = [
    isListed(group, `${row}.`),
    `brand = ${row}.brand`,
    `within = ${withinOf(group, `${row}.`)}`,
    ...group.parts.map((part) => `${countColumn(part)} = ${part.inRow(`${row}.`)}`),
  ];
  const isOfRow = conditions.join(' AND ');
  return [
    `UPDATE ${countsTable(group)} SET total = total - 1 WHERE ${isOfRow}`,
    `DELETE FROM ${countsTable(group)} WHERE ${isOfRow} AND total = 0`,
  ];
}

/** Divides a range in its middle: the records of the later half are counted, and the earlier half has the others. */
function divideTriggers(
  group: CountedGroup,
  { order, key }: { readonly order: string; readonly key: SortKey },
): readonly string[] {
  const { table } = group;
  const value = key.inRow('r.');
  const values = listValues(group, 'r.').map((each, index) => `${each} IS json_extract(NEW.within, '$[${index}]')`);
  const rows = (from: string, to: string) =>
    `FROM (SELECT DISTINCT part FROM list_ranges WHERE ${inRange} AND first = NEW.first) p ` +
    `CROSS JOIN ${table.name} r INDEXED BY ${indexOf(group, order)} ` +
    `WHERE ${['r.brand = NEW.brand', ...values, ...isInPart(group, 'p.part'), isListed(group, 'r.')].join(' AND ')} ` +
    `AND ${value} >= ${from} AND ${value} < coalesce(${to}, ${afterAll})`;
  const isOfList = `NEW.list = '${listName(group, order)}'`;
  return [
    `CREATE TRIGGER "${group.name}_${order}_divided" INSTEAD OF INSERT ON range_divide WHEN ${isOfList} BEGIN
      INSERT INTO range_split SELECT NEW.brand, NEW.list, NEW.within, NEW.first,
        (SELECT ${value} ${rows('NEW.first', rangeAfter)} ORDER BY 1 LIMIT 1 OFFSET NEW.total / 2), ${rangeAfter};
    END`,
    `CREATE TRIGGER "${group.name}_${order}_split" INSTEAD OF INSERT ON range_split WHEN ${isOfList} BEGIN
      INSERT INTO list_ranges SELECT NEW.brand, NEW.list, NEW.within, NEW.middle, p.part, count(*)
        ${rows('NEW.middle', 'NEW.next')} GROUP BY p.part;
      UPDATE list_ranges SET total = total - coalesce((SELECT later.total FROM list_ranges AS later
        WHERE later.brand = NEW.brand AND later.list = NEW.list AND later.within = NEW.within
        AND later.first = NEW.middle AND later.part = list_ranges.part), 0) WHERE ${inRange} AND first = NEW.first;
      DELETE FROM list_ranges WHERE ${inRange} AND first = NEW.first AND total = 0;
    END`,
  ];
}

/** The conditions for a record of a part. @param part - An expression of its name. */
function isInPart({ parts }: CountedGroup, part: string): readonly string[] {
  return parts.map(({ inRow }, index) => `${inRow('r.')} = json_extract(${part}, '$[${index}]')`);
}

const keysOf = (table: RecordTable): readonly string[] => keyNames(table).filter((name) => name !== '"brand"');

const countsTable = ({ name }: CountedGroup): string => `"${name}_counts"`;

const countColumn = ({ name }: CountedFilter): string => `"by_${name}"`;

const listName = ({ name }: CountedGroup, order: string): string => `${name} ${order}`;

const withinOf = (group: CountedGroup, row: string): string => `json_array(${listValues(group, row).join(', ')})`;

const partOf = (parts: readonly CountedFilter[], row: string): string =>
  `json_array(${parts.map(({ inRow }) => inRow(row)).join(', ')})`;

/** A part of a list with matching records. */
interface Part {
  /** The name in the counters of ranges. */
  readonly name: string;
  readonly values: readonly unknown[];
  readonly total: number;
}

/** Counts the matches of a request by part, without its search. */
export function selectParts(counted: CountedRequest): SqlText {
  const { group } = counted;
  const { sql, params } = partsOf(counted);
  const columns = group.parts.map(countColumn).join(', ');
  const values = group.parts.map((part, index) => `${countColumn(part)} AS "value_${index}", `).join('');
  return { sql: `SELECT ${values}json_array(${columns}) AS "part", total ${sql}`, params };
}

/** Sums the matches of all parts. */
export function selectPartsTotal(counted: CountedRequest): SqlText {
  const { sql, params } = partsOf(counted);
  return { sql: `SELECT coalesce(sum(total), 0) AS total ${sql}`, params };
}

function partsOf(counted: CountedRequest): SqlText {
  const { group, brand } = counted;
  const filters = onFilters(counted, group.parts, countColumn);
  return {
    sql: `FROM ${countsTable(group)} WHERE brand = ? AND within = ${withinParameters(group)} AND ${filters.sql}`,
    params: [brand, ...listParameters(counted), ...filters.params],
  };
}

function withinParameters(group: CountedGroup): string {
  const values = listTypes(group).map((type) => `CAST(? AS ${type})`);
  return `json_array(${values.join(', ')})`;
}

function partsIn(group: CountedGroup, rows: readonly SqlRow[]): readonly Part[] {
  return rows.map((row) => ({
    name: row['part'] as string,
    values: group.parts.map((_part, index) => row[`value_${index}`]),
    total: Number(row['total']),
  }));
}

/** The records of a page as `r`, if it has any, and the total. @param rows - Of `selectParts`. */
export function pageOfParts(
  counted: CountedRequest,
  rows: readonly SqlRow[],
): { readonly total: number; readonly page: SqlText | undefined } {
  const parts = partsIn(counted.group, rows);
  const total = parts.reduce((sum, part) => sum + part.total, 0);
  const { offset, limit } = sliceOf(counted);
  if (offset >= total || limit === 0) return { total, page: undefined };
  const key = keyOfOrder(counted);
  const isNear = offset <= mostSkipped && parts.length <= mostMerged;
  const places = isNear
    ? sliced(merged(counted, parts, key), key, { offset, limit })
    : between(counted, parts, key, { offset, limit });
  return { total, page: inPlaces(counted, places) };
}

function sliceOf({ request: { offset, limit = Number.MAX_SAFE_INTEGER } }: CountedRequest): Slice {
  return { offset, limit };
}

function keyOfOrder({ group, request }: CountedRequest): SortKey {
  const order = group.list.orders[request.order];
  if (order === undefined) throw new Error(`A list of ${group.table.kind.name} has no order ${request.order}.`);
  return sortKeyOf(group.table, order);
}

/**
 * Merges one read of an index for each part, in its order.
 *
 * @param bounds - Conditions for all.
 */
function merged(
  counted: CountedRequest,
  parts: readonly Part[],
  key: SortKey,
  bounds: readonly string[] = [],
): SqlText {
  const list = inList(counted);
  const ofPart = counted.group.parts.map(({ inRow }) => `${inRow('r.')} = ?`);
  const where = [list.sql, ...ofPart, ...bounds].join(' AND ');
  const select = `SELECT ${placeOf(counted, key)} FROM ${byIndex(counted)} WHERE ${where}`;
  const params = parts.flatMap(({ values }) => [...list.params, ...values]);
  return { sql: parts.map(() => select).join(' UNION ALL '), params };
}

/** The places of the records of some parts, in an order that `sliced` completes. */
function placesOf(
  counted: CountedRequest,
  parts: readonly Part[],
  key: SortKey,
  bounds: readonly string[] = [],
): SqlText {
  if (parts.length <= mostMerged) return merged(counted, parts, key, bounds);
  const records = inParts(counted, parts);
  const sql = [`SELECT ${placeOf(counted, key)} ${records.sql}`, ...bounds].join(' AND ');
  return { sql, params: records.params };
}

interface Slice {
  readonly offset: number;
  readonly limit: number;
}

function sliced({ sql, params }: SqlText, { isDescending }: SortKey, { offset, limit }: Slice): SqlText {
  const direction = isDescending ? ' DESC' : '';
  return { sql: `${sql} ORDER BY "place"${direction} LIMIT ? OFFSET ?`, params: [...params, limit, offset] };
}

/** Reads the records between two places that the ranges give. */
function between(counted: CountedRequest, parts: readonly Part[], key: SortKey, { offset, limit }: Slice): SqlText {
  const { group, brand, request } = counted;
  const [direction, low, high] = key.isDescending
    ? [
        ' DESC',
        `coalesce(max(first) FILTER (WHERE upto >= "to"), ${beforeAll})`,
        'min(first) FILTER (WHERE upto <= "from")',
      ]
    : ['', 'min(first) FILTER (WHERE upto > "from")', 'min(first) FILTER (WHERE upto - total >= "to")'];
  const value = key.inRow('r.');
  const bounds = [`${value} >= (SELECT low FROM place)`, `${value} < (SELECT high FROM place)`];
  const places = placesOf(counted, parts, key, bounds);
  return {
    sql: `WITH ranges AS MATERIALIZED (
      SELECT first, sum(total) AS total, sum(sum(total)) OVER (ORDER BY first${direction}) AS upto FROM list_ranges
      WHERE brand = ? AND list = ? AND within = ${withinParameters(group)}
      AND part IN (SELECT value FROM json_each(?)) GROUP BY first
    ), place AS MATERIALIZED (
      SELECT ${low} AS low, coalesce(${high}, ${afterAll}) AS high,
        coalesce(max(upto) FILTER (WHERE upto <= "from"), 0) AS before
      FROM ranges, (SELECT CAST(? AS INTEGER) AS "from", CAST(? AS INTEGER) AS "to")
    ) ${places.sql} ORDER BY "place"${direction} LIMIT ? OFFSET ? - (SELECT before FROM place)`,
    params: [
      ...[brand, listName(group, request.order), ...listParameters(counted), namesOf(parts)],
      ...[offset, Math.min(offset + limit, Number.MAX_SAFE_INTEGER), ...places.params, limit, offset],
    ],
  };
}

const namesOf = (parts: readonly Part[]): string => JSON.stringify(parts.map(({ name }) => name));

/** The records of some parts of a list, in no order. */
function inParts(counted: CountedRequest, parts: readonly Part[]): SqlText {
  const list = inList(counted);
  const where = [list.sql, ...isInPart(counted.group, 'p.value')].join(' AND ');
  return {
    sql: `FROM json_each(?) p CROSS JOIN ${byIndex(counted)} WHERE ${where}`,
    params: [namesOf(parts), ...list.params],
  };
}

const byIndex = ({ group, request }: CountedRequest): string =>
  `${group.table.name} r INDEXED BY ${indexOf(group, request.order)}`;

/** The conditions for a record of a list, in any part. */
function inList(counted: CountedRequest): SqlText {
  const { group, brand, search } = counted;
  return allOf([
    { sql: 'r.brand = ?', params: [brand] },
    { sql: isListed(group, 'r.'), params: [] },
    ...listValues(group, 'r.').map((value, index) => ({
      sql: `${value} IS ?`,
      params: [listParameters(counted)[index]],
    })),
    ...(search === undefined
      ? []
      : [{ sql: group.table.dialect.contains(`r.${search.column.name}`, '?'), params: [search.text] }]),
  ]);
}

function placeOf({ group }: CountedRequest, key: SortKey): string {
  return `${keysIn(group.table, 'r.')}, ${key.inRow('r.')} AS "place"`;
}

/** The records of some places, as `r`. */
function inPlaces({ group: { table } }: CountedRequest, places: SqlText): SqlText {
  const on = keyNames(table).map((name) => `r.${name} = p.${name}`);
  return {
    sql: `FROM (${places.sql}) p CROSS JOIN ${table.name} r WHERE ${on.join(' AND ')}`,
    params: places.params,
  };
}

/** The statement that counts the matches of a search, and the records of the page as `r`. */
export interface SearchedPage {
  readonly total: SqlText;
  readonly page: SqlText;
}

/** Compares the texts of all records of some parts. @param rows - Of `selectParts`. */
export function pageOfCompared(counted: CountedRequest, rows: readonly SqlRow[]): SearchedPage | undefined {
  const parts = partsIn(counted.group, rows);
  if (parts.length === 0) return undefined;
  const key = keyOfOrder(counted);
  const all = inParts(counted, parts);
  const slice = sliceOf(counted);
  const places = sliced(placesOf(counted, parts, key), key, slice);
  return {
    total: { sql: `SELECT count(*) AS "total" ${all.sql}`, params: all.params },
    page: inPlaces(counted, places),
  };
}

/** Reads the records that an index of texts found, and compares their texts. @param found - Selects `rowid`. */
export function pageOfFound(counted: CountedRequest, number: string, found: SqlText): SearchedPage {
  const { group } = counted;
  const filters = onFilters(counted, group.parts, ({ inRow }) => inRow('r.'));
  const where = allOf([{ sql: `r.${number} = f.rowid`, params: [] }, inList(counted), filters]);
  const records = `FROM (${found.sql}) f CROSS JOIN ${group.table.name} r WHERE ${where.sql}`;
  const params = [...found.params, ...where.params];
  const key = keyOfOrder(counted);
  const places = { sql: `SELECT ${placeOf(counted, key)} ${records}`, params };
  return {
    total: { sql: `SELECT count(*) AS "total" ${records}`, params },
    page: inPlaces(counted, sliced(places, key, sliceOf(counted))),
  };
}
