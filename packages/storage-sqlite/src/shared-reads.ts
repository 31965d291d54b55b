import type { Connection } from './connection.ts';

export interface SharedReads {
  /**
   * @param key - Names the answer, whoever asks: while the file is unchanged it is then asked once, and every
   * asker gets the same frozen answer.
   */
  read<T>(question: (connection: Connection) => T, key?: string): T;
  /** Lets go of what the reads so far have seen; the next one looks anew. */
  end(): void;
}

const maxAnswers = 2_000;

/**
 * Lets the reads of one turn of the event loop share one look at the file. Taking and giving back the locks of
 * a look costs more than a small read does.
 *
 * A look also tells whether anyone, in this process or another, has committed since the one before; if nobody
 * has, what was answered then is still true, and a turn that asks for nothing else needs no snapshot.
 *
 * @param connection - Never writes.
 * @spec SQ17, SQ18
 */
export function createSharedReads(connection: Connection): SharedReads {
  const answers = new Map<string, unknown>();
  let hasLooked = false;
  let hasSnapshot = false;
  let seenVersion: number | undefined;

  function look(): void {
    forgetIfChanged();
    hasLooked = true;
    setImmediate(end);
  }

  function takeSnapshot(): void {
    connection.run('BEGIN');
    hasSnapshot = true;
    // The first statement after it is what makes the snapshot.
    forgetIfChanged();
  }

  function forgetIfChanged(): void {
    const version = connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    if (version !== seenVersion || answers.size > maxAnswers) answers.clear();
    seenVersion = version;
  }

  function end(): void {
    hasLooked = false;
    if (!hasSnapshot) return;
    hasSnapshot = false;
    try {
      if (connection.isInTransaction()) connection.run('COMMIT');
    } catch {
      // The next BEGIN fails and says so.
    }
  }

  return {
    read<T>(question: (connection: Connection) => T, key?: string) {
      if (!hasLooked) look();
      if (key !== undefined && answers.has(key)) return answers.get(key) as T;
      if (!hasSnapshot) takeSnapshot();
      if (key === undefined) return question(connection);
      const answer = freeze(question(connection));
      answers.set(key, answer);
      return answer;
    },
    end,
  };
}

/** @param value - Plain data, nobody's yet. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
