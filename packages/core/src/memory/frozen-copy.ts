/**
 * Copies plain data deeply and freezes the copy, without the members that are `undefined`: neither the caller who
 * gave it nor one who reads it can change what is stored.
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

/** Copies a change deeply. Its members that are `undefined` stay: they clear what is stored. */
export function copyChange<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).map(([key, member]) => [key, frozenCopy(member)])) as T;
}
