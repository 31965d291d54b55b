/** What waits, by whose it is. */
export interface Turns<T> {
  add(owner: string, entry: T): void;
  /** The first of whoever's turn it is; they go behind the others then. */
  take(): T | undefined;
  takeMany(most: number): readonly T[];
  size(): number;
}

/** Lets owners take turns, one entry each; those of one owner come in the order in which they were added. */
export function createTurns<T>(): Turns<T> {
  /** In the order of their turns; nobody without an entry is in it. */
  const owners = new Map<string, { readonly entries: T[]; next: number }>();
  let size = 0;

  function take(): T | undefined {
    const [turn] = owners;
    if (turn === undefined) return undefined;
    const [owner, line] = turn;
    const entry = line.entries[line.next];
    line.next += 1;
    size -= 1;
    owners.delete(owner);
    if (line.next < line.entries.length) owners.set(owner, line);
    return entry;
  }

  return {
    add(owner, entry) {
      const line = owners.get(owner);
      if (line === undefined) owners.set(owner, { entries: [entry], next: 0 });
      else line.entries.push(entry);
      size += 1;
    },
    take,
    takeMany: (most) => Array.from({ length: Math.min(most, size) }, () => take() as T),
    size: () => size,
  };
}
