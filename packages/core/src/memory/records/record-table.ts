import type { Listed, Scalar, Stored } from '../../ports/record-store.ts';
import type { AnyKind, AnyList } from '../../records/record-kind.ts';
import { type Compare, createSortedList, type SortedList } from '../sorted-list.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A record with its brand; '' where it has none. */
export interface Row extends Stored {
  readonly brand: string;
}

/** The records of one kind, of all brands. */
export interface RecordTable {
  readonly kind: AnyKind;
  get(brand: string, key: readonly Scalar[]): Row | undefined;
  /** @param brand - `undefined`: of any brand, for an index of the store. */
  find(brand: string | undefined, index: string, values: readonly Scalar[]): Row | undefined;
  /** The records of a list in an order, before its filters. */
  listed(brand: string | undefined, listed: Pick<Listed, 'list' | 'within'>, order: string): SortedList<Row>;
  /** The records that this owner has. */
  owned(brand: string, owner: readonly Scalar[]): readonly Row[];
  /** @returns Whether a unique index has the values of the row for another record. */
  isTaken(row: Row): boolean;
  /** Puts a row, or removes the one with the key. @returns The row that was there. */
  set(brand: string, key: readonly Scalar[], row: Row | undefined): Row | undefined;
}

export function createRecordTable(kind: AnyKind): RecordTable {
  const rows = new Map<string, Row>();
  const unique = new Map(Object.keys(kind.unique).map((index) => [index, new Map<string, Row>()]));
  const ofOwners = new Map<string, Map<string, Row>>();
  const lists = Object.entries(kind.lists).flatMap(([name, list]) =>
    Object.keys(list.orders).map((order) => listOf(kind, name, list, order)),
  );

  const valuesIn = (index: string, { brand, record }: Row): string | undefined => {
    const { fields = [], scope } = kind.unique[index] ?? {};
    const values = fields.map((field) => record[field]);
    if (values.some((value) => value === undefined)) return undefined;
    return nameOf(scope === 'store' ? '' : brand, values);
  };

  function enter(row: Row): void {
    const name = nameOf(
      row.brand,
      kind.key.map((field) => row.record[field]),
    );
    rows.set(name, row);
    for (const [index, known] of unique) {
      const values = valuesIn(index, row);
      if (values !== undefined) known.set(values, row);
    }
    const owner = ownerOf(kind, row);
    if (owner !== undefined) entryOf(ofOwners, nameOf(row.brand, owner), () => new Map()).set(name, row);
    for (const list of lists) list.enter(row);
  }

  function leave(row: Row): void {
    const name = nameOf(
      row.brand,
      kind.key.map((field) => row.record[field]),
    );
    rows.delete(name);
    for (const [index, known] of unique) {
      const values = valuesIn(index, row);
      if (values !== undefined) known.delete(values);
    }
    const owner = ownerOf(kind, row);
    if (owner !== undefined) {
      const owned = ofOwners.get(nameOf(row.brand, owner));
      owned?.delete(name);
      if (owned?.size === 0) ofOwners.delete(nameOf(row.brand, owner));
    }
    for (const list of lists) list.leave(row);
  }

  return {
    kind,
    get: (brand, key) => rows.get(nameOf(brand, key)),
    find: (brand, index, values) => {
      const isOfStore = kind.unique[index]?.scope === 'store';
      const row = unique.get(index)?.get(nameOf(isOfStore ? '' : (brand ?? ''), values));
      return brand === undefined || row?.brand === brand ? row : undefined;
    },
    listed(brand, { list, within }, order) {
      const found = lists.find((each) => each.name === list && each.order === order);
      if (found === undefined) throw new Error(`The kind ${kind.name} has no list ${list} in the order ${order}.`);
      return found.rowsOf(brand, within);
    },
    owned: (brand, owner) => [...(ofOwners.get(nameOf(brand, owner))?.values() ?? [])],
    isTaken: (row) =>
      [...unique].some(([index, known]) => {
        const values = valuesIn(index, row);
        const holder = values === undefined ? undefined : known.get(values);
        return holder !== undefined && !isSameRecord(kind, holder, row);
      }),
    set(brand, key, row) {
      const before = rows.get(nameOf(brand, key));
      if (before !== undefined) leave(before);
      if (row !== undefined) enter(row);
      return before;
    },
  };
}

/** The key of the record that owns a row. */
export function ownerOf(kind: AnyKind, { record }: Row): readonly Scalar[] | undefined {
  const key = kind.owner?.fields.map((field) => record[field] as Scalar | undefined);
  return key?.every((value) => value !== undefined) ? (key as readonly Scalar[]) : undefined;
}

function isSameRecord(kind: AnyKind, one: Row, other: Row): boolean {
  return one.brand === other.brand && kind.key.every((field) => one.record[field] === other.record[field]);
}

function listOf(kind: AnyKind, name: string, list: AnyList, order: string) {
  const { only = {}, within = [], orders, scope } = list;
  const compare = comparing(kind, orders[order] ?? []);
  const sorted = new Map<string, SortedList<Row>>();
  const isListed = ({ record }: Row) => Object.entries(only).every(([field, value]) => record[field] === value);
  const placesOf = ({ brand, record }: Row) => {
    const values = within.map((field) => record[field]);
    return scope === 'store' ? [nameOf('', values), nameOf(brand, values)] : [nameOf(brand, values)];
  };
  return {
    name,
    order,
    rowsOf: (brand: string | undefined, values: readonly Scalar[]) =>
      sorted.get(nameOf(brand ?? '', values)) ?? createSortedList(compare),
    enter(row: Row) {
      if (!isListed(row)) return;
      for (const place of placesOf(row)) entryOf(sorted, place, () => createSortedList(compare)).add(row);
    },
    leave(row: Row) {
      if (!isListed(row)) return;
      for (const place of placesOf(row)) {
        const rows = sorted.get(place);
        rows?.remove(row);
        if (rows?.size === 0) sorted.delete(place);
      }
    },
  };
}

function comparing(kind: AnyKind, order: AnyList['orders'][string]): Compare<Row> {
  return (a, b) => {
    for (const { field, direction } of order) {
      const [x, y] = [a.record[field], b.record[field]];
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return (isBefore(x as Scalar, y as Scalar) ? -1 : 1) * (direction === 'ascending' ? 1 : -1);
    }
    return isSameRecord(kind, a, b) ? 0 : a.brand < b.brand ? -1 : 1;
  };
}

/** Texts are in the order of their code points, which is that of their UTF-8 bytes. */
function isBefore(x: Scalar, y: Scalar): boolean {
  if (typeof x !== 'string' || typeof y !== 'string') return (x as number) < (y as number);
  for (let index = 0; index < x.length && index < y.length; index += 1) {
    const [a, b] = [x.charCodeAt(index), y.charCodeAt(index)];
    // Surrogates come after all other units in the order of code points.
    if (a !== b) return isSurrogate(a) === isSurrogate(b) ? a < b : isSurrogate(b);
  }
  return x.length < y.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

function nameOf(brand: string, values: readonly unknown[]): string {
  return JSON.stringify([brand, ...values]);
}

function entryOf<TKey, TValue>(map: Map<TKey, TValue>, key: TKey, make: () => TValue): TValue {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

/** The fields of a record but its documents. */
export function headOf(kind: AnyKind, record: Fields): Fields {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !kind.fields[field]?.startsWith('document')));
}
