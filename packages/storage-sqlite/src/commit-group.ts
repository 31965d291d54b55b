import type { Connection } from './connection.ts';
import { createFairQueue } from './fair-queue.ts';
import { unavailable, undone } from './unavailable.ts';

/** Whether the work may still use the connection: it has neither ended nor exceeded its limit. */
export type IsCurrent = () => boolean;

export interface CommitGroup {
  /**
   * Queues work for one of the next groups; resolves or rejects after its COMMIT. Work may write only while it is current.
   *
   * @param brand - Work of one brand runs in order, and brands take turns. Empty for work of no brand.
   */
  run<T>(work: (isCurrent: IsCurrent) => Promise<T>, brand: string): Promise<T>;
  /** The same for work that waits for nothing. @param work - Undoes its writes before it throws. */
  runAtOnce<T>(work: () => T, brand: string): Promise<T>;
  /** Waits until no group is open. */
  untilCommitted(): Promise<void>;
  /** Waits until nothing is queued. */
  untilIdle(): Promise<void>;
}

export interface CommitGroupOptions {
  readonly connection: Connection;
  /** Milliseconds. Rolls back work that takes longer, so that work that never ends cannot block other work. */
  readonly workLimitMs: number;
  /** Runs before the COMMIT of a group in which work was rolled back. */
  afterRollbacks(): void;
  /** Runs right before each COMMIT. */
  beforeCommit(): void;
  /** Runs right after each COMMIT. Never throws. */
  afterCommit(): void;
}

/** Transactions in a group. Limits the time that the first one waits for its COMMIT. */
const maxGroupSize = 128;
const maxTurns = 8;
/** Milliseconds of work after which a group ends: all other work of the process waits for this time. */
const maxGroupMs = 20;

interface Job {
  /** Makes a promise only if it has to wait. */
  readonly work: ((isCurrent: IsCurrent) => Promise<unknown>) | { readonly atOnce: () => unknown };
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type Outcome =
  | { readonly kind: 'fulfilled'; readonly value: unknown }
  | { readonly kind: 'rejected'; readonly error: unknown };

/**
 * Commits all work together that starts in one turn of the event loop, and in the next turns while each adds more. A
 * group has one BEGIN IMMEDIATE and one COMMIT, so that the disk is synchronised once for all; each job has a separate
 * SAVEPOINT, and jobs run one after another. Brands take turns, one job each, so that no brand waits for the whole
 * queue of another.
 *
 * All jobs resolve or reject after the COMMIT, including failed ones: a failure may depend on writes of another job.
 *
 * @spec SQ5, SQ6, SQ7, SQ8, SQ9, SQ15, SQ16, SQ22, SQ26
 */
export function createCommitGroup({
  connection,
  workLimitMs,
  afterRollbacks,
  beforeCommit,
  afterCommit,
}: CommitGroupOptions): CommitGroup {
  const queue = createFairQueue<Job>();
  let current: Job | undefined;
  let open: Promise<void> | undefined;
  let draining: Promise<void> | undefined;

  async function drain(): Promise<void> {
    while (queue.size() > 0) {
      await gather();
      open = runGroup();
      await open;
      open = undefined;
    }
    draining = undefined;
  }

  /**
   * Waits for a turn of the event loop, and for the next while each adds more: a COMMIT costs the time of many writes.
   */
  async function gather(): Promise<void> {
    let size: number;
    let turns = 0;
    do {
      size = queue.size();
      turns += 1;
      await new Promise((resolve) => setImmediate(resolve));
    } while (queue.size() > size && queue.size() < maxGroupSize && turns < maxTurns);
  }

  async function runGroup(): Promise<void> {
    const taken: Job[] = [];
    const outcomes: Outcome[] = [];
    try {
      connection.run('BEGIN IMMEDIATE');
      const startedAt = performance.now();
      while (taken.length < maxGroupSize && performance.now() - startedAt < maxGroupMs) {
        const job = queue.take();
        if (job === undefined) break;
        taken.push(job);
        outcomes.push('atOnce' in job.work ? runJobAtOnce(job.work.atOnce) : await runJob(job, job.work));
      }
      if (outcomes.some((outcome) => outcome.kind === 'rejected')) afterRollbacks();
      beforeCommit();
      connection.run('COMMIT');
    } catch (cause) {
      rollBack(connection);
      const error = undone('The transaction could not be committed; nothing of it is stored', cause);
      for (const job of taken.length > 0 ? taken : queue.takeMany(maxGroupSize)) job.reject(error);
      return;
    }
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.kind === 'fulfilled') taken[index]?.resolve(outcome.value);
      else taken[index]?.reject(unavailable(outcome.error));
    }
    afterCommit();
  }

  function runJobAtOnce(work: () => unknown): Outcome {
    try {
      return { kind: 'fulfilled', value: work() };
    } catch (error) {
      if (!connection.isInTransaction()) throw new Error('SQLite gave up the transaction.', { cause: error });
      return { kind: 'rejected', error };
    }
  }

  async function runJob(job: Job, work: (isCurrent: IsCurrent) => Promise<unknown>): Promise<Outcome> {
    connection.run('SAVEPOINT job');
    current = job;
    const outcome = await outcomeOf(job, work);
    // After some faults, such as a full disk, SQLite has already rolled everything back.
    if (!connection.isInTransaction()) {
      throw new Error('SQLite gave up the transaction.', outcome.kind === 'rejected' ? { cause: outcome.error } : {});
    }
    if (outcome.kind === 'rejected') connection.run('ROLLBACK TO job');
    connection.run('RELEASE job');
    return outcome;
  }

  function outcomeOf(job: Job, work: (isCurrent: IsCurrent) => Promise<unknown>): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const finish = (outcome: Outcome): void => {
      clearTimeout(timer);
      if (current === job) current = undefined;
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      const error = new Error(`The transaction did not settle within ${workLimitMs} ms; it waits for something else.`);
      finish({ kind: 'rejected', error });
    }, workLimitMs);
    work(() => current === job).then(
      (value) => finish({ kind: 'fulfilled', value }),
      (error: unknown) => finish({ kind: 'rejected', error }),
    );
    return promise;
  }

  function enqueue<T>(work: Job['work'], brand: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      queue.add(brand, { work, resolve: (value) => resolve(value as T), reject });
      draining ??= drain();
    });
  }

  return {
    run: (work, brand) => enqueue(work, brand),
    runAtOnce: (atOnce, brand) => enqueue({ atOnce }, brand),
    async untilCommitted() {
      while (open !== undefined) await open;
    },
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
