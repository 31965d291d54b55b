/** Entries of several owners, which take turns. */
export interface FairQueue<T> {
  add(owner: string, entry: T): void;
  /** Removes the first entry of the owner whose turn it is; the owner then moves behind the others. */
  take(): T | undefined;
  takeMany(most: number): readonly T[];
  size(): number;
}

/** Owners take turns, one entry each. The entries of one owner keep the order in which they were added. */
export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their turns. Has only owners with entries. */
  const owners = new Map<string, { readonly entries: T[]; next: number }>();
  let size = 0;

  function take(): T | undefined {
    const [first] = owners;
    if (first === undefined) return undefined;
    const [owner, waiting] = first;
    const entry = waiting.entries[waiting.next];
    waiting.next += 1;
    size -= 1;
    owners.delete(owner);
    if (waiting.next < waiting.entries.length) owners.set(owner, waiting);
    return entry;
  }

  return {
    add(owner, entry) {
      const waiting = owners.get(owner);
      if (waiting === undefined) owners.set(owner, { entries: [entry], next: 0 });
      else waiting.entries.push(entry);
      size += 1;
    },
    take,
    takeMany: (most) => Array.from({ length: Math.min(most, size) }, () => take() as T),
    size: () => size,
  };
}
