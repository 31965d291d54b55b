import type { AnyKind, AnyList, Scalar } from '@botwright/core/ports';
import type { SqlRow, SqlText } from './sql-text.ts';

/** How a database writes and reads the values of fields. */
export interface RecordDialect {
  /** The type of a column for each type of field. */
  readonly types: Readonly<Record<'integer' | 'number' | 'text' | 'boolean' | 'json' | 'document', string>>;
  /** The end of the definition of a table. @param hasSmallRows - Whether the large values of its rows are elsewhere. */
  tableOptions(hasSmallRows: boolean): string;
  /** The parameter of a value; `undefined` is NULL. */
  parameter(type: string, value: unknown): unknown;
  /** The value of a field from a stored one; the reverse of `parameter`. */
  value(type: string, stored: unknown): unknown;
  /** Whether one text contains another, as an expression. */
  contains(text: string, part: string): string;
  /** Whether an index may name the place of NULL in its order. */
  readonly indexesNulls: boolean;
  /** The type of a value in a cast. */
  cast(type: keyof RecordDialect['types']): string;
  /**
   * A FROM item `each` with the values of one parameter, a list, in the column `value`, before a LATERAL subquery.
   * Absent: the database always looks up the values of IN in an index that has them.
   */
  readonly valuesOf?: (type: keyof RecordDialect['types']) => string;
  /** Gives a number of a sequence, as `number`. */
  readonly nextNumber: string;
  /**
   * How lists are counted. `ranges`: triggers change counters of ranges. `changes`: triggers store changes, which are
   * added to counters later, so that writers do not wait for each other. Absent: lists are not counted.
   */
  readonly counts?: 'ranges' | 'changes';
  /** Whether another transaction may remove a content during the write of a reference to it. */
  readonly hasManyWriters: boolean;
  /** `sqliteTrigger` or `postgresTrigger`. */
  trigger(trigger: TextTrigger): readonly string[];
}

/** A trigger that runs after a record is deleted or refers to another content. */
export interface TextTrigger {
  readonly name: string;
  readonly prefix: string;
  readonly table: string;
  /** The column with the id of the content. */
  readonly column: string;
  /** The row to lock first, from `FROM` on, if others may write at the same time. */
  readonly locks: string;
  readonly body: string;
}

/** A column of a field that is stored in the record's row. */
export interface Column {
  readonly field: string;
  readonly name: string;
  /** The name without quotes, as rows have it. */
  readonly inRow: string;
  readonly type: keyof RecordDialect['types'];
  readonly isOptional: boolean;
}

/** The columns of a field whose value is stored apart from the record's row. */
export interface DocumentColumn {
  readonly field: string;
  readonly type: 'document' | 'list';
  /** Name of the column with the id of the content; NULL: the field is absent. */
  readonly content: string;
  /** Name of the column with the id of the last splice; NULL: the value is the content. */
  readonly last: string;
  /** Name of the column with the UTF-8 bytes of the value. */
  readonly bytes: string;
}

/** The table of a kind of records. */
export interface RecordTable {
  /** The declaration that the table is made from. */
  readonly kind: AnyKind;
  /** The database of the table. */
  readonly dialect: RecordDialect;
  /** The prefix of table names in statements, such as `"botwright".`. */
  readonly prefix: string;
  /** Quoted, after `prefix`. */
  readonly name: string;
  /** All columns except documents. */
  readonly columns: readonly Column[];
  /** After the brand, in the order of the declaration. */
  readonly key: readonly Column[];
  /** The fields that requests with `heads` leave out. */
  readonly documents: readonly DocumentColumn[];
  /** Whether the first column of its key is the brand. */
  readonly isOfBrand: boolean;
}

/** The tables of kinds, by the name of the kind. @param prefix - The prefix of table names. */
export function recordTables(
  kinds: readonly AnyKind[],
  dialect: RecordDialect,
  prefix = '',
): ReadonlyMap<string, RecordTable> {
  return new Map(kinds.map((kind) => [kind.name, tableOf(kind, dialect, prefix)]));
}

function tableOf(kind: AnyKind, dialect: RecordDialect, prefix: string): RecordTable {
  const columns: Column[] = [];
  const documents: DocumentColumn[] = [];
  for (const [field, declared] of Object.entries(kind.fields)) {
    const type = declared.replace('?', '') as Column['type'] | DocumentColumn['type'];
    const name = snakeCase(field);
    if (type === 'document' || type === 'list') {
      // No field has a name with a dot.
      const [content, last, bytes] = ['content', 'last', 'bytes'].map((part) => quoted(`${name}.${part}`));
      documents.push({ field, type, content, last, bytes } as DocumentColumn);
    } else {
      columns.push({ field, name: quoted(name), inRow: name, type, isOptional: declared.endsWith('?') });
    }
  }
  return {
    kind,
    dialect,
    prefix,
    name: `${prefix}${quoted(`${kind.name}_records`)}`,
    columns,
    key: kind.key.map((field) => columns.find((column) => column.field === field) as Column),
    documents,
    isOfBrand: kind.scope === 'brand',
  };
}

/** The table of contents: values of documents and of lists, which are JSON. Records refer to them, and share them. */
export function contentsTable({ prefix }: Pick<RecordTable, 'prefix'>): string {
  return `${prefix}"record_contents"`;
}

/**
 * The table of splices, each after another one of its content, or after the content itself. Records that share a content
 * refer to their last splice.
 */
export function splicesTable({ prefix }: Pick<RecordTable, 'prefix'>): string {
  return `${prefix}"record_splices"`;
}

export function columnOf({ columns, kind }: RecordTable, field: string): Column {
  const column = columns.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The kind ${kind.name} has no field ${field} outside of its documents.`);
  return column;
}

/** Names of the columns of the primary key. */
export function keyNames({ isOfBrand, key }: RecordTable): readonly string[] {
  return [...(isOfBrand ? ['"brand"'] : []), ...key.map(({ name }) => name)];
}

/** The condition for one record. @param of - The prefix of column names. */
export function byKey(table: RecordTable, of = ''): string {
  return keyNames(table)
    .map((name) => `${of}${name} = ?`)
    .join(' AND ');
}

/** The values of `keyNames`. */
export function keyParameters(
  { isOfBrand, key, dialect }: RecordTable,
  brand: string,
  values: readonly Scalar[],
): readonly unknown[] {
  return [...(isOfBrand ? [brand] : []), ...key.map(({ type }, index) => dialect.parameter(type, values[index]))];
}

/** The condition for records of a brand as `r`; `undefined`: of any brand. */
export function ofBrand({ isOfBrand }: RecordTable, brand: string | undefined): SqlText {
  return isOfBrand && brand !== undefined ? { sql: 'r."brand" = ?', params: [brand] } : { sql: '1 = 1', params: [] };
}

/** The value of a field in a row. */
export function fieldOf({ dialect }: RecordTable, { inRow, type }: Column, row: SqlRow): unknown {
  const stored = row[inRow];
  return stored === null || stored === undefined ? undefined : dialect.value(type, stored);
}

/** The statements that make the tables of kinds and their indexes, each kind after its owner. */
export function tableSchema(tables: ReadonlyMap<string, RecordTable>): readonly string[] {
  return [...tables.values()].flatMap((table) => [createTable(tables, table), ...createIndexes(table)]);
}

function createTable(tables: ReadonlyMap<string, RecordTable>, table: RecordTable): string {
  const { types, tableOptions } = table.dialect;
  const parts = [
    ...(table.isOfBrand ? [`"brand" ${types.text} NOT NULL`] : []),
    `"version" ${types.text} NOT NULL`,
    ...table.columns.map(({ name, type, isOptional }) => `${name} ${types[type]}${isOptional ? '' : ' NOT NULL'}`),
    ...documentColumns(table),
    `PRIMARY KEY (${keyNames(table).join(', ')})`,
    ...ownerReference(tables, table),
  ];
  return `CREATE TABLE ${table.name} (${parts.join(', ')})${tableOptions(table.documents.length > 0)}`;
}

/** The definitions of the columns of documents in the table of their records. */
function documentColumns(table: RecordTable): readonly string[] {
  const { types, hasManyWriters } = table.dialect;
  // With one writer, the triggers suffice: they remove a content with its last reference.
  const reference = hasManyWriters ? ` REFERENCES ${contentsTable(table)} ("id")` : '';
  return table.documents.flatMap(({ content, last, bytes }) => [
    `${content} ${types.text}${reference}`,
    `${last} ${types.text}`,
    `${bytes} ${types.integer}`,
  ]);
}

function ownerReference(tables: ReadonlyMap<string, RecordTable>, table: RecordTable): readonly string[] {
  const { owner } = table.kind;
  const owning = owner === undefined ? undefined : tables.get(owner.kind);
  if (owner === undefined || owning === undefined) return [];
  const columns = columnsIn(table, owning.isOfBrand, owner.fields).join(', ');
  return [`FOREIGN KEY (${columns}) REFERENCES ${owning.name} (${keyNames(owning).join(', ')}) ON DELETE CASCADE`];
}

function columnsIn(table: RecordTable, withBrand: boolean, fields: readonly string[]): readonly string[] {
  return [...(withBrand ? ['"brand"'] : []), ...fields.map((field) => columnOf(table, field).name)];
}

interface TableIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /** The columns that statements compare for equality. */
  readonly equal: readonly string[];
  /** The columns after them, with their directions. */
  readonly ordered?: readonly string[];
  readonly only?: readonly string[];
}

/** Leaves out indexes whose columns, read forwards or backwards, are the first of another index or of the key. */
function createIndexes(table: RecordTable): readonly string[] {
  const all = [...ownerIndex(table), ...uniqueIndexes(table), ...listIndexes(table), ...documentIndexes(table)];
  const isCovered = (index: TableIndex, others: readonly TableIndex[]) =>
    [{ equal: keyNames(table) }, ...others].some((other) => other !== index && isPartOf(index, other));
  const needed = all.reduce<readonly TableIndex[]>(
    (indexes, index) => (isCovered(index, indexes) ? indexes.filter((each) => each !== index) : indexes),
    all,
  );
  return needed.map(({ name, isUnique, equal, ordered = [], only = [] }) => {
    const where = only.length === 0 ? '' : ` WHERE ${only.join(' AND ')}`;
    const columns = [...equal, ...ordered].join(', ');
    return `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${indexName(table, name)} ON ${table.name} (${columns})${where}`;
  });
}

function isPartOf(
  { isUnique, equal, ordered = [], only = [] }: TableIndex,
  other: Pick<TableIndex, 'equal' | 'ordered' | 'only'>,
): boolean {
  if (isUnique || only.length > 0 || (other.only ?? []).length > 0) return false;
  const columns = [...other.equal, ...(other.ordered ?? [])];
  const backwards = ordered.map((column) => (column.endsWith(' DESC') ? column.slice(0, -5) : `${column} DESC`));
  return [ordered, backwards].some((order) => [...equal, ...order].every((column, at) => column === columns[at]));
}

/** Lets the deletion of an owner find its records. */
function ownerIndex(table: RecordTable): readonly TableIndex[] {
  const { owner } = table.kind;
  return owner === undefined ? [] : [{ name: 'owner', equal: columnsIn(table, table.isOfBrand, owner.fields) }];
}

function uniqueIndexes(table: RecordTable): readonly TableIndex[] {
  return Object.entries(table.kind.unique).map(([name, { fields, scope }]) => {
    return { name, isUnique: true, equal: columnsIn(table, table.isOfBrand && scope !== 'store', fields) };
  });
}

/**
 * The index of a list in an order. A counted list has other indexes, unless scans search texts in it. In SQLite, the
 * index for scans contains all compared columns, so that a scan reads no record.
 */
function listIndexes(table: RecordTable): readonly TableIndex[] {
  const { counts, indexesNulls } = table.dialect;
  return Object.entries(table.kind.lists).flatMap(([name, list]) => {
    const filters = Object.values(list.filters);
    const isScanned = filters.some(({ by, indexed }) => by === 'contains' && indexed !== true);
    if (counts !== undefined && list.counted !== undefined && !isScanned) return [];
    const equal = columnsIn(table, table.isOfBrand && list.scope !== 'store', list.within ?? []);
    const compared = counts === 'ranges' && isScanned ? filters.map(({ field }) => columnOf(table, field).name) : [];
    return Object.entries(list.orders).map(([order, fields]) => {
      const places = fields.map(({ field, direction }) => {
        const { name: column, isOptional } = columnOf(table, field);
        return `${column}${direction === 'descending' ? ' DESC' : ''}${isOptional && indexesNulls ? ' NULLS LAST' : ''}`;
      });
      const ordered = [...new Set([...places, ...compared])].filter((column) => !equal.includes(column));
      return { name: `${name}_${order}`, equal, ordered, only: onlyOf(table, list) };
    });
  });
}

/** Finds the references to a content before its removal. */
function documentIndexes(table: RecordTable): readonly TableIndex[] {
  return table.documents.map(({ field, content }) => ({ name: `${field}_content`, equal: [content] }));
}

/** The conditions of a list that are part of its declaration. */
export function onlyOf(table: RecordTable, { only = {} }: AnyList): readonly string[] {
  return Object.entries(only).map(([field, value]) => {
    const { name, type } = columnOf(table, field);
    const parameter = table.dialect.parameter(type, value);
    return `${name} = ${typeof parameter === 'string' ? `'${parameter.replaceAll("'", "''")}'` : String(parameter)}`;
  });
}

function indexName({ kind }: RecordTable, name: string): string {
  return quoted(snakeCase(`${kind.name}_${name}`));
}

export function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function quoted(name: string): string {
  return `"${name}"`;
}
