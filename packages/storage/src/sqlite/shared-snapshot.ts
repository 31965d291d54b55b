import type { Connection } from './connection.ts';

export interface SharedSnapshot {
  /**
   * @param key - Identifies the query. While nobody writes to the file it runs once, and every caller gets the same
   *   frozen result.
   */
  read<T>(query: (connection: Connection) => T, key?: string): T;
  /** Ends the snapshot: the next read sees the state committed by then. */
  end(): void;
}

const maxAnswers = 2_000;

/**
 * Makes the reads in one turn of the event loop share a snapshot of the file, since taking and releasing the locks of a
 * snapshot costs more than a small read.
 *
 * Each snapshot finds out whether anybody, in this process or another, has committed since the last one. If not, cached
 * results are still valid.
 *
 * @param connection - Only reads.
 * @spec SQ17, SQ18
 */
export function createSharedSnapshot(connection: Connection): SharedSnapshot {
  const answers = new Map<string, unknown>();
  let hasSnapshot = false;
  let seenVersion: number | undefined;

  function takeSnapshot(): void {
    connection.run('BEGIN');
    hasSnapshot = true;
    setImmediate(end);
    // A BEGIN takes no snapshot; the first statement after it does.
    forgetIfChanged();
  }

  function forgetIfChanged(): void {
    const version = connection.get<{ data_version: number }>('PRAGMA data_version')?.data_version;
    if (version !== seenVersion || answers.size > maxAnswers) answers.clear();
    seenVersion = version;
  }

  function end(): void {
    if (!hasSnapshot) return;
    hasSnapshot = false;
    try {
      if (connection.isInTransaction()) connection.run('COMMIT');
    } catch {
      // The next BEGIN fails and reports it.
    }
  }

  return {
    read<T>(query: (connection: Connection) => T, key?: string) {
      if (!hasSnapshot) takeSnapshot();
      if (key !== undefined && answers.has(key)) return answers.get(key) as T;
      if (key === undefined) return query(connection);
      const answer = freeze(query(connection));
      answers.set(key, answer);
      return answer;
    },
    end,
  };
}

/** @param value - Plain data without other references. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
