import type { Connection } from './connection.ts';

/** The kinds of records that are numbered across all brands, each kind separately. */
export type NumberedKind = 'bot' | 'channel' | 'customer' | 'hook';

export interface NumberSequences {
  next(kind: NumberedKind): number;
  /** Stores the numbers that rolled-back transactions used. */
  keep(): void;
}

/**
 * Gives each number once. A rollback undoes the writes of `next`, so the last numbers also stay in memory and are
 * written again before the COMMIT.
 *
 * @spec ST13, ST55
 */
export function createNumberSequences(connection: Connection): NumberSequences {
  const given = new Map<NumberedKind, number>();
  return {
    next(kind) {
      const row = connection.get<{ last: number }>(
        'UPDATE given_numbers SET last = max(last, ?) + 1 WHERE kind = ? RETURNING last',
        given.get(kind) ?? 0,
        kind,
      );
      if (row === undefined) throw new Error(`The database has lost what it knows of numbers of the kind ${kind}.`);
      given.set(kind, row.last);
      return row.last;
    },
    keep() {
      for (const [kind, last] of given) {
        connection.run('UPDATE given_numbers SET last = max(last, ?) WHERE kind = ?', last, kind);
      }
    },
  };
}
