import { createRisingNumbers } from './rising-numbers.ts';

/** Rows of one kind by their numbers, which rise as rows are added. */
export interface NumberedTable<TRow, TGroup extends string> {
  find(number: number): TRow | undefined;
  /** By ascending number. */
  rows(): Iterable<TRow>;
  /** Rows of greater numbers than this, by ascending number. */
  rowsAfter(number: number): Iterable<TRow>;
  /** Rows that have this key, by ascending number where no row ever changes its key. */
  rowsOf(group: TGroup, key: GroupKey): Iterable<TRow>;
}

export type GroupKey = string | number;

/** How rows are grouped: the key that a row has in each group, if it is in that one. */
export type Grouping<TRow, TGroup extends string> = Readonly<Record<TGroup, (row: TRow) => GroupKey | undefined>>;

/** What changes in a table, by number; `undefined` removes. */
export type NumberedChanges<TRow> = ReadonlyMap<number, TRow | undefined>;

export interface CommittedNumberedTable<TRow, TGroup extends string> extends NumberedTable<TRow, TGroup> {
  apply(changes: NumberedChanges<TRow>): void;
}

export function createNumberedTable<TRow, TGroup extends string>(
  grouping: Grouping<TRow, TGroup>,
): CommittedNumberedTable<TRow, TGroup> {
  const rows = new Map<number, TRow>();
  const numbers = createRisingNumbers();
  const groups = Object.entries<Grouping<TRow, TGroup>[TGroup]>(grouping).map(
    ([name, keyOf]) => [name, { keyOf, members: new Map<GroupKey, Set<number>>() }] as const,
  );
  const groupByName = new Map(groups);

  function regroup(number: number, before: TRow | undefined, after: TRow | undefined): void {
    for (const { keyOf, members } of groupByName.values()) {
      const [from, to] = [before && keyOf(before), after && keyOf(after)];
      if (from === to) continue;
      if (from !== undefined) removeMember(members, from, number);
      if (to !== undefined) addMember(members, to, number);
    }
  }

  return {
    find: (number) => rows.get(number),
    rows: () => rows.values(),
    *rowsAfter(after) {
      for (const number of numbers.after(after)) {
        const row = rows.get(number);
        if (row !== undefined) yield row;
      }
    },
    *rowsOf(group, key) {
      for (const number of groupByName.get(group)?.members.get(key) ?? []) {
        const row = rows.get(number);
        if (row !== undefined) yield row;
      }
    },
    apply(changes) {
      for (const [number, row] of changes) {
        regroup(number, rows.get(number), row);
        if (row === undefined) rows.delete(number);
        else {
          if (!rows.has(number)) numbers.add(number);
          rows.set(number, row);
        }
      }
      numbers.keep(rows);
    },
  };
}

export interface WorkingNumberedTable<TRow, TGroup extends string> extends NumberedTable<TRow, TGroup> {
  readonly changes: NumberedChanges<TRow>;
  /** `undefined` removes. A new row has a greater number than all before. */
  put(number: number, row: TRow | undefined): void;
}

/** Lays the writes of one transaction over a table. */
export function createWorkingNumberedTable<TRow extends { readonly number: number }, TGroup extends string>(
  committed: NumberedTable<TRow, TGroup>,
  grouping: Grouping<TRow, TGroup>,
): WorkingNumberedTable<TRow, TGroup> {
  const changes = new Map<number, TRow | undefined>();

  function* laidOver(before: Iterable<TRow>, isWanted: (row: TRow) => boolean): Iterable<TRow> {
    const seen = new Set<number>();
    for (const row of before) {
      if (!changes.has(row.number)) yield row;
      else {
        const changed = changes.get(row.number);
        seen.add(row.number);
        if (changed !== undefined && isWanted(changed)) yield changed;
      }
    }
    for (const row of changes.values()) {
      if (row !== undefined && !seen.has(row.number) && isWanted(row)) yield row;
    }
  }

  return {
    changes,
    find: (number) => (changes.has(number) ? changes.get(number) : committed.find(number)),
    rows: () => laidOver(committed.rows(), () => true),
    rowsAfter: (after) => laidOver(committed.rowsAfter(after), (row) => row.number > after),
    rowsOf: (group, key) => laidOver(committed.rowsOf(group, key), (row) => grouping[group](row) === key),
    put: (number, row) => void changes.set(number, row),
  };
}

function addMember(members: Map<GroupKey, Set<number>>, key: GroupKey, number: number): void {
  const present = members.get(key) ?? new Set();
  members.set(key, present.add(number));
}

function removeMember(members: Map<GroupKey, Set<number>>, key: GroupKey, number: number): void {
  const present = members.get(key);
  present?.delete(number);
  if (present?.size === 0) members.delete(key);
}
