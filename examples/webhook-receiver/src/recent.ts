/** Stores at least the last `count` keys, and at most twice as many. */
export function recent<V>(count: number): { get(key: string): V | undefined; set(key: string, value: V): void } {
  let young = new Map<string, V>();
  let old = new Map<string, V>();
  return {
    get: (key) => young.get(key) ?? old.get(key),
    set(key, value) {
      if (young.size >= count) [young, old] = [new Map(), young];
      young.set(key, value);
    },
  };
}
