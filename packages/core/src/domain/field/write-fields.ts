import type { Field, Fields } from './field.ts';

/**
 * Gives the Fields with some set, and some removed where there is none to set. Order stays; what is new comes last.
 *
 * @spec CU13
 */
export function writeFields(fields: Fields, writes: readonly (readonly [name: string, Field | undefined])[]): Fields {
  if (writes.length === 0) return fields;
  const byName = new Map(Object.entries(fields));
  for (const [name, field] of writes) {
    if (field === undefined) byName.delete(name);
    else byName.set(name, field);
  }
  return Object.fromEntries(byName);
}
