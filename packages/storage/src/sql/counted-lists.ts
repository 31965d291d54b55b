import type { AnyList, CountedFilters, ListRequest, Scalar } from '@botwright/core/ports';
import { type Column, columnOf, keyNames, onlyOf, type RecordTable, snakeCase } from './record-tables.ts';
import { allOf, type SqlText } from './sql-text.ts';

/** A filter by which a list is counted. */
export interface CountedFilter {
  readonly name: string;
  /** The type of its values: a boolean for a filter by `present`. */
  readonly type: Column['type'];
  /** The value of a record. @param row - The prefix of column names, such as `r.`. */
  inRow(row: string): string;
}

/** Filters by which a list is counted, and the counted parts. */
export interface CountedGroup {
  readonly table: RecordTable;
  readonly list: AnyList;
  /** The name of the group in the schema. */
  readonly name: string;
  readonly each: readonly CountedFilter[];
  readonly parts: readonly CountedFilter[];
  /** The columns that requests search. The indexes of the list contain them. */
  readonly searched: readonly Column[];
}

/** A request for a list that is counted. */
export interface CountedRequest {
  readonly group: CountedGroup;
  readonly brand: string;
  readonly request: ListRequest;
  /** The request of a filter by `contains` that is indexed. */
  readonly search: { readonly column: Column; readonly text: string } | undefined;
}

const known = new WeakMap<RecordTable, readonly CountedGroup[]>();

/** The counted groups of a kind. */
export function countedGroups(table: RecordTable): readonly CountedGroup[] {
  const groups = known.get(table) ?? groupsOf(table);
  known.set(table, groups);
  return groups;
}

function groupsOf(table: RecordTable): readonly CountedGroup[] {
  return Object.entries(table.kind.lists).flatMap(([name, list]) =>
    (list.counted ?? []).map((counted) => groupOf(table, { name, list, counted })),
  );
}

interface Declared {
  readonly name: string;
  readonly list: AnyList;
  readonly counted: CountedFilters;
}

function groupOf(table: RecordTable, { name, list, counted }: Declared): CountedGroup {
  if (!table.isOfBrand || list.scope === 'store')
    throw new Error(`Only lists of a brand are counted, and not ${name}.`);
  const each = counted.each.map((filter) => countedFilter(table, list, filter));
  const parts = counted.parts.map((filter) => countedFilter(table, list, filter));
  const searched = Object.values(list.filters).filter(({ indexed }) => indexed === true);
  return {
    table,
    list,
    name: [table.kind.name, name, ...counted.each].map(snakeCase).join('_'),
    each,
    parts,
    searched: searched.map(({ field }) => columnOf(table, field)),
  };
}

function countedFilter(table: RecordTable, { filters }: AnyList, name: string): CountedFilter {
  const filter = filters[name];
  if (filter === undefined || !['equal', 'oneOf', 'present'].includes(filter.by)) {
    throw new Error(`No list of ${table.kind.name} is counted by the filter ${name}.`);
  }
  const column = columnOf(table, filter.field);
  if (filter.by !== 'present') return { name, type: column.type, inRow: (row) => `${row}${column.name}` };
  // No database simplifies this expression, so it matches the expression of the index.
  return { name, type: 'integer', inRow: (row) => `CASE WHEN ${row}${column.name} IS NULL THEN 0 ELSE 1 END` };
}

/** @returns `undefined` if a request names filters by which its list is not counted. */
export function countedRequest(
  table: RecordTable,
  brand: string | undefined,
  request: ListRequest,
): CountedRequest | undefined {
  if (brand === undefined || table.dialect.counts === undefined) return undefined;
  const list = table.kind.lists[request.list];
  const names = Object.keys(request.where);
  const searching = names.find((name) => list?.filters[name]?.indexed === true);
  const others = names.filter((name) => name !== searching);
  const group = countedGroups(table).find(
    ({ list: counted, each, parts }) =>
      counted === list &&
      each.every(({ name }) => others.includes(name)) &&
      others.every((name) => [...each, ...parts].some((filter) => filter.name === name)),
  );
  if (group === undefined) return undefined;
  const field = searching === undefined ? undefined : list?.filters[searching]?.field;
  const search =
    searching === undefined || field === undefined
      ? undefined
      : { column: columnOf(table, field), text: request.where[searching] as string };
  const counted = { group, brand, request, search };
  const wanted = [...request.within, ...group.each.map(({ name }) => request.where[name])];
  // The parameter of a value that cannot be stored is NULL, and would select the list of an absent value.
  return listParameters(counted).some((value, index) => value === null && wanted[index] !== null) ? undefined : counted;
}

/** The conditions of the filters of a request, on given expressions. */
export function onFilters(
  { group, request }: CountedRequest,
  filters: readonly CountedFilter[],
  expressionOf: (filter: CountedFilter) => string,
): SqlText {
  const conditions = filters
    .filter(({ name }) => name in request.where)
    .map((filter) => isOneOf(group.table, filter, expressionOf(filter), request.where[filter.name] ?? null));
  return allOf(conditions);
}

function isOneOf(
  table: RecordTable,
  { type }: CountedFilter,
  expression: string,
  wanted: Scalar | readonly Scalar[],
): SqlText {
  if (wanted === null) return { sql: `${expression} IS NULL`, params: [] };
  if (!Array.isArray(wanted)) return { sql: `${expression} = ?`, params: [parameterOf(table, type, wanted as Scalar)] };
  if (wanted.length === 0) return { sql: '1 = 0', params: [] };
  const params = wanted.map((value: Scalar) => parameterOf(table, type, value));
  return { sql: `${expression} IN (${params.map(() => '?').join(', ')})`, params };
}

/** The request of a filter by `present` is a boolean, and its expression a number. */
function parameterOf({ dialect }: RecordTable, type: Column['type'], value: Scalar): unknown {
  return dialect.parameter(type, type === 'integer' && typeof value === 'boolean' ? Number(value) : value);
}

/** The values that select the list of a request within its group: of `within` and of the filters `each`. */
export function listParameters({ group, request }: CountedRequest): readonly unknown[] {
  return [
    ...withinColumns(group).map(({ type }, index) => group.table.dialect.parameter(type, request.within[index])),
    ...group.each.map(({ name, type }) => parameterOf(group.table, type, (request.where[name] ?? null) as Scalar)),
  ];
}

/** The types of the values of a list, in casts. */
export function listTypes(group: CountedGroup): readonly string[] {
  return [...withinColumns(group), ...group.each].map(({ type }) => group.table.dialect.cast(type));
}

/** The expressions of the values of a list in a record. */
export function listValues(group: CountedGroup, row: string): readonly string[] {
  return [...withinColumns(group).map(({ name }) => `${row}${name}`), ...group.each.map(({ inRow }) => inRow(row))];
}

export function withinColumns({ table, list }: CountedGroup): readonly Column[] {
  return (list.within ?? []).map((field) => columnOf(table, field));
}

/** The conditions for a record to be in a list. */
export function isListed({ table, list }: CountedGroup, row: string): string {
  const conditions = onlyOf(table, list).map((condition) => `${row}${condition}`);
  return conditions.length === 0 ? 'TRUE' : conditions.join(' AND ');
}

/** The columns on which the place of a record in the counts depends. */
export function countedColumns({ table, list }: CountedGroup, filters: readonly CountedFilter[]): readonly string[] {
  const fields = [
    ...Object.keys(list.only ?? {}),
    ...(list.within ?? []),
    ...filters.flatMap(({ name }) => list.filters[name]?.field ?? []),
  ];
  return [...new Set(fields)].map((field) => columnOf(table, field).name);
}

/** The index of a group in an order: it finds the records of each part in that order. */
export function indexOf(group: CountedGroup, order: string): string {
  return `"${group.name}_parts_${snakeCase(order)}"`;
}

/** @param places - The columns or expressions of the order. */
export function groupIndex(
  group: CountedGroup,
  { order, places }: { readonly order: string; readonly places: readonly string[] },
): string {
  const { table, parts } = group;
  const values = [...listValues(group, ''), ...parts.map(({ inRow }) => inRow(''))].map(inIndex);
  const only = onlyOf(table, group.list);
  const where = only.length === 0 ? '' : ` WHERE ${only.join(' AND ')}`;
  return `CREATE INDEX ${indexOf(group, order)} ON ${table.name} (${['"brand"', ...values, ...places].join(', ')})${where}`;
}

/** An index requires parentheses around an expression. */
export function inIndex(expression: string): string {
  return expression.startsWith('"') ? expression : `(${expression})`;
}

/** The columns of a record's key, for a select. */
export function keysIn(table: RecordTable, row: string): string {
  return keyNames(table)
    .map((name) => `${row}${name}`)
    .join(', ');
}
