/**
 * Copies plain data deeply and freezes the copy, leaving out members that are `undefined`: neither the giver
 * nor a reader can change what is stored.
 *
 * @spec ST7
 */
export function frozenCopy<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copy));
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.freeze(Object.fromEntries(entries.map(([key, member]) => [key, copy(member)])));
}
