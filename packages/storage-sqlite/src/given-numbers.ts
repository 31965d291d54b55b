import type { Connection } from './connection.ts';

/** What is numbered through the whole installation, each kind for itself. */
export type NumberedKind = 'bot' | 'channel' | 'customer' | 'hook';

export interface GivenNumbers {
  next(kind: NumberedKind): number;
  /** Writes down what rolled-back transactions were given. */
  keep(): void;
}

/**
 * Gives each number once. A rollback takes back what `next` wrote, so what was given is remembered here and
 * written again before the COMMIT.
 *
 * @spec ST13, ST55
 */
export function createGivenNumbers(connection: Connection): GivenNumbers {
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
