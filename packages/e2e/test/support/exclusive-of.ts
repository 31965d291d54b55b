import type { Storage } from '@botwright/core/ports';

/** How the store runs a program under its lock, as all stores of this project do. */
export function exclusiveOf({ exclusive }: Storage): NonNullable<Storage['exclusive']> {
  if (exclusive === undefined) throw new Error('The store has no lock.');
  return exclusive;
}
