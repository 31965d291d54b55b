/** Rows of one sort by their key, as of the moment they are looked at. */
export interface TableView<TRow> {
  get(key: string): TRow | undefined;
  /** In no order. */
  rows(): Iterable<TRow>;
}

/** Rows that are committed. */
export interface Table<TRow> extends TableView<TRow> {
  apply(changes: TableChanges<TRow> | undefined): void;
}

/** `undefined` removes. */
export type TableChanges<TRow> = ReadonlyMap<string, TRow | undefined>;

/** What a transaction sees: its own writes over committed rows. A rollback only has to forget it. */
export interface WorkingTable<TRow> extends TableView<TRow> {
  readonly changes: TableChanges<TRow>;
  put(key: string, row: TRow | undefined): void;
}

export function createTable<TRow>(): Table<TRow> {
  const kept = new Map<string, TRow>();
  return {
    get: (key) => kept.get(key),
    rows: () => kept.values(),
    apply(changes) {
      for (const [key, row] of changes ?? []) {
        if (row === undefined) kept.delete(key);
        else kept.set(key, row);
      }
    },
  };
}

/** @param keyOf - The key under which a row was put. */
export function createWorkingTable<TRow>(committed: TableView<TRow>, keyOf: (row: TRow) => string): WorkingTable<TRow> {
  const changes = new Map<string, TRow | undefined>();

  function* rows(): Iterable<TRow> {
    for (const row of committed.rows()) if (!changes.has(keyOf(row))) yield row;
    for (const row of changes.values()) if (row !== undefined) yield row;
  }

  return {
    changes,
    get: (key) => (changes.has(key) ? changes.get(key) : committed.get(key)),
    rows,
    put: (key, row) => void changes.set(key, row),
  };
}
