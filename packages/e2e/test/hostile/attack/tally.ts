/** Counts the results of an attack: statuses, kinds of failure, messages of bots. */
export interface Tally {
  count(what: string | number): void;
  of(what: string | number): number;
  /** Such as `201 ×40, step_too_large ×12`. */
  toString(): string;
  /** Everything that was counted. */
  names(): readonly string[];
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return {
    count: (what) => void counts.set(String(what), (counts.get(String(what)) ?? 0) + 1),
    of: (what) => counts.get(String(what)) ?? 0,
    toString: () => [...counts].map(([what, count]) => `${what} ×${count}`).join(', '),
    names: () => [...counts.keys()],
  };
}
