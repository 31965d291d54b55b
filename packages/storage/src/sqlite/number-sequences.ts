import type { Connection } from './connection.ts';

/** Gives the next number of a sequence. */
export type NextNumber = (sequence: string) => number;

const nextSql =
  'INSERT INTO given_numbers (sequence, last) VALUES (?1, ?2 + 1) ' +
  'ON CONFLICT DO UPDATE SET last = max(last, ?2) + 1 RETURNING last';

/**
 * Gives each number once, from 1. When a group of transactions fails, the database forgets its numbers, so the last
 * ones also stay in memory.
 *
 * @param connection - Has an open transaction during each call. A rollback to a savepoint must not undo the call.
 * @spec ST55
 */
export function createNumberSequences(connection: Connection): NextNumber {
  const given = new Map<string, number>();
  return (sequence) => {
    const row = connection.get<{ last: number }>(nextSql, sequence, given.get(sequence) ?? 0);
    if (row === undefined) throw new Error(`The sequence ${sequence} gave no number.`);
    given.set(sequence, row.last);
    return row.last;
  };
}
