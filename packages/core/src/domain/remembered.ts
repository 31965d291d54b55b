/** Returns the stored value of a key; makes and stores it at the first call. */
export function remembered<TKey extends object | string, T extends object>(
  cache: { get(key: TKey): T | undefined; set(key: TKey, value: T): unknown },
  key: TKey,
  make: () => T,
): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
