/**
 * Makes a deep, frozen copy of plain data without members that are `undefined`, so that neither the writer nor a reader
 * can change what is stored.
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

/** Makes a deep copy of a change. It keeps members that are `undefined`, as these clear stored members. */
export function copyChange<T extends object>(change: T): T {
  return Object.fromEntries(Object.entries(change).map(([key, member]) => [key, frozenCopy(member)])) as T;
}
