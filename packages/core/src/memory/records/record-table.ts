import type { AnyKind, AnyList } from '../../ports/record-kind.ts';
import { comparing, groupingFilters, isIdentifying, type OrderedRows } from '../../ports/record-lists.ts';
import type { Listed, Scalar } from '../../ports/record-store.ts';
import { createSortedList, type SortedList } from '../sorted-list.ts';
import type { MemoryRow } from './memory-row.ts';

/**
 * The rows of one kind, of all brands.
 *
 * `brand` is the scope of a call, empty for the store. The rows of a kind of the store have the empty brand.
 */
export interface RecordTable {
  readonly kind: AnyKind;
  brandIn(scope: string): string;
  get(brand: string, key: readonly Scalar[]): MemoryRow | undefined;
  find(brand: string, index: string, values: readonly Scalar[]): MemoryRow | undefined;
  /** The rows of a list in an order, before the filters of a request. */
  listed(brand: string, listed: Pick<Listed, 'list' | 'within'>, order: string): OrderedRows;
  /** The rows that a filter by a key or a unique index leaves; `undefined`: the request has no such filter. */
  identified(brand: string, listed: Pick<Listed, 'list' | 'where'>): readonly MemoryRow[] | undefined;
  /** The rows that this owner has. */
  owned(brand: string, owner: readonly Scalar[]): readonly MemoryRow[];
  /** Whether a unique index has the values of the row for another row. */
  isTaken(row: MemoryRow): boolean;
  /** Puts a row, or removes the one with the key. */
  set(brand: string, key: readonly Scalar[], row: MemoryRow | undefined): void;
  all(): Iterable<MemoryRow>;
}

export function createRecordTable(kind: AnyKind): RecordTable {
  /** By name, like the sets of names in the indexes. */
  const rows = new Map<string, MemoryRow>();
  const unique = Object.entries(kind.unique).map(([index, declared]) => ({
    index,
    fields: declared.fields,
    names: new Map<string, string>(),
    isOfStore: declared.scope === 'store',
    valuesOf: (row: MemoryRow | undefined) =>
      valuesOf(row, declared.fields, declared.scope === 'store' ? '' : row?.brand),
  }));
  const ofOwners = new Map<string, Set<string>>();
  const ownerNameOf = (row: MemoryRow | undefined) => valuesOf(row, kind.owner?.fields, row?.brand);
  const lists = Object.entries(kind.lists).flatMap(([list, declared]) =>
    Object.keys(declared.orders).map((order) => ({ list, order, ...createListTable(kind, declared, order) })),
  );
  const brandIn = (scope: string) => (kind.scope === 'store' ? '' : scope);

  /** @throws When a record of a brand is wanted in the scope of the store. */
  function nameIn(scope: string, key: readonly Scalar[]): string {
    if (scope === '' && kind.scope === 'brand') {
      throw new Error(`A record of the kind ${kind.name} has no key in the scope of the store.`);
    }
    return nameOf(brandIn(scope), key);
  }

  const get = (brand: string, key: readonly Scalar[]) => rows.get(nameIn(brand, key));

  function find(brand: string, index: string, values: readonly Scalar[]): MemoryRow | undefined {
    const declared = unique.find((each) => each.index === index);
    if (declared === undefined) throw new Error(`The kind ${kind.name} has no unique index ${index}.`);
    const row = rows.get(declared.names.get(nameOf(declared.isOfStore ? '' : brandIn(brand), values)) ?? '');
    return brand === '' || row?.brand === brandIn(brand) ? row : undefined;
  }

  return {
    kind,
    brandIn,
    get,
    find,
    identified(brand, { list, where }) {
      if (brand === '' && kind.scope === 'brand') return undefined;
      for (const [name, wanted] of Object.entries(where)) {
        const { field = '', by } = kind.lists[list]?.filters[name] ?? {};
        if ((by !== 'equal' && by !== 'oneOf') || wanted === null || !isIdentifying(kind, field)) continue;
        const index = unique.find(({ fields }) => fields.length === 1 && fields[0] === field)?.index;
        const values = new Set(Array.isArray(wanted) ? wanted : [wanted]);
        const found = Array.from(values, (value) =>
          index === undefined ? get(brand, [value]) : find(brand, index, [value]),
        );
        return found.filter((row) => row !== undefined);
      }
      return undefined;
    },
    listed(brand, { list, within }, order) {
      const found = lists.find((each) => each.list === list && each.order === order);
      if (found === undefined) throw new Error(`The kind ${kind.name} has no list ${list} in the order ${order}.`);
      return found.rowsOf(brandIn(brand), within);
    },
    owned(brand, owner) {
      const names = ofOwners.get(nameOf(brandIn(brand), owner)) ?? [];
      return Array.from(names, (name) => rows.get(name)).filter((row) => row !== undefined);
    },
    isTaken: (row) =>
      unique.some(({ names, valuesOf: values }) => {
        const holder = names.get(values(row) ?? '');
        return holder !== undefined && holder !== nameOf(row.brand, keyIn(kind, row));
      }),
    set(brand, key, row) {
      const name = nameIn(brand, key);
      const before = rows.get(name);
      if (row === undefined) rows.delete(name);
      else rows.set(name, row);
      for (const { names, valuesOf: values } of unique) {
        const [from, to] = [values(before), values(row)];
        if (from === to) continue;
        if (from !== undefined) names.delete(from);
        if (to !== undefined) names.set(to, name);
      }
      moveIn(ofOwners, name, ownerNameOf(before), ownerNameOf(row));
      for (const list of lists) list.move(before, row);
    },
    all: () => rows.values(),
  };
}

/** The key of a row. */
export function keyIn(kind: AnyKind, { record }: MemoryRow): readonly Scalar[] {
  return kind.key.map((field) => record[field] as Scalar);
}

function valuesOf(
  row: MemoryRow | undefined,
  fields: readonly string[] | undefined,
  brand: string | undefined,
): string | undefined {
  const values = row && fields?.map((field) => row.record[field]);
  return values === undefined || values.includes(undefined) ? undefined : nameOf(brand ?? '', values);
}

function moveIn(sets: Map<string, Set<string>>, name: string, from: string | undefined, to: string | undefined): void {
  if (from === to) return;
  if (from !== undefined) {
    const names = sets.get(from);
    names?.delete(name);
    if (names?.size === 0) sets.delete(from);
  }
  if (to !== undefined) sets.set(to, (sets.get(to) ?? new Set()).add(name));
}

/** The rows of a list in one order. */
function createListTable(kind: AnyKind, list: AnyList, order: string) {
  const { only = {}, within = [], orders, scope } = list;
  const compare = comparing(kind, orders[order] ?? []);
  const grouping = groupingFilters(kind, list);
  const groupOf = ({ record }: MemoryRow) =>
    nameOf(
      '',
      grouping.map(({ field, by }) => (by === 'present' ? record[field] !== undefined : record[field])),
    );
  const newList = () => createSortedList<MemoryRow>(compare, groupOf);
  const sorted = new Map<string, SortedList<MemoryRow>>();
  const none = newList();

  function placesOf(row: MemoryRow | undefined): readonly string[] {
    if (row === undefined || Object.entries(only).some(([field, value]) => row.record[field] !== value)) return [];
    const values = within.map((field) => row.record[field]);
    const brands = scope === 'store' ? ['', row.brand] : [row.brand];
    return brands.map((brand) => nameOf(brand, values));
  }

  return {
    rowsOf: (brand: string, values: readonly Scalar[]) => sorted.get(nameOf(brand, values)) ?? none,
    move(before: MemoryRow | undefined, after: MemoryRow | undefined): void {
      const [from, to] = [placesOf(before), placesOf(after)];
      if (before !== undefined && after !== undefined && `${from}` === `${to}` && compare(before, after) === 0) {
        for (const place of to) sorted.get(place)?.replace(after);
        return;
      }
      for (const place of from) {
        const rows = sorted.get(place);
        rows?.remove(before as MemoryRow);
        if (rows?.size === 0) sorted.delete(place);
      }
      for (const place of to) {
        const rows = sorted.get(place) ?? newList();
        rows.add(after as MemoryRow);
        sorted.set(place, rows);
      }
    },
  };
}

/** A name that no other brand and values have; an absent value is `null`. */
function nameOf(brand: string, values: readonly unknown[]): string {
  let name = '';
  for (const value of values)
    name += typeof value === 'string' ? `${value.length}:${value}` : `${String(value ?? null)};`;
  return name + brand;
}
