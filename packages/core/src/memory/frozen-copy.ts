/**
 * Makes a deep, frozen copy of plain data without members that are `undefined`, so that neither the writer nor a reader
 * can change the stored value.
 *
 * @spec RS12
 */
export function frozenCopy<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(copy));
  const made: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (member === undefined) continue;
    // Assigning to this name would set the prototype.
    if (key === '__proto__') Object.defineProperty(made, key, { value: copy(member), enumerable: true });
    else made[key] = copy(member);
  }
  return Object.freeze(made);
}
