/** Puts an entry at the end of a map, and drops the first one if there are more than `most`. */
export function remember<TKey, TValue>(known: Map<TKey, TValue>, key: TKey, value: TValue, most: number): void {
  known.delete(key);
  known.set(key, value);
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) known.delete(oldest);
}
