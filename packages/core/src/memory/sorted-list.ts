/** Negative when the first comes before the second; 0 only when both are the same entry of a list. */
export type Compare<T> = (a: T, b: T) => number;

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
}

/** Moving the items of a chunk to make room takes about a microsecond; a million items have some two thousand chunks. */
const mostInChunk = 1_000;

export function createSortedList<T>(compare: Compare<T>): SortedList<T> {
  let chunks: T[][] = [];
  let size = 0;
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
      chunk.splice(indexIn(chunk, item), 0, item);
      if (chunk.length > mostInChunk) chunks.splice(chunkIndex + 1, 0, chunk.splice(mostInChunk / 2));
    },
    remove(item) {
      const { chunkIndex, chunk, index } = find(item);
      size -= 1;
      starts = undefined;
      chunk.splice(index, 1);
      if (chunk.length === 0) chunks.splice(chunkIndex, 1);
    },
    replace(item) {
      const { chunk, index } = find(item);
      chunk[index] = item;
    },
    at(index) {
      const from = startsOfChunks();
      const chunk = countWhile(from.length, (each) => (from[each] as number) <= index) - 1;
      return (chunks[chunk] as T[])[index - (from[chunk] as number)] as T;
    },
    countBefore(item) {
      if (size === 0) return 0;
      const chunk = chunkOf(item);
      return (startsOfChunks()[chunk] as number) + indexIn(chunks[chunk] as T[], item);
    },
  };
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

/** Returns a slice of the union of several lists, in their order. No two lists have the same item. */
export function mergedSlice<T>(
  lists: readonly SortedList<T>[],
  compare: Compare<T>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly T[] {
  const total = lists.reduce((sum, { size }) => sum + size, 0);
  if (offset >= total) return [];
  const positions = positionsAt(lists, offset);
  const items: T[] = [];
  while (items.length < Math.min(limit, total - offset)) {
    let next: { readonly list: number; readonly item: T } | undefined;
    for (const [list, each] of lists.entries()) {
      const position = positions[list] as number;
      if (position === each.size) continue;
      const item = each.at(position);
      if (next === undefined || compare(item, next.item) < 0) next = { list, item };
    }
    if (next === undefined) break;
    items.push(next.item);
    positions[next.list] = (positions[next.list] as number) + 1;
  }
  return items;
}

/** How many items of each list are among the first `count` of all: each step halves the open range of one list. */
function positionsAt<T>(lists: readonly SortedList<T>[], count: number): number[] {
  const low = lists.map(() => 0);
  let high = lists.map(({ size }) => Math.min(size, count));
  for (;;) {
    const open = lists.map((_, index) => (high[index] as number) - (low[index] as number));
    const widest = open.indexOf(Math.max(...open));
    if (open[widest] === 0 || widest === -1) return low;
    const middle = ((low[widest] as number) + (high[widest] as number)) >>> 1;
    const pivot = (lists[widest] as SortedList<T>).at(middle);
    const before = lists.map((list, index) => {
      const found = index === widest ? middle : list.countBefore(pivot);
      return Math.min(Math.max(found, low[index] as number), high[index] as number);
    });
    const rank = before.reduce((sum, each) => sum + each, 0);
    if (rank < count) {
      for (const [index, each] of before.entries()) low[index] = each;
      low[widest] = middle + 1;
    } else {
      high = before;
    }
  }
}
