import type { Connection } from './connection.ts';

/**
 * Pages of the write-ahead log after which they are copied to the file. Many commits write the same few pages, and each
 * is copied once: with four times SQLite's own 1,000 that costs a quarter, and a log of 16 MiB is read in a moment when
 * the file is opened after a crash.
 */
export const checkpointPages = 4_000;

/** Groups before the first checkpoint, which shows how many pages a group has. */
const firstGroups = 64;
const mostGroups = 20_000;

/** Counts the states of a database between which its write-ahead log begins anew. */
export interface LogMarks {
  /** Call it in each group of transactions, before its COMMIT. */
  beforeCommit(): void;
  /** Call it after each COMMIT. */
  afterCommit(): void;
  /** Call it before the connection is closed, which copies the log to the file and removes it. */
  beforeClose(): void;
}

/**
 * Makes the database and its log know each other: the mark in the header of the file is raised by the first group of
 * each log, and again right before a checkpoint, after which the log can begin anew. So a copy of the file has a mark
 * that is too small for each log that began after it was made.
 *
 * A mark is one page more in the log, twice for each few thousand. It is the `user_version` of SQLite, which nothing
 * else uses; the readers of the mark are in `log-belongs.ts`.
 *
 * @param connection - The one that writes. It has no open transaction between groups.
 * @spec SQ42
 */
export function createLogMarks(connection: Connection): LogMarks {
  let isMarked = false;
  let groups = 0;
  let groupsAtOnce = firstGroups;

  /** In a transaction. */
  function raise(): void {
    const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    connection.script(`PRAGMA user_version = ${version + 1}`);
  }

  function seal(): void {
    connection.run('BEGIN IMMEDIATE');
    raise();
    connection.run('COMMIT');
  }

  /** A failure, such as another process that writes, leaves it to a later one, or to SQLite. */
  function attempt(work: () => void): void {
    try {
      work();
    } catch {
      if (connection.isInTransaction()) connection.run('ROLLBACK');
    }
  }

  return {
    beforeCommit() {
      if (!isMarked) raise();
    },
    afterCommit() {
      isMarked = true;
      groups += 1;
      if (groups < groupsAtOnce) return;
      groups = 0;
      attempt(() => {
        seal();
        isMarked = false;
        const { log = 0 } = connection.get<{ log: number }>('PRAGMA wal_checkpoint(PASSIVE)') ?? {};
        const pages = Math.max(1, log);
        groupsAtOnce = Math.min(mostGroups, Math.max(1, Math.round((groupsAtOnce * checkpointPages) / pages)));
      });
    },
    beforeClose() {
      if (isMarked) attempt(seal);
    },
  };
}
