/**
 * Caches the results of a pure function for the texts used last.
 *
 * @param limit - The most texts in the cache.
 */
export function memoize<T>(limit: number, compute: (text: string) => T): (text: string) => T {
  /** In order of last use, the oldest first. */
  const results = new Map<string, { readonly value: T }>();
  return (text) => {
    const known = results.get(text);
    const result = known ?? { value: compute(text) };
    if (known !== undefined) results.delete(text);
    results.set(text, result);
    if (results.size > limit) results.delete(results.keys().next().value ?? text);
    return result.value;
  };
}
