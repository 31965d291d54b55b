import type { SQLInputValue } from 'node:sqlite';

/** The assignments of an UPDATE, and their values. */
export interface Assignments {
  /** Empty if there is nothing to write. */
  readonly sql: string;
  readonly values: readonly SQLInputValue[];
}

/**
 * Makes the assignments of these columns. Leaves out columns that are `undefined`, so that their indexes stay
 * untouched.
 */
export function assignmentsOf(columns: Readonly<Record<string, SQLInputValue | undefined>>): Assignments {
  const given = Object.entries(columns).filter((entry): entry is [string, SQLInputValue] => entry[1] !== undefined);
  return { sql: given.map(([name]) => `${name} = ?`).join(', '), values: given.map(([, value]) => value) };
}
