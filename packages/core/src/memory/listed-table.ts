import type { OffsetRange } from '../domain/paging/offset.ts';
import type { Slice } from '../domain/paging/page.ts';
import { type Compare, createSortedList, mergedSlice, type SortedList } from './sorted-list.ts';
import type { Table, TableChanges, TableView, WorkingTable } from './table.ts';

/** An order in which rows are listed. */
export interface ListOrder<TRow> {
  /** Returns 0 only for two states of one row. */
  readonly compare: Compare<TRow>;
  /** The names of the lists that have the row. */
  listsOf(row: TRow): readonly string[];
}

export type ListOrders<TRow, TOrder extends string> = Readonly<Record<TOrder, ListOrder<TRow>>>;

/** Lists of rows in a stable order. */
export interface ListView<TRow, TOrder extends string> {
  /**
   * Returns a slice of the union of these lists.
   *
   * @param lists - No row is in two of them.
   */
  slice(order: TOrder, lists: readonly string[], range: OffsetRange): Slice<TRow>;
}

export type ListedView<TKey, TRow, TIndex extends string, TOrder extends string> = TableView<TKey, TRow, TIndex> &
  ListView<TRow, TOrder>;

/** Adds lists to a table of committed rows. The time of a slice hardly grows with the number of rows. */
export function withLists<TKey, TRow, TOrder extends string, TTable extends Table<TKey, TRow, never>>(
  table: TTable & { get(key: TKey): TRow | undefined },
  orders: ListOrders<TRow, TOrder>,
): TTable & ListView<TRow, TOrder> {
  const kept = Object.entries<ListOrder<TRow>>(orders).map(([name, order]) => ({
    name,
    ...order,
    lists: new Map<string, SortedList<TRow>>(),
  }));

  function move(before: TRow | undefined, after: TRow | undefined): void {
    for (const { compare, listsOf, lists } of kept) {
      const [from, to] = [before, after].map((row) => (row === undefined ? [] : listsOf(row)));
      const isSamePlace =
        before !== undefined && after !== undefined && compare(before, after) === 0 && `${from}` === `${to}`;
      if (isSamePlace) {
        for (const name of to ?? []) lists.get(name)?.replace(after);
        continue;
      }
      for (const name of from ?? []) {
        lists.get(name)?.remove(before as TRow);
        if (lists.get(name)?.size === 0) lists.delete(name);
      }
      for (const name of to ?? []) {
        const list = lists.get(name) ?? createSortedList(compare);
        list.add(after as TRow);
        lists.set(name, list);
      }
    }
  }

  return {
    ...table,
    slice(order, names, range) {
      const { compare, lists } = kept.find(({ name }) => name === order) as (typeof kept)[number];
      const found = names.map((name) => lists.get(name)).filter((list) => list !== undefined);
      const total = found.reduce((sum, { size }) => sum + size, 0);
      return { items: mergedSlice(found, compare, range), total };
    },
    apply(changes: TableChanges<TKey, TRow>) {
      for (const [key, row] of changes) move(table.get(key), row);
      table.apply(changes);
    },
  };
}

/** Adds lists to the view of a transaction. Once the transaction has changed rows, a slice scans all rows. */
export function withWorkingLists<TKey, TRow, TOrder extends string, TTable extends WorkingTable<TKey, TRow, never>>(
  working: TTable & { rows(): Iterable<TRow>; readonly changes: TableChanges<TKey, TRow> },
  committed: ListView<TRow, TOrder>,
  orders: ListOrders<TRow, TOrder>,
): TTable & ListView<TRow, TOrder> {
  return {
    ...working,
    slice(order, names, range) {
      if (working.changes.size === 0) return committed.slice(order, names, range);
      const { compare, listsOf } = orders[order];
      const rows = Iterator.from(working.rows())
        .filter((row) => listsOf(row).some((name) => names.includes(name)))
        .toArray()
        .sort(compare);
      return { items: rows.slice(range.offset, range.offset + range.limit), total: rows.length };
    },
  };
}
