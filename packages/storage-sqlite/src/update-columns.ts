import type { SQLInputValue } from 'node:sqlite';

/** The assignments of an UPDATE, and what they assign. */
export interface Assignments {
  /** Empty where there is nothing to write. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Writes the assignments of these columns. One that is `undefined` is left out; indexes of what is not named stay. */
export function assignmentsOf(columns: Readonly<Record<string, SQLInputValue | undefined>>): Assignments {
  const given = Object.entries(columns).filter((entry): entry is [string, SQLInputValue] => entry[1] !== undefined);
  return { sql: given.map(([name]) => `${name} = ?`).join(', '), values: given.map(([, value]) => value) };
}

/** What to write of a member that a change may leave out (`undefined`), or clear (`null`). */
export function clearable<TChange extends object, TMember extends keyof TChange>(
  change: TChange,
  member: TMember,
): Exclude<TChange[TMember], undefined> | null | undefined {
  if (!Object.hasOwn(change, member)) return undefined;
  return (change[member] ?? null) as Exclude<TChange[TMember], undefined> | null;
}

/** Booleans are kept as 0 and 1. */
export function bit<T extends boolean | undefined>(value: T): T extends undefined ? undefined : 0 | 1 {
  return (value === undefined ? undefined : Number(value)) as T extends undefined ? undefined : 0 | 1;
}
