/** Adds a value to the set of a key. */
export function addToSet<TKey, T>(sets: Map<TKey, Set<T>>, key: TKey, value: T): void {
  const known = sets.get(key);
  if (known === undefined) sets.set(key, new Set([value]));
  else known.add(value);
}
