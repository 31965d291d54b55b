/**
 * Maps items with bounded concurrency; the results have the order of the items. After a failure it starts no other
 * item, awaits the running ones, and throws the first failure.
 */
export async function mapBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  map: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      if (failures.length > 0) return;
      await map(item).then(
        (result) => {
          results[at] = result;
        },
        (error: unknown) => failures.push(error),
      );
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
  if (failures.length > 0) throw failures[0];
  return results;
}
