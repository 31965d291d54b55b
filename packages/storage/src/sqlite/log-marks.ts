import type { Connection } from './connection.ts';

/**
 * Pages of the write-ahead log after which they are copied to the file. Many commits write the same few pages, and each
 * page is copied once: four times SQLite's default of 1,000 pages costs a quarter. SQLite reads a log of 16 MiB in a
 * moment when it opens the file after a crash.
 */
export const checkpointPages = 4_000;

/** Groups before the first checkpoint, which shows how many pages a group has. */
const firstGroups = 64;
const mostGroups = 20_000;

/** Counts the states of a database between which its write-ahead log restarts. */
export interface LogMarks {
  /** Called in each group of transactions, before its COMMIT. */
  beforeCommit(): void;
  /** Called after each COMMIT. */
  afterCommit(): void;
  /** Called before the connection is closed, which copies the log to the file and removes it. */
  beforeClose(): void;
}

/**
 * Marks a database and its log, so that a log of another state is recognised. The first group of each log, and a
 * transaction right before each checkpoint, raise the mark in the header of the file; the log can restart after a
 * checkpoint. So a copy of the file has too small a mark for each log that began after the copy.
 *
 * A mark costs one more page in the log, twice for each few thousand pages. It is the `user_version` of SQLite, which
 * nothing else uses; `own-log.ts` reads it.
 *
 * @param connection - The writing connection. It has no open transaction between groups.
 * @spec SQ42
 */
export function createLogMarks(connection: Connection): LogMarks {
  let isMarked = false;
  let groups = 0;
  let groupsAtOnce = firstGroups;

  /** Runs in a transaction. */
  function raise(): void {
    const version = connection.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
    connection.script(`PRAGMA user_version = ${version + 1}`);
  }

  function seal(): void {
    connection.run('BEGIN IMMEDIATE');
    raise();
    connection.run('COMMIT');
  }

  /** After a failure, for example because another process writes, a later checkpoint or SQLite does the work. */
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
