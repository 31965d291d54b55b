import { utf8Length } from '../domain/text.ts';
import type { AnyKind, AnyList, Comparison } from './record-kind.ts';
import type {
  CountRequest,
  ListAnswer,
  Listed,
  ListRequest,
  Scalar,
  ScanAnswer,
  ScanRequest,
  Scope,
  Stored,
} from './record-store.ts';

/** A record with its brand, which is empty for a record of the store. */
export interface Row extends Stored {
  readonly brand: string;
}

/** The rows of a list in an order. */
export interface OrderedRows {
  readonly size: number;
  at(index: number): Row;
  /** How many rows come before a place. */
  countBefore(place: Row): number;
}

/** The answer to `get` and `find`. */
export function answerOfRow(kind: AnyKind, row: Row | undefined, scope: Scope, heads?: true): Stored | undefined {
  if (row === undefined) return undefined;
  const record = heads ? headOf(kind, row.record) : row.record;
  const isAcrossBrands = scope === 'store' && kind.scope === 'brand';
  return { record, version: row.version, ...(isAcrossBrands && { brand: row.brand }) };
}

/**
 * Answers a request of a list from its rows.
 *
 * @param rows - Those of the list before the filters of the request, in its order.
 */
export function answerOfList(
  kind: AnyKind,
  rows: OrderedRows,
  scope: Scope,
  request: ListRequest | ScanRequest | CountRequest,
): ListAnswer | ScanAnswer | number {
  switch (request.do) {
    case 'list':
      return listAnswer(matching(kind, rows, request), request, (row) => answerOfRow(kind, row, scope, request.heads));
    case 'scan':
      return scanAnswer(kind, rows, request);
    case 'count': {
      let count = 0;
      for (const _row of matching(kind, rows, request)) {
        count += 1;
        if (count === request.upTo) break;
      }
      return count;
    }
  }
}

/**
 * Finds the rows of a list, and puts them in order, for a store that has no indexes of lists.
 *
 * @param rows - All of the kind in the scope.
 */
export function orderedRows(
  kind: AnyKind,
  rows: Iterable<Row>,
  request: ListRequest | ScanRequest | CountRequest,
): OrderedRows {
  const { only = {}, within = [], orders } = listOf(kind, request.list);
  const fixed = [...Object.entries(only), ...within.map((field, index) => [field, request.within[index]] as const)];
  const compare = comparing(kind, orders[orderOf(kind, request)] ?? []);
  const sorted = [...rows]
    .filter(({ record }) => fixed.every(([field, value]) => record[field] === value))
    .sort(compare);
  return {
    size: sorted.length,
    at: (index) => sorted[index] as Row,
    countBefore: (place) => sorted.filter((row) => compare(row, place) < 0).length,
  };
}

/** The order of a request; the first of the list for a count. */
export function orderOf(kind: AnyKind, request: ListRequest | ScanRequest | CountRequest): string {
  return request.do === 'count' ? (Object.keys(listOf(kind, request.list).orders)[0] ?? '') : request.order;
}

/** Compares rows by the fields of an order. Texts are in the order of their code points; absent fields come last. */
export function comparing(kind: AnyKind, order: AnyList['orders'][string]): (one: Row, other: Row) => number {
  return (one, other) => {
    for (const { field, direction } of order) {
      const [a, b] = [one.record[field], other.record[field]];
      if (a === b) continue;
      if (a === undefined) return 1;
      if (b === undefined) return -1;
      return (isBefore(a as Scalar, b as Scalar) ? -1 : 1) * (direction === 'ascending' ? 1 : -1);
    }
    if (isSameRecord(kind, one, other)) return 0;
    return one.brand < other.brand ? -1 : 1;
  };
}

export function isSameRecord(kind: AnyKind, one: Row, other: Row): boolean {
  return one.brand === other.brand && kind.key.every((field) => one.record[field] === other.record[field]);
}

function isBefore(a: Scalar, b: Scalar): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return (a as number) < (b as number);
  for (let index = 0; index < a.length && index < b.length; index += 1) {
    const [one, other] = [a.charCodeAt(index), b.charCodeAt(index)];
    // In the order of code points, a surrogate comes after every other unit.
    if (one !== other) return isSurrogate(one) === isSurrogate(other) ? one < other : isSurrogate(other);
  }
  return a.length < b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function headOf(kind: AnyKind, record: Stored['record']): Stored['record'] {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !kind.fields[field]?.startsWith('document')));
}

function listOf(kind: AnyKind, name: string): AnyList {
  const list = kind.lists[name];
  if (list === undefined) throw new Error(`The kind ${kind.name} has no list ${name}.`);
  return list;
}

function* matching(kind: AnyKind, rows: OrderedRows, listed: Listed): Iterable<Row> {
  const filters = filtersOf(kind, listed);
  for (let index = 0; index < rows.size; index += 1) {
    const row = rows.at(index);
    if (filters.every((matches) => matches(row))) yield row;
  }
}

const comparisons: Readonly<Record<Comparison, (value: unknown, wanted: never) => boolean>> = {
  equal: (value, wanted: Scalar) => (wanted === null ? value === undefined : value === wanted),
  oneOf: (value, wanted: readonly Scalar[]) => wanted.includes(value as Scalar),
  present: (value, wanted: boolean) => (value !== undefined) === wanted,
  contains: (value, wanted: string) => typeof value === 'string' && value.includes(wanted),
  after: (value, wanted: number) => value !== undefined && (value as number) > wanted,
  upTo: (value, wanted: number) => value !== undefined && (value as number) <= wanted,
};

function filtersOf(kind: AnyKind, { list, where }: Pick<Listed, 'list' | 'where'>): readonly ((row: Row) => boolean)[] {
  return Object.entries(where).map(([name, wanted]) => {
    const filter = listOf(kind, list).filters[name];
    if (filter === undefined) throw new Error(`The list ${list} of ${kind.name} has no filter ${name}.`);
    return ({ record }) => comparisons[filter.by](record[filter.field], wanted as never);
  });
}

function listAnswer(
  rows: Iterable<Row>,
  { offset, limit = Number.POSITIVE_INFINITY, bytes }: ListRequest,
  shown: (row: Row) => Stored | undefined,
): ListAnswer {
  const items: Stored[] = [];
  let [total, size, isFull] = [0, 0, false];
  for (const row of rows) {
    if (total >= offset && items.length < limit && !isFull) {
      if (bytes !== undefined) size += listedBytes(row.record[bytes.field]);
      isFull = items.length > 0 && bytes !== undefined && size > bytes.most;
      const item = isFull ? undefined : shown(row);
      if (item !== undefined) items.push(item);
    }
    total += 1;
  }
  return { items, total };
}

/** What a field adds to the size of a list. */
function listedBytes(value: unknown): number {
  if (value === undefined) return 0;
  return utf8Length(typeof value === 'string' ? value : JSON.stringify(value));
}

function scanAnswer(kind: AnyKind, rows: OrderedRows, request: ScanRequest): ScanAnswer {
  const order = listOf(kind, request.list).orders[request.order] ?? [];
  const filters = filtersOf(kind, request);
  const first = request.after === undefined ? 0 : countUpTo(rows, order, request.after);
  const end = Math.min(rows.size, first + request.look);
  const keys: (readonly Scalar[])[] = [];
  for (let index = first; index < end; index += 1) {
    const row = rows.at(index);
    if (filters.every((matches) => matches(row))) keys.push(kind.key.map((field) => row.record[field] as Scalar));
  }
  if (end >= rows.size) return { keys };
  const { record } = rows.at(end - 1);
  return { keys, next: order.map(({ field }) => (record[field] ?? null) as Scalar) };
}

/** How many rows come before the place with these values of the order, or at it. */
function countUpTo(rows: OrderedRows, order: AnyList['orders'][string], values: readonly Scalar[]): number {
  const record = Object.fromEntries(order.map(({ field }, index) => [field, values[index] ?? undefined]));
  const before = rows.countBefore({ brand: '', version: '', record });
  const next = before < rows.size ? rows.at(before).record : {};
  return order.every(({ field }) => next[field] === record[field]) ? before + 1 : before;
}
