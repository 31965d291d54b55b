/** Negative when the first comes before the second; 0 only when both are the same entry of a list. */
export type Compare<T> = (a: T, b: T) => number;

/** Items that are alike. */
export interface Group<T> {
  readonly item: T;
  readonly count: number;
}

/** Items that follow one another. */
export interface Part<T> {
  readonly size: number;
  /** The items by their group. */
  groups(): ReadonlyMap<string, Group<T>>;
}

/** Items in their order, each once. Adding, removing and finding an item, or the item at an index, take little time. */
export interface SortedList<T> {
  readonly size: number;
  add(item: T): void;
  remove(item: T): void;
  /** Puts an item in the place of the one that compares as equal. */
  replace(item: T): void;
  at(index: number): T;
  /** How many items come before this one, which need not be in the list. */
  countBefore(item: T): number;
  /** All items, from the first on. */
  parts(): readonly Part<T>[];
}

/** Moving the items of a chunk to make room takes about a microsecond; a million items have some two thousand chunks. */
const mostInChunk = 1_000;

/** @param groupOf - Names the group of an item. */
export function createSortedList<T>(compare: Compare<T>, groupOf: (item: T) => string = () => ''): SortedList<T> {
  let chunks: T[][] = [];
  let size = 0;
  /** The groups of a chunk, until it changes. */
  const groups = new WeakMap<T[], ReadonlyMap<string, Group<T>>>();
  /** The chunk of the last `at`. */
  let last = 0;
  /** The index of the first item of each chunk; absent after a change. */
  let starts: number[] | undefined;

  const firstOf = (chunk: number) => (chunks[chunk] as T[])[0] as T;

  /** The last chunk that begins at the item or before it; the first one if none does. */
  const chunkOf = (item: T) => Math.max(0, countWhile(chunks.length, (each) => compare(firstOf(each), item) <= 0) - 1);

  const indexIn = (chunk: readonly T[], item: T) =>
    countWhile(chunk.length, (each) => compare(chunk[each] as T, item) < 0);

  function startsOfChunks(): readonly number[] {
    if (starts !== undefined) return starts;
    let start = 0;
    starts = chunks.map((chunk) => {
      start += chunk.length;
      return start - chunk.length;
    });
    return starts;
  }

  /** @throws When the list does not have the item. */
  function find(item: T): { readonly chunkIndex: number; readonly chunk: T[]; readonly index: number } {
    const chunkIndex = chunkOf(item);
    const chunk = chunks[chunkIndex] ?? [];
    const index = indexIn(chunk, item);
    if (index === chunk.length || compare(chunk[index] as T, item) !== 0)
      throw new Error('The item is not in the list.');
    return { chunkIndex, chunk, index };
  }

  return {
    get size() {
      return size;
    },
    add(item) {
      size += 1;
      starts = undefined;
      const chunkIndex = chunkOf(item);
      const chunk = chunks[chunkIndex];
      if (chunk === undefined) {
        chunks = [[item]];
        return;
      }
      groups.delete(chunk);
      chunk.splice(indexIn(chunk, item), 0, item);
      if (chunk.length > mostInChunk) chunks.splice(chunkIndex + 1, 0, chunk.splice(mostInChunk / 2));
    },
    remove(item) {
      const { chunkIndex, chunk, index } = find(item);
      size -= 1;
      starts = undefined;
      groups.delete(chunk);
      chunk.splice(index, 1);
      if (chunk.length === 0) chunks.splice(chunkIndex, 1);
    },
    replace(item) {
      const { chunk, index } = find(item);
      groups.delete(chunk);
      chunk[index] = item;
    },
    at(index) {
      const from = startsOfChunks();
      const isInLast = index >= (from[last] ?? size) && index < (from[last + 1] ?? size);
      if (!isInLast) last = countWhile(from.length, (each) => (from[each] as number) <= index) - 1;
      return (chunks[last] as T[])[index - (from[last] as number)] as T;
    },
    countBefore(item) {
      if (size === 0) return 0;
      const chunk = chunkOf(item);
      return (startsOfChunks()[chunk] as number) + indexIn(chunks[chunk] as T[], item);
    },
    parts: () =>
      chunks.map((chunk) => ({
        size: chunk.length,
        groups() {
          const known = groups.get(chunk) ?? groupsOf(chunk, groupOf);
          groups.set(chunk, known);
          return known;
        },
      })),
  };
}

function groupsOf<T>(items: readonly T[], groupOf: (item: T) => string): ReadonlyMap<string, Group<T>> {
  const groups = new Map<string, { readonly item: T; count: number }>();
  for (const item of items) {
    const name = groupOf(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { item, count: 1 });
    else group.count += 1;
  }
  return groups;
}

/** Counts the indexes, from 0 on, for which the condition holds; after the first for which it does not, none may. */
function countWhile(length: number, isBefore: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}
