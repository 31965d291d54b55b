/** Writes over every member that can be written, as deep as it goes. A frozen value stays as it is. */
export function spoil(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    spoil(member);
    if (typeof member !== 'object') Reflect.set(value, key, 'spoilt');
  }
  if (Array.isArray(value) && !Object.isFrozen(value)) value.push('spoilt');
  else Reflect.set(value, 'spoilt', true);
}
