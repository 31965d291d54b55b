import type { SQLInputValue } from 'node:sqlite';

/** The assignments of an UPDATE, and their values. */
export interface Assignments {
  /** Empty when there is nothing to write. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/** Makes the assignments of these columns. Those that are `undefined` are left out, so that their indexes stay untouched. */
export function assignmentsOf(columns: Readonly<Record<string, SQLInputValue | undefined>>): Assignments {
  const given = Object.entries(columns).filter((entry): entry is [string, SQLInputValue] => entry[1] !== undefined);
  return { sql: given.map(([name]) => `${name} = ?`).join(', '), values: given.map(([, value]) => value) };
}

/** The value to write for a member of a change: `undefined` leaves the column, `null` clears it. */
export function clearable<TChange extends object, TMember extends keyof TChange>(
  change: TChange,
  member: TMember,
): Exclude<TChange[TMember], undefined> | null | undefined {
  if (!Object.hasOwn(change, member)) return undefined;
  return (change[member] ?? null) as Exclude<TChange[TMember], undefined> | null;
}

/** SQLite has no booleans: they are stored as 0 and 1. */
export function bit<T extends boolean | undefined>(value: T): T extends undefined ? undefined : 0 | 1 {
  return (value === undefined ? undefined : Number(value)) as T extends undefined ? undefined : 0 | 1;
}
