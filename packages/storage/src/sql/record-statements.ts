import type { FindRequest, GetRequest, Scalar, Stored } from '@botwright/core/ports';
import { type Cell, newContents } from './document-statements.ts';
import { byKey, columnOf, fieldOf, keyNames, keyParameters, ofBrand, type RecordTable } from './record-tables.ts';
import type { SqlRow, SqlText } from './sql-text.ts';

/** Selects one record by its key, without documents. */
export function selectByKey(table: RecordTable, brand: string, request: GetRequest): SqlText {
  const sql = textOnce(table, 'select by key', () => {
    const where = keyNames(table).map((name) => `r.${name} = ?`);
    return `SELECT r.* FROM ${table.name} r WHERE ${where.join(' AND ')}`;
  });
  return { sql, params: keyParameters(table, brand, request.key) };
}

/** Selects one record by a unique index, without documents. @param brand - `undefined` finds it in any brand. */
export function selectByIndex(table: RecordTable, brand: string | undefined, request: FindRequest): SqlText {
  const fields = table.kind.unique[request.index]?.fields;
  if (fields === undefined) throw new Error(`The kind ${table.kind.name} has no index ${request.index}.`);
  const columns = fields.map((field) => columnOf(table, field));
  const within = ofBrand(table, brand);
  const sql = textOnce(table, `select by ${request.index}, ${within.sql}`, () => {
    const where = [...columns.map(({ name }) => `r.${name} = ?`), within.sql];
    return `SELECT r.* FROM ${table.name} r WHERE ${where.join(' AND ')}`;
  });
  const values = columns.map(({ type }, index) => table.dialect.parameter(type, request.values[index]));
  return { sql, params: [...values, ...within.params] };
}

/** Selects the version of a record. */
export function selectVersion(table: RecordTable, brand: string, key: readonly Scalar[]): SqlText {
  return {
    sql: `SELECT "version" FROM ${table.name} WHERE ${byKey(table)}`,
    params: keyParameters(table, brand, key),
  };
}

/** The record of a row. @param withBrand - Whether the answer names the brand. */
export function recordOfRow(
  table: RecordTable,
  row: SqlRow,
  { documents, withBrand }: { readonly documents?: SqlRow | undefined; readonly withBrand: boolean },
): Stored {
  const record: Record<string, unknown> = {};
  for (const column of table.columns) {
    const value = fieldOf(table, column, row);
    if (value !== undefined) record[column.field] = value;
  }
  if (documents !== undefined) Object.assign(record, documents);
  const stored = { record, version: row['version'] as string };
  return withBrand ? { ...stored, brand: row['brand'] as string } : stored;
}

/** A record to store. */
export interface Putting {
  readonly record: SqlRow;
  readonly version: string;
  /** The stored record; `absent`: the record must not exist; `undefined`: unknown. */
  readonly before: SqlRow | 'absent' | undefined;
  /** A reference to the content of another record. If that record is missing, the batch conflicts. */
  readonly shared?: undefined | { readonly cells: readonly Cell[]; readonly from: SqlText };
}

/** Stores a whole record, and leaves stored documents that `record` does not have. */
export function putRecord(
  table: RecordTable,
  brand: string,
  { record, version, before, shared }: Putting,
): readonly SqlText[] {
  if (typeof before === 'object' && shared === undefined) {
    return changeRecord(table, brand, { record, version, before });
  }
  const isNew = before === 'absent';
  const contents = newContents(table, record, version);
  const values = [
    ...(table.isOfBrand ? [brand] : []),
    version,
    ...table.columns.map(({ type, field }) => table.dialect.parameter(type, record[field])),
  ];
  const stored = contents.cells.flatMap(({ params }) => params);
  if (shared !== undefined) {
    const cells = [...contents.cells, ...shared.cells];
    const sql = copyingText(table, cells, shared.from.sql, isNew);
    const params = [...values, ...cells.flatMap((cell) => cell.params), ...shared.from.params];
    return [...contents.statements, { sql, params, mustChange: true }];
  }
  const names = contents.cells.map(({ name }) => name);
  const sql = textOnce(table, `put ${isNew} ${names.join(' ')}`, () => {
    const columns = [...columnNames(table), ...names];
    const marks = [...columnNames(table).map(() => '?'), ...contents.cells.map((cell) => cell.sql)].join(', ');
    return `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${marks})${replacing(table, columns, isNew)}`;
  });
  return [...contents.statements, { sql, params: [...values, ...stored] }];
}

/** Writes only the changed columns, so that an unchanged large field is not sent and stored again. */
function changeRecord(
  table: RecordTable,
  brand: string,
  { record, version, before }: { readonly record: SqlRow; readonly version: string; readonly before: SqlRow },
): readonly SqlText[] {
  const differs = ({ field }: { readonly field: string }) => (record[field] ?? null) !== (before[field] ?? null);
  const columns = table.columns.filter(differs);
  const contents = newContents({ ...table, documents: table.documents.filter(differs) }, record, version);
  const cells: readonly Cell[] = [
    { name: '"version"', sql: '?', params: [version] },
    ...columns.map(({ name, type, field }) => ({
      name,
      sql: '?',
      params: [table.dialect.parameter(type, record[field])],
    })),
    ...contents.cells,
  ];
  const sql = textOnce(table, `change ${cells.map(({ name }) => name).join(' ')}`, () => {
    const changes = cells.map((cell) => `${cell.name} = ${cell.sql}`).join(', ');
    return `UPDATE ${table.name} SET ${changes} WHERE ${byKey(table)}`;
  });
  const key = keyParameters(
    table,
    brand,
    table.key.map(({ field }) => record[field] as Scalar),
  );
  return [...contents.statements, { sql, params: [...cells.flatMap(({ params }) => params), ...key] }];
}

function copyingText(table: RecordTable, cells: readonly Cell[], from: string, isNew: boolean): string {
  const types = [
    ...(table.isOfBrand ? (['text'] as const) : []),
    'text' as const,
    ...table.columns.map(({ type }) => type),
  ];
  const columns = [...columnNames(table), ...cells.map(({ name }) => name)];
  const values = [...types.map((type) => `CAST(? AS ${table.dialect.cast(type)})`), ...cells.map(({ sql }) => sql)];
  const insertion = `INSERT INTO ${table.name} (${columns.join(', ')}) SELECT ${values.join(', ')} ${from}`;
  return `${insertion}${replacing(table, columns, isNew)}`;
}

/** The columns of every put, in the order of its values. */
function columnNames(table: RecordTable): readonly string[] {
  return [...(table.isOfBrand ? ['"brand"'] : []), '"version"', ...table.columns.map(({ name }) => name)];
}

function replacing(table: RecordTable, columns: readonly string[], isNew: boolean): string {
  if (isNew) return '';
  const key = keyNames(table);
  const changed = columns.filter((name) => !key.includes(name)).map((name) => `${name} = excluded.${name}`);
  return ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${changed.join(', ')}`;
}

const texts = new WeakMap<RecordTable, Map<string, string>>();

/** Makes the text of a frequent statement once, since drivers look statements up by their texts. */
function textOnce(table: RecordTable, name: string, make: () => string): string {
  const known = texts.get(table) ?? new Map<string, string>();
  texts.set(table, known);
  const text = known.get(name) ?? make();
  known.set(name, text);
  return text;
}

export function deleteRecord(table: RecordTable, brand: string, key: readonly Scalar[]): SqlText {
  return {
    sql: `DELETE FROM ${table.name} WHERE ${byKey(table)}`,
    params: keyParameters(table, brand, key),
  };
}

export function touchRecord(
  table: RecordTable,
  brand: string,
  { key, version }: { readonly key: readonly Scalar[]; readonly version: string },
): SqlText {
  return {
    sql: `UPDATE ${table.name} SET "version" = ? WHERE ${byKey(table)}`,
    params: [version, ...keyParameters(table, brand, key)],
    mustChange: true,
  };
}
