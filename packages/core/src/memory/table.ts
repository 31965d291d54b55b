/** A value by which an index finds rows. */
export type IndexValue = string | number;

/** How the rows of one kind are found. */
export interface TableDefinition<TKey, TRow, TIndex extends string> {
  keyOf(row: TRow): TKey;
  /** The value of a row in each index; `undefined`: the index does not contain the row. */
  readonly indexes: Readonly<Record<TIndex, (row: TRow) => IndexValue | undefined>>;
}

/** Read access to the rows of one kind, in their current state. */
export interface TableView<TKey, TRow, TIndex extends string> {
  get(key: TKey): TRow | undefined;
  /** In the order in which they were added. */
  rows(): Iterable<TRow>;
  /** Rows with this value in the index, in the order in which they got it. */
  rowsOf(index: TIndex, value: IndexValue): Iterable<TRow>;
}

/** By key; `undefined` removes the row. */
export type TableChanges<TKey, TRow> = ReadonlyMap<TKey, TRow | undefined>;

/** The committed rows. */
export interface Table<TKey, TRow, TIndex extends string> extends TableView<TKey, TRow, TIndex> {
  apply(changes: TableChanges<TKey, TRow>): void;
}

/** The view of one transaction: its own writes over the committed rows. To roll back, forget it. */
export interface WorkingTable<TKey, TRow, TIndex extends string> extends TableView<TKey, TRow, TIndex> {
  readonly changes: TableChanges<TKey, TRow>;
  put(row: TRow): void;
  remove(key: TKey): void;
}

export function createTable<TKey, TRow, TIndex extends string>({
  indexes,
}: TableDefinition<TKey, TRow, TIndex>): Table<TKey, TRow, TIndex> {
  const rows = new Map<TKey, TRow>();
  const indexed = Object.entries<(row: TRow) => IndexValue | undefined>(indexes).map(([name, read]) => ({
    name,
    read,
    keys: new Map<IndexValue, Set<TKey>>(),
  }));

  function reindex(key: TKey, before: TRow | undefined, after: TRow | undefined): void {
    for (const { read, keys } of indexed) {
      const [from, to] = [before && read(before), after && read(after)];
      if (from === to) continue;
      if (from !== undefined) {
        keys.get(from)?.delete(key);
        if (keys.get(from)?.size === 0) keys.delete(from);
      }
      if (to !== undefined) keys.set(to, (keys.get(to) ?? new Set()).add(key));
    }
  }

  return {
    get: (key) => rows.get(key),
    rows: () => rows.values(),
    *rowsOf(index, value) {
      const { keys } = indexed.find(({ name }) => name === index) ?? {};
      for (const key of keys?.get(value) ?? []) yield rows.get(key) as TRow;
    },
    apply(changes) {
      for (const [key, row] of changes) {
        reindex(key, rows.get(key), row);
        if (row === undefined) rows.delete(key);
        else rows.set(key, row);
      }
    },
  };
}

export function createWorkingTable<TKey, TRow, TIndex extends string>(
  committed: TableView<TKey, TRow, TIndex>,
  { keyOf, indexes }: TableDefinition<TKey, TRow, TIndex>,
): WorkingTable<TKey, TRow, TIndex> {
  const changes = new Map<TKey, TRow | undefined>();
  return {
    changes,
    get: (key) => (changes.has(key) ? changes.get(key) : committed.get(key)),
    rows: () => withChanges(committed.rows(), { changes, keyOf, isWanted: () => true }),
    rowsOf: (index, value) =>
      withChanges(committed.rowsOf(index, value), { changes, keyOf, isWanted: (row) => indexes[index](row) === value }),
    put: (row) => void changes.set(keyOf(row), row),
    remove: (key) => void changes.set(key, undefined),
  };
}

/** Lists rows with changed ones in place of the committed ones, and new rows at the end. */
function* withChanges<TKey, TRow>(
  committed: Iterable<TRow>,
  {
    changes,
    keyOf,
    isWanted,
  }: {
    readonly changes: TableChanges<TKey, TRow>;
    keyOf(row: TRow): TKey;
    isWanted(row: TRow): boolean;
  },
): Iterable<TRow> {
  const seen = new Set<TKey>();
  for (const row of committed) {
    const key = keyOf(row);
    if (!changes.has(key)) {
      yield row;
      continue;
    }
    seen.add(key);
    const changed = changes.get(key);
    if (changed !== undefined && isWanted(changed)) yield changed;
  }
  for (const [key, row] of changes) if (row !== undefined && !seen.has(key) && isWanted(row)) yield row;
}

/** A table by number that can be read from any number on. Rows are added with rising numbers. */
export interface NumberedView<TRow, TIndex extends string> extends TableView<number, TRow, TIndex> {
  /** Rows of greater numbers, by ascending number. */
  rowsAfter(number: number): Iterable<TRow>;
}

export function createNumberedTable<TRow, TIndex extends string>(
  definition: TableDefinition<number, TRow, TIndex>,
): NumberedView<TRow, TIndex> & Table<number, TRow, TIndex> {
  const table = createTable(definition);
  const numbers = createRisingNumbers();
  const present = { size: 0, has: (number: number) => table.get(number) !== undefined };
  return {
    ...table,
    *rowsAfter(after) {
      for (const number of numbers.after(after)) {
        const row = table.get(number);
        if (row !== undefined) yield row;
      }
    },
    apply(changes) {
      for (const [number, row] of changes) {
        const isPresent = present.has(number);
        if (row !== undefined && !isPresent) numbers.add(number);
        present.size += Number(row !== undefined) - Number(isPresent);
      }
      table.apply(changes);
      numbers.keep(present);
    },
  };
}

export function createWorkingNumberedTable<TRow, TIndex extends string>(
  committed: NumberedView<TRow, TIndex>,
  definition: TableDefinition<number, TRow, TIndex>,
): NumberedView<TRow, TIndex> & WorkingTable<number, TRow, TIndex> {
  const { keyOf } = definition;
  const working = createWorkingTable(committed, definition);
  return {
    ...working,
    rowsAfter: (after) =>
      withChanges(committed.rowsAfter(after), {
        changes: working.changes,
        keyOf,
        isWanted: (row) => keyOf(row) > after,
      }),
  };
}

/** A list of rising numbers that can be read from any number on. */
export interface RisingNumbers {
  /** @param number - Must be greater than all before. */
  add(number: number): void;
  /** The numbers greater than this. Removed ones may be among them. */
  after(number: number): Iterable<number>;
  /** Drops the numbers that are no longer present, as soon as these are the majority. */
  keep(present: { readonly size: number; has(number: number): boolean }): void;
}

export function createRisingNumbers(): RisingNumbers {
  let numbers: number[] = [];

  /** The index of the first number greater than this. */
  function indexAfter(number: number): number {
    let [from, to] = [0, numbers.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((numbers[middle] ?? 0) > number) to = middle;
      else from = middle + 1;
    }
    return from;
  }

  return {
    add(number) {
      if (number <= (numbers.at(-1) ?? 0)) throw new Error('Numbers rise.');
      numbers.push(number);
    },
    *after(number) {
      const seen = numbers;
      for (let place = indexAfter(number); place < seen.length; place += 1) yield seen[place] ?? 0;
    },
    keep(present) {
      if (numbers.length > 2 * present.size + 1_000) numbers = numbers.filter((number) => present.has(number));
    },
  };
}
