import type { Connection } from './connection.ts';

export interface BotNumbers {
  next(): number;
  /** Writes down what rolled-back transactions were given. */
  keep(): void;
}

/**
 * Gives each number once. A rollback takes back what `next` wrote, so what was given is remembered here and
 * written again before the COMMIT.
 *
 * @spec ST13
 */
export function createBotNumbers(connection: Connection): BotNumbers {
  let given = 0;
  return {
    next() {
      const row = connection.get<{ last: number }>(
        'UPDATE bot_numbers SET last = max(last, ?) + 1 RETURNING last',
        given,
      );
      if (row === undefined) throw new Error('The database has lost its row of bot numbers.');
      given = row.last;
      return given;
    },
    keep: () => void connection.run('UPDATE bot_numbers SET last = max(last, ?)', given),
  };
}
