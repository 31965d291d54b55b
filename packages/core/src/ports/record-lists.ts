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
      return listAnswer(matchingRows(kind, rows, request), request, (row) =>
        answerOfRow(kind, row, scope, request.heads),
      );
    case 'scan':
      return scanAnswer(kind, rows, request);
    case 'count': {
      const { run, matches } = matchingRows(kind, rows, request);
      if (matches === undefined) return Math.min(run.size, request.upTo);
      let count = 0;
      for (let index = 0; index < run.size && count < request.upTo; index += 1) if (matches(run.at(index))) count += 1;
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
  const isShown = (field: string) => !/^(document|list)/.test(kind.fields[field] ?? '');
  // A store may read the value of a field only when somebody looks at it.
  const shown = Object.keys(record).filter(isShown);
  return Object.fromEntries(shown.map((field) => [field, record[field]]));
}

function listOf(kind: AnyKind, name: string): AnyList {
  const list = kind.lists[name];
  if (list === undefined) throw new Error(`The kind ${kind.name} has no list ${name}.`);
  return list;
}

type Run = Pick<OrderedRows, 'size' | 'at'>;

/** Rows in a run, and which of them match; all if `matches` is absent. */
interface MatchingRows {
  readonly run: Run;
  readonly matches?: (row: Row) => boolean;
}

/** Finds the rows that match. Those that match in the first field of the order follow one another. */
function matchingRows(kind: AnyKind, rows: OrderedRows, request: ListRequest | CountRequest): MatchingRows {
  const [first] = listOf(kind, request.list).orders[orderOf(kind, request)] ?? [];
  const filters = filtersOf(kind, request);
  const ofRun = filters.filter(({ field, by }) => field === first?.field && by in afterRun);
  const others = filters.filter((filter) => !ofRun.includes(filter));
  const run = ofRun.reduce<Run>((all, filter) => runOf(all, filter, first?.direction === 'ascending'), rows);
  return { run, ...(others.length > 0 && { matches: (row: Row) => others.every(({ matches }) => matches(row)) }) };
}

/** Whether a row in ascending order that does not match comes after those that match. An absent field comes last. */
const afterRun: Partial<Record<Comparison, boolean>> = { present: false, after: false, upTo: true };

function runOf(rows: Run, { field, by, matches }: RowFilter, isAscending: boolean): Run {
  const isAfter = (row: Row): boolean => {
    if (matches(row)) return false;
    if (row.record[field] === undefined) return true;
    return by !== 'present' && afterRun[by] === isAscending;
  };
  const from = firstIndex(rows, (row) => matches(row) || isAfter(row));
  const to = firstIndex(rows, isAfter);
  return { size: to - from, at: (index) => rows.at(from + index) };
}

/** The index of the first row for which a condition holds, which then holds for all that follow. */
function firstIndex(rows: Run, holds: (row: Row) => boolean): number {
  let [from, to] = [0, rows.size];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(rows.at(middle))) to = middle;
    else from = middle + 1;
  }
  return from;
}

const comparisons: Readonly<Record<Comparison, (value: unknown, wanted: never) => boolean>> = {
  equal: (value, wanted: Scalar) => (wanted === null ? value === undefined : value === wanted),
  oneOf: (value, wanted: readonly Scalar[]) => wanted.includes(value as Scalar),
  present: (value, wanted: boolean) => (value !== undefined) === wanted,
  contains: (value, wanted: string) => typeof value === 'string' && value.includes(wanted),
  after: (value, wanted: number) => value !== undefined && (value as number) > wanted,
  upTo: (value, wanted: number) => value !== undefined && (value as number) <= wanted,
};

interface RowFilter {
  readonly field: string;
  readonly by: Comparison;
  matches(row: Row): boolean;
}

function filtersOf(kind: AnyKind, { list, where }: Pick<Listed, 'list' | 'where'>): readonly RowFilter[] {
  return Object.entries(where).map(([name, wanted]) => {
    const filter = listOf(kind, list).filters[name];
    if (filter === undefined) throw new Error(`The list ${list} of ${kind.name} has no filter ${name}.`);
    const { field, by } = filter;
    return { field, by, matches: ({ record }) => comparisons[by](record[field], wanted as never) };
  });
}

function listAnswer(
  { run, matches }: MatchingRows,
  { offset, limit = Number.POSITIVE_INFINITY, bytes }: ListRequest,
  shown: (row: Row) => Stored | undefined,
): ListAnswer {
  const items: Stored[] = [];
  let [passed, size, isFull] = [matches === undefined ? Math.min(offset, run.size) : 0, 0, false];
  for (let index = passed; index < run.size; index += 1) {
    isFull ||= items.length >= limit;
    if (isFull && matches === undefined) break;
    const row = run.at(index);
    if (matches?.(row) === false) continue;
    passed += 1;
    if (passed <= offset || isFull) continue;
    if (bytes !== undefined) size += listedBytes(row.record[bytes.field]);
    isFull = items.length > 0 && bytes !== undefined && size > bytes.most;
    const item = isFull ? undefined : shown(row);
    if (item !== undefined) items.push(item);
  }
  return { items, total: matches === undefined ? run.size : passed };
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
    if (filters.every(({ matches }) => matches(row))) keys.push(kind.key.map((field) => row.record[field] as Scalar));
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
