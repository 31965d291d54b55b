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
  /** Empty for a record of the store. */
  readonly brand: string;
}

/** The rows of a list in an order. */
export interface OrderedRows {
  /** The number of rows. */
  readonly size: number;
  /** The row at a place, from 0. */
  at(index: number): Row;
  /** How many rows come before a place. */
  countBefore(place: Row): number;
  /** All rows, from the first on, so that a list need not look at each. Default: it looks at each. */
  parts?(): readonly RowPart[];
}

/** Rows of a list that follow one another. */
export interface RowPart {
  /** The number of rows in the part. */
  readonly size: number;
  /** How many of them are in each group: rows that are alike in the filters of `groupingFilters`. */
  groups(): ReadonlyMap<string, { readonly item: Row; readonly count: number }>;
}

/** The filters whose values are few, so that many records have the same. */
export function groupingFilters(kind: AnyKind, list: AnyList): readonly AnyList['filters'][string][] {
  return Object.values(list.filters).filter(
    ({ field, by }) => by === 'present' || ((by === 'equal' || by === 'oneOf') && !isIdentifying(kind, field)),
  );
}

/** Whether no two records of a brand have the same value of the field. */
export function isIdentifying(kind: AnyKind, field: string): boolean {
  const keys = [kind.key, ...Object.values(kind.unique).map(({ fields }) => fields)];
  return keys.some((fields) => fields.length === 1 && fields[0] === field);
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
 * @param rows - The rows of the list before the filters of the request, in its order.
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
    case 'count':
      return countAnswer(matchingRows(kind, rows, request), request.upTo);
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
    .filter(({ record }) => fixed.every(([field, value]) => record[field] === (value ?? undefined)))
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

/** The rows of a list that may match, in parts that follow one another. */
interface MatchingRows {
  readonly at: OrderedRows['at'];
  readonly parts: Iterable<MatchingPart>;
  matches(row: Row): boolean;
}

interface MatchingPart {
  readonly from: number;
  readonly to: number;
  /** How many of its rows match, if that is known without a look at each. */
  readonly count: number | undefined;
}

/** Rows that match in the first field of an order follow one another; of other filters the groups tell how many match. */
function matchingRows(kind: AnyKind, rows: OrderedRows, request: ListRequest | CountRequest): MatchingRows {
  const list = listOf(kind, request.list);
  const [first] = list.orders[orderOf(kind, request)] ?? [];
  const filters = filtersOf(kind, request);
  const ofRun = filters.filter(({ declared: { field, by } }) => field === first?.field && by in afterRun);
  const grouping = groupingFilters(kind, list);
  const ofGroups = filters.filter((each) => !ofRun.includes(each) && grouping.includes(each.declared));
  let run = { from: 0, to: rows.size };
  for (const filter of ofRun) run = runOf(rows, run, filter, first?.direction === 'ascending');
  return {
    at: rows.at,
    parts: partsOf(rows, run, ofGroups, filters.length > ofRun.length + ofGroups.length),
    matches: (row) => filters.every(({ matches }) => matches(row)),
  };
}

function* partsOf(
  rows: OrderedRows,
  run: { readonly from: number; readonly to: number },
  filters: readonly RowFilter[],
  hasMore: boolean,
): Iterable<MatchingPart> {
  const matching = new Map<string, boolean>();
  const isMatching = (name: string, row: Row): boolean => {
    const known = matching.get(name);
    if (known !== undefined) return known;
    const found = filters.every(({ matches }) => matches(row));
    matching.set(name, found);
    return found;
  };
  let start = 0;
  for (const part of rows.parts?.() ?? [{ size: rows.size, groups: undefined }]) {
    const [from, to] = [Math.max(start, run.from), Math.min(start + part.size, run.to)];
    start += part.size;
    if (from >= to) continue;
    let count: number | undefined = filters.length === 0 ? to - from : undefined;
    if (count === undefined && to - from === part.size) {
      for (const [name, { item, count: size }] of part.groups?.() ?? []) {
        count = (count ?? 0) + (isMatching(name, item) ? size : 0);
      }
    }
    if (count !== 0) yield { from, to, count: hasMore ? undefined : count };
  }
}

/** Whether a row in ascending order that does not match comes after those that match. An absent field comes last. */
const afterRun: Partial<Record<Comparison, boolean>> = { present: false, after: false, upTo: true };

function runOf(
  { at }: OrderedRows,
  within: { readonly from: number; readonly to: number },
  { declared: { field, by }, matches }: RowFilter,
  isAscending: boolean,
): { readonly from: number; readonly to: number } {
  const isAfter = (row: Row): boolean => {
    if (matches(row)) return false;
    if (row.record[field] === undefined) return true;
    return by !== 'present' && afterRun[by] === isAscending;
  };
  return {
    from: firstIndex(within, (index) => matches(at(index)) || isAfter(at(index))),
    to: firstIndex(within, (index) => isAfter(at(index))),
  };
}

/** The first index for which a condition holds, which then holds for all that follow; `to` if there is none. */
function firstIndex(
  { from, to }: { readonly from: number; readonly to: number },
  holds: (index: number) => boolean,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
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
  readonly declared: AnyList['filters'][string];
  matches(row: Row): boolean;
}

function filtersOf(kind: AnyKind, { list, where }: Pick<Listed, 'list' | 'where'>): readonly RowFilter[] {
  return Object.entries(where).map(([name, wanted]) => {
    const declared = listOf(kind, list).filters[name];
    if (declared === undefined) throw new Error(`The list ${list} of ${kind.name} has no filter ${name}.`);
    const matches = comparisons[declared.by];
    return { declared, matches: ({ record }) => matches(record[declared.field], wanted as never) };
  });
}

function listAnswer(
  { at, parts, matches }: MatchingRows,
  { offset, limit = Number.POSITIVE_INFINITY, bytes }: ListRequest,
  shown: (row: Row) => Stored | undefined,
): ListAnswer {
  const items: Stored[] = [];
  let [passed, size, isFull] = [0, 0, limit === 0];

  function take(row: Row): void {
    passed += 1;
    if (passed <= offset || isFull) return;
    if (bytes !== undefined) size += listedBytes(row.record[bytes.field]);
    isFull = items.length > 0 && bytes !== undefined && size > bytes.most;
    const item = isFull ? undefined : shown(row);
    if (item !== undefined) items.push(item);
    isFull ||= items.length >= limit;
  }

  for (const { from, to, count } of parts) {
    const after = count === undefined ? undefined : passed + count;
    const isShown = after === undefined || (!isFull && after > offset);
    const skipped = isShown && count === to - from ? Math.max(0, offset - passed) : 0;
    passed += skipped;
    for (let index = from + skipped; isShown && index < to && !(isFull && after !== undefined); index += 1) {
      if (matches(at(index))) take(at(index));
    }
    if (after !== undefined) passed = after;
  }
  return { items, total: passed };
}

function countAnswer({ at, parts, matches }: MatchingRows, upTo: number): number {
  let total = 0;
  for (const { from, to, count } of parts) {
    if (count !== undefined) total += count;
    else for (let index = from; index < to && total < upTo; index += 1) total += matches(at(index)) ? 1 : 0;
    if (total >= upTo) return upTo;
  }
  return total;
}

/** The size that a field adds to a list. */
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
