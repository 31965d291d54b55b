import type { Fields, FieldWrite } from './field.ts';

/**
 * Gives the Fields as they are after these writes, in their order. A host keeps the Fields of a customer; this is
 * how it brings them up to date.
 *
 * @spec RN40
 */
export function applyFieldWrites(fields: Fields, writes: readonly FieldWrite[]): Fields {
  if (writes.length === 0) return fields;
  const byName = new Map(Object.entries(fields));
  for (const write of writes) {
    if (write.kind === 'unset') byName.delete(write.name);
    else byName.set(write.name, { type: write.type, value: write.value });
  }
  return Object.fromEntries(byName);
}
