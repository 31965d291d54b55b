import type { Connection } from './connection.ts';
import { createFairQueue } from './fair-queue.ts';
import { unavailable, undone } from './unavailable.ts';

export interface CommitGroup {
  /**
   * Queues work for one of the next groups; resolves or rejects after its COMMIT.
   *
   * @param work - Undoes its writes before it throws.
   * @param brand - Work of one brand runs in order, and brands take turns. Empty for work of no brand.
   */
  run<T>(work: () => T, brand: string): Promise<T>;
  /** Waits until nothing is queued. */
  untilIdle(): Promise<void>;
}

export interface CommitGroupOptions {
  readonly connection: Connection;
  /** Runs right before each COMMIT. */
  beforeCommit(): void;
  /** Runs right after each COMMIT. Never throws. */
  afterCommit(): void;
}

/** Transactions in a group. Limits the time that the first one waits for its COMMIT. */
const maxGroupSize = 128;
const maxTurns = 8;
/** With two, a message to its answer takes a quarter fewer commits than with one: an answer arrives a turn later. */
const quietTurns = 2;
/** Milliseconds of work after which a group ends: all other work of the process waits for this time. */
const maxGroupMs = 20;

interface Job {
  readonly work: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Resolves or rejects a job. */
type Settle = () => void;

/**
 * Commits all work together that starts in one turn of the event loop, and in the next turns while they add more. A
 * group has one BEGIN IMMEDIATE and one COMMIT, so that the disk is synchronised once for all; jobs run one after
 * another. Brands take turns, one job each, so that no brand waits for the whole queue of another. A group runs in one
 * turn of the event loop, so nothing else uses the connection during it.
 *
 * All jobs resolve or reject after the COMMIT, including failed ones: a failure may depend on writes of another job.
 *
 * @spec SQ5, SQ6, SQ7, SQ8, SQ15, SQ16, SQ22, SQ26
 */
export function createCommitGroup({ connection, beforeCommit, afterCommit }: CommitGroupOptions): CommitGroup {
  const queue = createFairQueue<Job>();
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (queue.size() > 0) {
      await gather();
      runGroup();
    }
    draining = undefined;
  }

  /** Waits for turns of the event loop until `quietTurns` in a row add nothing: a COMMIT costs the time of many writes. */
  async function gather(): Promise<void> {
    let size = queue.size();
    let quiet = 0;
    for (let turns = 0; quiet < quietTurns && size < maxGroupSize && turns < maxTurns; turns += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      quiet = queue.size() > size ? 0 : quiet + 1;
      size = queue.size();
    }
  }

  function runGroup(): void {
    const taken: Job[] = [];
    const settles: Settle[] = [];
    try {
      connection.run('BEGIN IMMEDIATE');
      const startedAt = performance.now();
      while (taken.length < maxGroupSize && performance.now() - startedAt < maxGroupMs) {
        const job = queue.take();
        if (job === undefined) break;
        taken.push(job);
        settles.push(runJob(job));
      }
      beforeCommit();
      connection.run('COMMIT');
    } catch (cause) {
      rollBack(connection);
      const error = undone('The transaction could not be committed; nothing of it is stored', cause);
      for (const job of taken.length > 0 ? taken : queue.takeMany(maxGroupSize)) job.reject(error);
      return;
    }
    for (const settle of settles) settle();
    afterCommit();
  }

  function runJob({ work, resolve, reject }: Job): Settle {
    try {
      const value = work();
      return () => resolve(value);
    } catch (error) {
      // After some faults, such as a full disk, SQLite has already rolled everything back.
      if (!connection.isInTransaction()) throw new Error('SQLite gave up the transaction.', { cause: error });
      return () => reject(unavailable(error));
    }
  }

  return {
    run: <T>(work: () => T, brand: string) =>
      new Promise<T>((resolve, reject) => {
        queue.add(brand, { work, resolve: (value) => resolve(value as T), reject });
        draining ??= drain();
      }),
    async untilIdle() {
      while (draining !== undefined) await draining;
    },
  };
}

/** Ends the transaction, if one is open. The caller reports the original error. */
function rollBack(connection: Connection): void {
  try {
    if (connection.isInTransaction()) connection.run('ROLLBACK');
  } catch {
    // The next BEGIN fails and reports it.
  }
}

/** Runs work of a transaction and undoes its writes if it throws, unless SQLite has rolled everything back. */
export function inSavepoint<T>(connection: Connection, work: () => T): T {
  // A savepoint outside of a transaction commits immediately.
  if (!connection.isInTransaction()) throw new Error('SQLite gave up the transaction.');
  connection.run('SAVEPOINT job');
  try {
    return work();
  } catch (error) {
    if (connection.isInTransaction()) connection.run('ROLLBACK TO job');
    throw error;
  } finally {
    if (connection.isInTransaction()) connection.run('RELEASE job');
  }
}
