import type {
  AnyList,
  CountRequest,
  Listed,
  ListRequest,
  RecordOperation,
  Scalar,
  ScanAnswer,
  ScanRequest,
} from '@botwright/core/ports';
import { type Column, columnOf, fieldOf, keyNames, ofBrand, onlyOf, type RecordTable } from './record-tables.ts';
import { allOf, type SqlRow, type SqlText } from './sql-text.ts';
import { containsText } from './text-index.ts';

/** The parts of the statements that select a slice of a list and count its matches. */
export function selectList(
  table: RecordTable,
  brand: string | undefined,
  request: ListRequest,
): { readonly from: SqlText; readonly slice: SqlText; readonly total: SqlText } {
  const where = listed(table, brand, request);
  const from = { sql: `FROM ${table.name} r WHERE ${where.sql}`, params: where.params };
  return {
    from,
    slice: { sql: 'LIMIT ? OFFSET ?', params: [request.limit ?? Number.MAX_SAFE_INTEGER, request.offset] },
    total: { sql: `SELECT count(*) AS "total" ${from.sql}`, params: from.params },
  };
}

/**
 * Selects records of a list without documents, in its order and up to the bound of bytes.
 *
 * @param from - The FROM clause, which names the records `r`.
 * @param slice - The LIMIT clause.
 */
export function selectInOrder(
  table: RecordTable,
  request: ListRequest,
  from: SqlText,
  slice?: SqlText,
): { readonly items: SqlText; readonly order: string } {
  const list = listOf(table, request.list);
  const order = orderBy(table, list, request.order);
  const part = {
    sql: `${from.sql} ORDER BY ${order}${slice === undefined ? '' : ` ${slice.sql}`}`,
    params: [...from.params, ...(slice?.params ?? [])],
  };
  if (request.bytes === undefined) return { items: { sql: `SELECT r.* ${part.sql}`, params: part.params }, order };
  return { items: withinBytes(table, part, orderOf(list, request.order), order, request.bytes), order };
}

/**
 * Selects the first records of a part of a list, up to the bound of bytes, without reading the texts of later records.
 */
function withinBytes(
  table: RecordTable,
  part: SqlText,
  fields: AnyList['orders'][string],
  order: string,
  bytes: NonNullable<ListRequest['bytes']>,
): SqlText {
  const columns = new Set([...keyNames(table), ...fields.map(({ field }) => columnOf(table, field).name)]);
  const names = [...columns].map((name) => `r.${name}`).join(', ');
  const sized = `SELECT ${names}, ${bytesOf(table, bytes.field)} AS "bytes" ${part.sql}`;
  const { sql } = ranked(table, `FROM (${sized}) r`, order, 'r."bytes"');
  return {
    sql: `SELECT r.* FROM ${table.name} r WHERE ${isAmong(table, 'r.')} (${sql} WHERE "list.place" = 1 OR "list.bytes" <= ?) ORDER BY ${order}`,
    params: [...part.params, bytes.most],
  };
}

/**
 * Counts the matches of a list, up to a bound. If a filter by `oneOf` is of the first field of an order, its values are
 * looked up one after the other in a database that might otherwise read all records of the list.
 */
export function countListed(table: RecordTable, brand: string | undefined, request: CountRequest): SqlText {
  const { dialect } = table;
  const list = listOf(table, request.list);
  const counted = (from: string, params: readonly unknown[]): SqlText => ({
    sql: `SELECT count(*) AS "total" FROM (SELECT 1 FROM ${from} LIMIT ?) counted`,
    params: [...params, request.upTo],
  });
  const indexed = Object.keys(request.where).find((name) => isFirstOneOf(list, name));
  if (indexed === undefined || dialect.valuesOf === undefined) {
    const where = listed(table, brand, request);
    return counted(`${table.name} r WHERE ${where.sql}`, where.params);
  }
  const { [indexed]: wanted, ...others } = request.where;
  const { name, type } = columnOf(table, list.filters[indexed]?.field ?? '');
  const where = listed(table, brand, { ...request, where: others });
  const values = [...new Set([wanted].flat())].map((value) => dialect.parameter(type, value));
  const ofValue = `SELECT 1 FROM ${table.name} r WHERE ${where.sql} AND r.${name} = each.value LIMIT ?`;
  return counted(`${dialect.valuesOf(type)} CROSS JOIN LATERAL (${ofValue}) found`, [
    values,
    ...where.params,
    request.upTo,
  ]);
}

function isFirstOneOf({ filters, orders }: AnyList, name: string): boolean {
  const filter = filters[name];
  return filter?.by === 'oneOf' && Object.values(orders).some(([first]) => first?.field === filter.field);
}

/** Selects the keys of the matches among the next records of a list, and the place of the last record that was read. */
export function selectScan(
  table: RecordTable,
  brand: string | undefined,
  request: ScanRequest,
): { readonly matches: SqlText; readonly last: SqlText } {
  const list = listOf(table, request.list);
  const filters = allOf(filtersOf(table, list, request.where));
  const where = allOf([
    ...placesOf(table, list, brand, request),
    ...(request.after === undefined ? [] : [afterPlace(table, list, request.order, request.after)]),
  ]);
  const places = orderOf(list, request.order).map(({ field }) => field);
  const columns = (fields: readonly string[]) => [...new Set(fields.map((field) => columnOf(table, field).name))];
  const compared = Object.keys(request.where).flatMap((name) => list.filters[name]?.field ?? []);
  const selected = columns([...table.kind.key, ...places, ...compared]).map((name) => `r.${name}`);
  const from = `FROM ${table.name} r WHERE ${where.sql}`;
  const order = orderBy(table, list, request.order);
  return {
    matches: {
      sql:
        `SELECT ${columns(table.kind.key).join(', ')} FROM (SELECT ${selected.join(', ')} ${from} ORDER BY ${order} LIMIT ?) r ` +
        `WHERE ${filters.sql} ORDER BY ${order}`,
      params: [...where.params, request.look, ...filters.params],
    },
    last: {
      sql: `SELECT ${columns(places).join(', ')} ${from} ORDER BY ${order} LIMIT 1 OFFSET ?`,
      params: [...where.params, request.look - 1],
    },
  };
}

/** @returns The answer to a scan. @param rows - The matches, and the last record if the scan reached `look`. */
export function scanAnswer(
  table: RecordTable,
  request: ScanRequest,
  [matches = [], lasts = []]: readonly (readonly SqlRow[])[],
): ScanAnswer {
  const valueIn = (row: SqlRow, field: string) => (fieldOf(table, columnOf(table, field), row) ?? null) as Scalar;
  const keys = matches.map((row) => table.kind.key.map((field) => valueIn(row, field)));
  const [last] = lasts;
  if (last === undefined) return { keys };
  return { keys, next: orderOf(listOf(table, request.list), request.order).map(({ field }) => valueIn(last, field)) };
}

/** Deletes the records of a list that exceed its bounds, in an order. @spec SQ14 */
export function trimList(
  table: RecordTable,
  brand: string,
  { listed: { list: name, within }, order, count, bytes }: Extract<RecordOperation, { do: 'trim' }>,
): readonly SqlText[] {
  const list = listOf(table, name);
  const where = allOf(placesOf(table, list, brand, { within }));
  const from = `FROM ${table.name} r WHERE ${where.sql}`;
  const size = bytesOf(table, bytes.field);
  const keys = keyNames(table).map((key) => `r.${key}`);
  const { sql: inPlaces } = ranked(table, from, orderBy(table, list, order), size);
  // The bytes of all rows take a third of the time of the bytes up to each row.
  const excess =
    `SELECT CASE WHEN sum(${size}) > ? ` +
    `THEN (SELECT count(*) FROM (${inPlaces} WHERE "list.place" > ? OR "list.bytes" > ?) excess) ` +
    `WHEN count(*) > ? THEN count(*) - ? ELSE 0 END ${from}`;
  const fromLast = orderOf(list, order).map(({ field, direction }) => {
    const { name: column, isOptional } = columnOf(table, field);
    return `r.${column}${direction === 'descending' ? '' : ' DESC'}${isOptional ? ' NULLS FIRST' : ''}`;
  });
  const [most, each] = [bytes.most, where.params];
  return [
    {
      sql:
        `DELETE FROM ${table.name} WHERE ${isAmong(table)} ` +
        `(SELECT ${keys.join(', ')} ${from} ORDER BY ${fromLast.join(', ')} LIMIT (${excess}))`,
      params: [...each, most, ...each, count, most, count, count, ...each],
    },
  ];
}

/** Selects the keys of rows with their places in an order, and the bytes up to each of them. */
function ranked(table: RecordTable, from: string, order: string, bytes: string): Pick<SqlText, 'sql'> {
  const names = keyNames(table);
  const inOrder = `OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)`;
  return {
    sql:
      `SELECT ${names.join(', ')} FROM (SELECT ${names.map((name) => `r.${name}`).join(', ')}, ` +
      `row_number() ${inOrder} AS "list.place", sum(${bytes}) ${inOrder} AS "list.bytes" ${from}) ranked`,
  };
}

function isAmong(table: RecordTable, of = ''): string {
  return `(${keyNames(table)
    .map((name) => `${of}${name}`)
    .join(', ')}) IN`;
}

/** The UTF-8 bytes of a field, without reading its text. */
function bytesOf(table: RecordTable, field: string): string {
  const document = table.documents.find((each) => each.field === field);
  const bytes = document === undefined ? `octet_length(r.${columnOf(table, field).name})` : `r.${document.bytes}`;
  return `coalesce(${bytes}, 0)`;
}

function listed(table: RecordTable, brand: string | undefined, request: Listed): SqlText {
  const list = listOf(table, request.list);
  return allOf([...placesOf(table, list, brand, request), ...filtersOf(table, list, request.where)]);
}

/** The conditions of a list before its filters. */
function placesOf(
  table: RecordTable,
  list: AnyList,
  brand: string | undefined,
  { within }: Pick<Listed, 'within'>,
): readonly SqlText[] {
  const columns = (list.within ?? []).map((field) => columnOf(table, field));
  return [
    ofBrand(table, brand),
    ...onlyOf(table, list).map((sql): SqlText => ({ sql: `r.${sql}`, params: [] })),
    ...columns.map((column, index) =>
      comparison(table, column, { field: column.field, by: 'equal' }, within[index] ?? null),
    ),
  ];
}

function filtersOf(table: RecordTable, list: AnyList, where: Listed['where']): readonly SqlText[] {
  return Object.entries(where).map(([name, wanted]) => {
    const filter = list.filters[name];
    if (filter === undefined) throw new Error(`A list of ${table.kind.name} has no filter ${name}.`);
    return comparison(table, columnOf(table, filter.field), filter, wanted);
  });
}

function comparison(
  { dialect }: RecordTable,
  { name, type }: Column,
  { by, indexed }: AnyList['filters'][string],
  wanted: Scalar | readonly Scalar[],
): SqlText {
  const column = `r.${name}`;
  const params = [wanted].flat().map((value) => dialect.parameter(type, value));
  switch (by) {
    case 'equal':
      return wanted === null ? { sql: `${column} IS NULL`, params: [] } : { sql: `${column} = ?`, params };
    case 'oneOf':
      return params.length === 0
        ? { sql: '1 = 0', params }
        : { sql: `${column} IN (${params.map(() => '?').join(', ')})`, params };
    case 'present':
      return { sql: `${column} IS ${wanted === true ? 'NOT ' : ''}NULL`, params: [] };
    case 'contains':
      return containsText(dialect, column, { text: params[0], indexed: indexed === true });
    case 'after':
      return { sql: `${column} > ?`, params };
    case 'upTo':
      return { sql: `${column} <= ?`, params };
  }
}

/** The records of a list that come after a place. Absent fields come last. */
function afterPlace(table: RecordTable, list: AnyList, order: string, place: readonly Scalar[]): SqlText {
  const fields = orderOf(list, order).map(({ field, direction }, index) => {
    const { name, type, isOptional } = columnOf(table, field);
    return {
      name: `r.${name}`,
      isOptional,
      direction,
      value: place[index] ?? null,
      parameter: table.dialect.parameter(type, place[index]),
    };
  });
  const steps = fields.flatMap((field, index): readonly SqlText[] => {
    if (field.value === null) return [];
    const before = fields
      .slice(0, index)
      .map(
        ({ name, value, parameter }): SqlText =>
          value === null ? { sql: `${name} IS NULL`, params: [] } : { sql: `${name} = ?`, params: [parameter] },
      );
    const comparator = field.direction === 'ascending' ? '>' : '<';
    const isAfter = `${field.name} ${comparator} ?`;
    // An OR would keep the database from using the index, so it is added only for optional fields.
    const next = {
      sql: field.isOptional ? `(${isAfter} OR ${field.name} IS NULL)` : isAfter,
      params: [field.parameter],
    };
    return [allOf([...before, next])];
  });
  return {
    sql: `(${steps.map(({ sql }) => `(${sql})`).join(' OR ')})`,
    params: steps.flatMap(({ params }) => params),
  };
}

function orderBy(table: RecordTable, list: AnyList, order: string): string {
  return placesOfOrder(table, list, order)
    .map(({ name, suffix }) => `r.${name}${suffix}`)
    .join(', ');
}

/** The columns of an order, each with its direction. */
export function placesOfOrder(
  table: RecordTable,
  list: AnyList,
  order: string,
): readonly { readonly name: string; readonly suffix: string }[] {
  return orderOf(list, order).map(({ field, direction }) => {
    const { name, isOptional } = columnOf(table, field);
    const suffix = `${direction === 'descending' ? ' DESC' : ''}${isOptional ? ' NULLS LAST' : ''}`;
    return { name, suffix };
  });
}

function orderOf(list: AnyList, order: string): AnyList['orders'][string] {
  const found = list.orders[order];
  if (found === undefined) throw new Error(`A list has no order ${order}.`);
  return found;
}

function listOf({ kind }: RecordTable, name: string): AnyList {
  const list = kind.lists[name];
  if (list === undefined) throw new Error(`The kind ${kind.name} has no list ${name}.`);
  return list;
}
