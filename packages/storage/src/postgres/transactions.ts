import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ClientPool, PooledClient } from './client.ts';
import { described, isEnded, isReported, isTimedOut, isTransient, isUseless, UnknownOutcome } from './errors.ts';
import { byIndex } from './planning.ts';
import { isOfHost, openSession, type Session, type SessionOptions } from './session.ts';

/**
 * The number of tries of a transaction on a queue: after a deadlock one transaction succeeds at the first try, another
 * at the second.
 */
const mostTries = 8;
/** Milliseconds before the second try, in which the other transaction can end; each try doubles them. */
const firstWaitMs = 4;

export interface TransactionOptions extends Pick<SessionOptions, 'compile'> {
  /** The time-out of a statement, including its wait for locks, in milliseconds. */
  readonly statementTimeoutMs: number;
  /** The time-out of a transaction between two of its statements, in milliseconds. */
  readonly workLimitMs: number;
  /** Whether the connections have the time-out, so that the server also ends reads outside of transactions. */
  readonly areLimited: boolean;
}

/**
 * Milliseconds after the server's time-out in which it may report that a statement took too long. A connection that
 * stays silent for longer is unusable: the server is frozen, or the network dropped the connection.
 */
const graceMs = 5_000;

export type TransactionWork<T> = (session: Session) => Promise<T>;

/** Runs statements on committed state, and transactions. Every call rejects with an error that `described` describes. */
export interface Transactions {
  /** Runs statements, each of which sees the state at its beginning. */
  read<T>(work: TransactionWork<T>): Promise<T>;
  /** Runs statements that see the state of one moment. @param writes - Whether they advance sequences. */
  snapshot<T>(work: TransactionWork<T>, writes: boolean): Promise<T>;
  /**
   * Runs a transaction. Sends the commit right after the last statement of the work, without waiting for that
   * statement.
   *
   * @param first - SQL that runs first: options of the transaction, or a lock.
   * @throws {UnknownOutcome} When the connection was lost while the commit was under way.
   */
  once<T>(work: TransactionWork<T>, first?: string): Promise<T>;
  /** Runs a transaction, and again after a serialisation failure or a deadlock. */
  run<T>(work: TransactionWork<T>, first?: string): Promise<T>;
}

/**
 * Runs transactions at the level READ COMMITTED: each statement sees the state committed at its beginning, so rows read
 * after a lock are current.
 *
 * @spec PG4, PG5, PG6, PG7, PG12, PG25, PG27, PG28, PG32, PG33
 */
export function pooledTransactions(pool: ClientPool, options: TransactionOptions): Transactions {
  const { compile, statementTimeoutMs, workLimitMs, areLimited } = options;
  const limits =
    `SET LOCAL statement_timeout = ${statementTimeoutMs}; ` +
    `SET LOCAL idle_in_transaction_session_timeout = ${workLimitMs}; ${byIndex}`;
  const patienceMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs + graceMs;
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}`;
  const beginSnapshot = (access: string) => `BEGIN ISOLATION LEVEL REPEATABLE READ ${access}; ${limits}`;

  async function rollBack(client: Client, onBroken: () => void): Promise<void> {
    const query = { text: 'ROLLBACK', ...(patienceMs !== undefined && { query_timeout: patienceMs }) };
    await client.query(query).catch(onBroken);
  }

  async function inTransaction<T>(begin: string, work: TransactionWork<T>): Promise<T> {
    return withClient(pool, async (client, onBroken, ended) => {
      const session = openSession(client, { compile, patienceMs, statementTimeoutMs });
      let committing: Promise<unknown> | undefined;
      try {
        session.begin(begin);
        const value = await work(session);
        const reason = ended();
        if (reason !== undefined) throw reason;
        if (session.failure() === undefined) committing = session.commit();
        committing?.catch(ignore);
        await session.end();
        await committing;
        return value;
      } catch (error) {
        await session.end().catch(ignore);
        const failure = session.failure();
        const outcome = await committing?.then(ignore, (reason: unknown) => reason);
        // The server stores nothing after a failure that it reported; without an answer it may have.
        if (isUseless(outcome)) onBroken();
        if (isUseless(outcome) && !isReported(failure)) throw new UnknownOutcome(outcome);
        if (committing === undefined && !isUseless(failure) && ended() === undefined) await rollBack(client, onBroken);
        throw failure ?? error;
      }
    });
  }

  const once: Transactions['once'] = (work, first) =>
    inTransaction(first === undefined ? begin : `${begin}; ${first}`, work);

  // A time-out of the server leaves the connection usable. A time-out of the client would make a slow server open new
  // connections.
  const alone = areLimited ? patienceMs : statementTimeoutMs === 0 ? undefined : statementTimeoutMs;

  return {
    read: (work) => withClient(pool, (client) => work(openSession(client, { compile, patienceMs: alone }))),
    snapshot: (work, writes) => inTransaction(beginSnapshot(writes ? 'READ WRITE' : 'READ ONLY'), work),
    once,
    async run(work, first) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await once(work, first);
        } catch (error) {
          if (!isTransient(error) || tries === mostTries) throw error;
          await wait(firstWaitMs * 2 ** (tries - 1));
        }
      }
    },
  };
}

/**
 * Uses a connection of the pool.
 *
 * @param use - Receives a function that marks the connection as unusable, and a function that returns the reason why
 *   the connection ended.
 * @throws Any error, described by `described`.
 * @spec PG7
 */
export async function withClient<T>(
  pool: ClientPool,
  use: (client: Client, onBroken: () => void, ended: () => Error | undefined) => Promise<T>,
): Promise<T> {
  let client: PooledClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw described(error);
  }
  // Without a listener the process would end when a connection breaks. The server reports the reason here.
  let ended: Error | undefined;
  const onError = (error: Error): void => {
    ended ??= error;
  };
  client.on('error', onError);
  let isBroken = false;
  const onBroken = (): void => {
    isBroken = true;
  };
  try {
    return await use(client, onBroken, () => ended);
  } catch (error) {
    isBroken ||= ended !== undefined || isUseless(error) || error instanceof UnknownOutcome;
    // After a time-out `pg` itself ends a connection on which other statements wait.
    throw error instanceof UnknownOutcome || isTimedOut(error) ? described(error) : explained(ended ?? error);
  } finally {
    client.removeListener('error', onError);
    client.release(isBroken);
  }
}

/** @spec PG29 */
function explained(error: unknown): unknown {
  return isOfHost(error) && !isEnded(error) ? error : described(error);
}

/**
 * Runs transactions within one that the host has begun on its client, each in a savepoint: the host's COMMIT stores
 * their writes. Retries none, because a retry would have to repeat the host's transaction.
 *
 * @spec PG8
 */
export function joinedTransactions(client: Client, options: Pick<SessionOptions, 'compile'>): Transactions {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  async function inSavepoint<T>(work: TransactionWork<T>, first?: string): Promise<T> {
    count += 1;
    const name = `botwright_${count}`;
    await client.query(`SAVEPOINT ${name}`).catch((error: unknown) => {
      throw described(error);
    });
    const session = openSession(client, options);
    try {
      if (first !== undefined) await session.ask(first);
      const value = await work(session);
      await session.end();
      await client.query(`RELEASE SAVEPOINT ${name}`);
      return value;
    } catch (error) {
      await session.end().catch(ignore);
      // On a lost connection, this fails for the same reason.
      await client.query(`ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`).catch(ignore);
      throw explained(session.failure() ?? error);
    }
  }

  function inTurn<T>(use: () => Promise<T>): Promise<T> {
    const result = last.then(use, use);
    last = result.catch(ignore);
    return result;
  }

  const inOwnTurn: Transactions['once'] = (work, first) => inTurn(() => inSavepoint(work, first));
  const read = <T>(work: TransactionWork<T>) => inTurn(() => work(openSession(client, options)));
  return { read, snapshot: read, once: inOwnTurn, run: inOwnTurn };
}

function ignore(): void {}
