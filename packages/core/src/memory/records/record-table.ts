import type { AnyKind, AnyList } from '../../ports/record-kind.ts';
import { comparing, isSameRecord, type Row } from '../../ports/record-lists.ts';
import type { Listed, Scalar } from '../../ports/record-store.ts';
import { createSortedList, type SortedList } from '../sorted-list.ts';

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
