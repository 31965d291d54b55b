import type {
  AnyList,
  CountRequest,
  DocumentPlace,
  FindRequest,
  GetRequest,
  Listed,
  ListRequest,
  RecordOperation,
  Scalar,
  ScanAnswer,
  ScanRequest,
  Stored,
} from '@botwright/core/ports';
import {
  type Column,
  columnOf,
  documentTable,
  keyNames,
  keyParameters,
  onlyOf,
  type RecordDialect,
  type RecordTable,
} from './record-tables.ts';
import { containsText } from './text-index.ts';

/** A statement with `?` in the places of its parameters. */
export interface SqlText {
  readonly sql: string;
  readonly params: readonly unknown[];
  /** A statement that changes no row conflicts. */
  readonly mustChange?: true;
}

/** A row by the names of its columns. */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A part of a statement, such as a condition. */
type Part = SqlText;

/** Selects one record by its key. */
export function selectByKey(dialect: RecordDialect, table: RecordTable, brand: string, request: GetRequest): SqlText {
  const names = keyNames(table);
  const where = allOf(
    names.map((name) => `r.${name} = ?`),
    keyParameters(dialect, table, brand, request.key),
  );
  return select(table, where, request.heads);
}

/** Selects one record by a unique index. @param brand - `undefined`: of any brand. */
export function selectByIndex(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string | undefined,
  request: FindRequest,
): SqlText {
  const fields = table.kind.unique[request.index]?.fields;
  if (fields === undefined) throw new Error(`The kind ${table.kind.name} has no index ${request.index}.`);
  const columns = fields.map((field) => columnOf(table, field));
  const where = allOf(
    columns.map(({ name }) => `r.${name} = ?`),
    columns.map(({ type }, index) => dialect.parameter(type, request.values[index])),
  );
  return select(table, joined([where, ofBrand(table, brand)]), request.heads);
}

/** Selects the version of a record. */
export function selectVersion(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  key: readonly Scalar[],
): SqlText {
  return {
    sql: `SELECT "version" FROM ${table.name} WHERE ${byKey(table)}`,
    params: keyParameters(dialect, table, brand, key),
  };
}

/** Selects the records of a part of a list, and how many match. */
export function selectList(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string | undefined,
  request: ListRequest,
): { readonly items: SqlText; readonly total: SqlText } {
  const list = listOf(table, request.list);
  const where = listed(dialect, table, brand, request);
  const { sql, params } = select(table, where, request.heads);
  const order = orderBy(table, list, request.order);
  return {
    items: {
      sql: `${sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
      params: [...params, request.limit ?? Number.MAX_SAFE_INTEGER, request.offset],
    },
    total: { sql: `SELECT count(*) AS "total" FROM ${table.name} r WHERE ${where.sql}`, params: where.params },
  };
}

export function countListed(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string | undefined,
  request: CountRequest,
): SqlText {
  const where = listed(dialect, table, brand, request);
  return {
    sql: `SELECT count(*) AS "total" FROM (SELECT 1 FROM ${table.name} r WHERE ${where.sql} LIMIT ?) counted`,
    params: [...where.params, request.upTo],
  };
}

/** Selects the keys and places of the next records of a list, and whether each matches. */
export function selectScan(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string | undefined,
  request: ScanRequest,
): SqlText {
  const list = listOf(table, request.list);
  const filters = joined(filtersOf(dialect, table, list, request.where));
  const where = joined([
    ...placesOf(dialect, table, list, brand, request),
    ...(request.after === undefined ? [] : [afterPlace(dialect, table, list, request.order, request.after)]),
  ]);
  const named = [...new Set([...table.kind.key, ...orderOf(list, request.order).map(({ field }) => field)])];
  const columns = named.map((field) => `r.${columnOf(table, field).name}`).join(', ');
  const order = orderBy(table, list, request.order);
  return {
    sql: `SELECT ${columns}, CASE WHEN ${filters.sql} THEN 1 ELSE 0 END AS "matches" FROM ${table.name} r WHERE ${where.sql} ORDER BY ${order} LIMIT ?`,
    params: [...filters.params, ...where.params, request.look],
  };
}

/** @returns The answer to a scan. */
export function scanAnswer(
  dialect: RecordDialect,
  table: RecordTable,
  request: ScanRequest,
  rows: readonly SqlRow[],
): ScanAnswer {
  const valueIn = (row: SqlRow, field: string) => (fieldOf(dialect, columnOf(table, field), row) ?? null) as Scalar;
  const keys = rows
    .filter((row) => Number(row['matches']) === 1)
    .map((row) => table.kind.key.map((field) => valueIn(row, field)));
  const last = rows.at(-1);
  if (last === undefined || rows.length < request.look) return { keys };
  return { keys, next: orderOf(listOf(table, request.list), request.order).map(({ field }) => valueIn(last, field)) };
}

/** The record of a row. @param withBrand - Whether the answer names the brand. */
export function recordOfRow(
  dialect: RecordDialect,
  table: RecordTable,
  row: SqlRow,
  { heads = false, withBrand }: { readonly heads?: boolean | undefined; readonly withBrand: boolean },
): Stored {
  const columns = heads ? table.columns : [...table.columns, ...table.documents];
  const fields = columns.flatMap((column) => {
    const value = fieldOf(dialect, column, row);
    return value === undefined ? [] : [[column.field, value] as const];
  });
  const stored = { record: Object.fromEntries(fields), version: row['version'] as string };
  return withBrand ? { ...stored, brand: row['brand'] as string } : stored;
}

/** Stores a record whole, but for documents that it lacks. @param isNew - It must not be there. */
export function putRecord(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { record, version, isNew }: { readonly record: SqlRow; readonly version: string; readonly isNew: boolean },
): readonly SqlText[] {
  const names = [...(table.isOfBrand ? ['"brand"'] : []), '"version"', ...table.columns.map(({ name }) => name)];
  const params = [
    ...(table.isOfBrand ? [brand] : []),
    version,
    ...table.columns.map(({ type, field }) => dialect.parameter(type, record[field])),
  ];
  const insert = insertInto(table.name, names, keyNames(table), isNew);
  const documents = table.documents.filter(({ field }) => record[field] !== undefined);
  if (documents.length === 0) return [{ sql: insert, params }];
  const key = table.key.map(({ field }) => record[field] as Scalar);
  const documentNames = [...keyNames(table), ...documents.map(({ name }) => name)];
  return [
    { sql: insert, params },
    {
      sql: insertInto(documentTable(table), documentNames, keyNames(table), isNew),
      params: [...keyParameters(dialect, table, brand, key), ...documents.map(({ field }) => record[field])],
    },
  ];
}

function insertInto(table: string, names: readonly string[], key: readonly string[], isNew: boolean): string {
  const insert = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  if (isNew) return insert;
  const changed = names.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  return `${insert} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.join(', ')}`;
}

export function deleteRecord(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  key: readonly Scalar[],
): SqlText {
  return {
    sql: `DELETE FROM ${table.name} WHERE ${byKey(table)}`,
    params: keyParameters(dialect, table, brand, key),
  };
}

export function touchRecord(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { key, version }: { readonly key: readonly Scalar[]; readonly version: string },
): SqlText {
  return {
    sql: `UPDATE ${table.name} SET "version" = ? WHERE ${byKey(table)}`,
    params: [version, ...keyParameters(dialect, table, brand, key)],
    mustChange: true,
  };
}

/** Deletes the records of a list that exceed its bounds, in an order. */
export function trimList(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { listed: { list: name, within }, order, count, bytes }: Extract<RecordOperation, { do: 'trim' }>,
): SqlText {
  const list = listOf(table, name);
  const where = joined(placesOf(dialect, table, list, brand, { within }));
  const names = keyNames(table);
  const keys = (of: string) => names.map((each) => `${of}${each}`).join(', ');
  const inOrder = `OVER (ORDER BY ${orderBy(table, list, order)} ROWS UNBOUNDED PRECEDING)`;
  const size = `octet_length(d.${documentOf(table, bytes.field).name})`;
  const ranked =
    `SELECT ${keys('r.')}, row_number() ${inOrder} AS "place", sum(${size}) ${inOrder} AS "size" ` +
    `FROM ${table.name} r ${joinDocuments(table)} WHERE ${where.sql}`;
  return {
    sql: `DELETE FROM ${table.name} WHERE (${keys('')}) IN (SELECT ${keys('')} FROM (${ranked}) ranked WHERE "place" > ? OR "size" > ?)`,
    params: [...where.params, count, bytes.most],
  };
}

/** Copies a document into that of another record, which is stored already. */
export function copyDocument(
  dialect: RecordDialect,
  {
    from,
    to,
    brand,
  }: { readonly from: readonly [RecordTable, DocumentPlace]; readonly to: RecordTable; readonly brand: string },
  key: readonly Scalar[],
): SqlText {
  const [source, place] = from;
  const target = documentOf(to, place.field).name;
  const names = [...keyNames(to), target];
  const types = [...(to.isOfBrand ? (['text'] as const) : []), ...to.key.map(({ type }) => type)];
  const casts = types.map((type) => `CAST(? AS ${dialect.cast(type)})`);
  return {
    sql:
      `INSERT INTO ${documentTable(to)} (${names.join(', ')}) ` +
      `SELECT ${casts.join(', ')}, d.${documentOf(source, place.field).name} ` +
      `FROM ${documentTable(source)} d WHERE ${byKey(source)} ` +
      `ON CONFLICT (${keyNames(to).join(', ')}) DO UPDATE SET ${target} = excluded.${target}`,
    params: [...keyParameters(dialect, to, brand, key), ...keyParameters(dialect, source, brand, place.key)],
    mustChange: true,
  };
}

/** Selects a document as `text`. */
export function selectDocument(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  place: DocumentPlace,
): SqlText {
  return {
    sql: `SELECT ${documentOf(table, place.field).name} AS "text" FROM ${documentTable(table)} WHERE ${byKey(table)}`,
    params: keyParameters(dialect, table, brand, place.key),
  };
}

export function updateDocument(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { place, text }: { readonly place: DocumentPlace; readonly text: string },
): SqlText {
  return {
    sql: `UPDATE ${documentTable(table)} SET ${documentOf(table, place.field).name} = ? WHERE ${byKey(table)}`,
    params: [text, ...keyParameters(dialect, table, brand, place.key)],
  };
}

function documentOf({ documents, kind }: RecordTable, field: string): Column {
  const column = documents.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The kind ${kind.name} has no document ${field}.`);
  return column;
}

function byKey(table: RecordTable): string {
  return keyNames(table)
    .map((name) => `${name} = ?`)
    .join(' AND ');
}

function select(table: RecordTable, where: Part, heads: true | undefined): SqlText {
  return { sql: `${selectRecords(table, `${table.name} r`, heads)} WHERE ${where.sql}`, params: where.params };
}

/** Selects records, and their documents unless `heads`. @param from - Has the records as `r`. */
export function selectRecords(table: RecordTable, from: string, heads: true | undefined): string {
  const hasDocuments = heads === undefined && table.documents.length > 0;
  const documents = hasDocuments ? table.documents.map(({ name }) => `, d.${name}`).join('') : '';
  return `SELECT r.*${documents} FROM ${from}${hasDocuments ? ` ${joinDocuments(table)}` : ''}`;
}

function joinDocuments(table: RecordTable): string {
  const on = keyNames(table).map((name) => `d.${name} = r.${name}`);
  return `LEFT JOIN ${documentTable(table)} d ON ${on.join(' AND ')}`;
}

function listed(dialect: RecordDialect, table: RecordTable, brand: string | undefined, request: Listed): Part {
  const list = listOf(table, request.list);
  return joined([...placesOf(dialect, table, list, brand, request), ...filtersOf(dialect, table, list, request.where)]);
}

/** The conditions of a list before its filters. */
function placesOf(
  dialect: RecordDialect,
  table: RecordTable,
  list: AnyList,
  brand: string | undefined,
  { within }: Pick<Listed, 'within'>,
): readonly Part[] {
  const columns = (list.within ?? []).map((field) => columnOf(table, field));
  return [
    ofBrand(table, brand),
    ...onlyOf(table, list, dialect).map((sql): Part => ({ sql: `r.${sql}`, params: [] })),
    ...columns.map(
      ({ name, type }, index): Part => ({
        sql: `r.${name} = ?`,
        params: [dialect.parameter(type, within[index])],
      }),
    ),
  ];
}

function filtersOf(dialect: RecordDialect, table: RecordTable, list: AnyList, where: Listed['where']): readonly Part[] {
  return Object.entries(where).map(([name, wanted]) => {
    const filter = list.filters[name];
    if (filter === undefined) throw new Error(`A list of ${table.kind.name} has no filter ${name}.`);
    return comparison(dialect, columnOf(table, filter.field), filter, wanted);
  });
}

function comparison(
  dialect: RecordDialect,
  { name, type }: Column,
  { by, indexed }: AnyList['filters'][string],
  wanted: Scalar | readonly Scalar[],
): Part {
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
      return containsText(dialect, column, { text: wanted as string, indexed: indexed === true });
    case 'after':
      return { sql: `${column} > ?`, params };
    case 'upTo':
      return { sql: `${column} <= ?`, params };
  }
}

/** The records of a list that come after a place. Absent fields come last. */
function afterPlace(
  dialect: RecordDialect,
  table: RecordTable,
  list: AnyList,
  order: string,
  place: readonly Scalar[],
): Part {
  const fields = orderOf(list, order).map(({ field, direction }, index) => {
    const { name, type } = columnOf(table, field);
    return {
      name: `r.${name}`,
      direction,
      value: place[index] ?? null,
      parameter: dialect.parameter(type, place[index]),
    };
  });
  const steps = fields.flatMap((field, index): readonly Part[] => {
    if (field.value === null) return [];
    const before = fields
      .slice(0, index)
      .map(
        ({ name, value, parameter }): Part =>
          value === null ? { sql: `${name} IS NULL`, params: [] } : { sql: `${name} = ?`, params: [parameter] },
      );
    const comparator = field.direction === 'ascending' ? '>' : '<';
    const next = { sql: `(${field.name} ${comparator} ? OR ${field.name} IS NULL)`, params: [field.parameter] };
    return [joined([...before, next])];
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

function ofBrand({ isOfBrand }: RecordTable, brand: string | undefined): Part {
  return isOfBrand && brand !== undefined ? { sql: 'r."brand" = ?', params: [brand] } : { sql: '1 = 1', params: [] };
}

function allOf(conditions: readonly string[], params: readonly unknown[]): Part {
  return { sql: conditions.join(' AND '), params };
}

function joined(parts: readonly Part[]): Part {
  return {
    sql: parts.length === 0 ? '1 = 1' : parts.map(({ sql }) => sql).join(' AND '),
    params: parts.flatMap(({ params }) => params),
  };
}

function fieldOf(dialect: RecordDialect, { name, type }: Column, row: SqlRow): unknown {
  const stored = row[name.slice(1, -1)];
  return stored === null || stored === undefined ? undefined : dialect.value(type, stored);
}
