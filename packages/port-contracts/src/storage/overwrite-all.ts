/** Overwrites every member that can be written, at every depth. A frozen value stays as it is. */
export function overwriteAll(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    overwriteAll(member);
    if (typeof member !== 'object') Reflect.set(value, key, 'overwritten');
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push('overwritten');
  else Reflect.set(value, 'overwritten', true);
}
