import { nextTick } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { type ReadOptions, type Request, type RunQuery, runInTurn } from '@botwright/storage-sql';
import type { Client, ClientPool, ClientQuery, PooledClient } from './client.ts';
import { described, isAway, isTimedOut, isTransient } from './errors.ts';
import { type ExecuteOptions, execute } from './execute.ts';
import { byIndex } from './planning.ts';
import { createTurns } from './turns.ts';

/**
 * The number of tries of a transaction: after a deadlock one transaction succeeds at the first try, another at the
 * second.
 */
const mostTries = 8;
/** Milliseconds before the second try, in which the other transaction can end; each try doubles them. */
const firstWaitMs = 4;

export interface TransactionOptions extends ExecuteOptions {
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

/** Runs statements in transactions. */
export interface Transactions {
  /** Runs one query on committed state. */
  readonly read: RunQuery;
  /** Runs work in a transaction, and again after a serialisation failure or a deadlock. */
  run<T>(work: TransactionWork<T>, options?: RunOptions): Promise<T>;
}

export interface RunOptions {
  /** SQL that sets options of the transaction, or takes a lock, before all else and without a separate round trip. */
  readonly first?: string;
}

/**
 * @param client - Runs further statements in the transaction, in turn with its queries.
 * @param commitWith - Sends the last queries and the commit together. Each query is one statement that may overlap
 * others, and fails if it cannot do its work: the commit is the last statement.
 */
export type TransactionWork<T> = (run: RunQuery, client: Client, commitWith: CommitWith) => Promise<T>;

export type CommitWith = <T>(last: () => readonly Promise<T>[]) => Promise<readonly T[]>;

/**
 * Runs transactions at the level READ COMMITTED: each statement sees the state committed at its beginning, so rows read
 * after a lock are current.
 *
 * @spec PG4, PG5, PG6, PG7, PG12, PG25, PG27, PG28, PG32, PG33
 */
export function pooledTransactions(pool: ClientPool, options: TransactionOptions): Transactions {
  const { statementTimeoutMs, workLimitMs, areLimited } = options;
  const limits =
    `SET LOCAL statement_timeout = ${statementTimeoutMs}; ` +
    `SET LOCAL idle_in_transaction_session_timeout = ${workLimitMs}; ${byIndex}`;
  const patienceMs = statementTimeoutMs === 0 ? undefined : statementTimeoutMs + graceMs;
  const patient = { ...options, ...(patienceMs !== undefined && { timeoutMs: patienceMs }) };
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${limits}`;
  const beginSnapshot = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`;

  /**
   * Runs a text of several statements, or one statement without parameters.
   *
   * @param behind - The number of statements sent before it, each of which may take its full time.
   */
  const ask = (client: Client, text: string, behind = 0) =>
    client.query(patienceMs === undefined ? text : { text, query_timeout: patienceMs + behind * statementTimeoutMs });

  /** @param onBroken - Called if the rollback failed: nobody else can have the connection. */
  async function rollBack(client: Client, onBroken: () => void): Promise<void> {
    await ask(client, 'ROLLBACK').catch(onBroken);
  }

  async function once<T>(
    client: Client,
    onBroken: () => void,
    work: TransactionWork<T>,
    { first }: RunOptions,
  ): Promise<T> {
    const running = runIn(client, { ...patient, statementTimeoutMs });
    const commit = async (behind = 0): Promise<void> => {
      await ask(client, 'COMMIT', behind).catch((error: unknown) => {
        throw isUseless(error) ? new UnknownOutcome(error) : error;
      });
    };
    let committing: Promise<void> | undefined;
    try {
      await running.begin((text) => ask(client, text), first === undefined ? begin : `${begin}; ${first}`);
      const value = await work(running.run, running.client, async (last) => {
        const statements = last();
        const sent = Promise.all(statements);
        sent.catch(ignore);
        if (running.closes()) {
          committing = commit(statements.length);
          // The commit may end before the statements do, if no further answer comes.
          committing.catch(ignore);
        }
        const results = await sent;
        await committing;
        return results;
      });
      await running.end();
      await (committing ?? commit());
      return value;
    } catch (error) {
      await running.end().catch(ignore);
      // The server may have stored statements sent with the commit, even without an answer.
      const outcome = await committing?.then(ignore, (failure: unknown) => failure);
      if (outcome instanceof UnknownOutcome) throw outcome;
      if (error instanceof UnknownOutcome) throw error;
      const failure = running.failure();
      // The server rolls back open transactions of a connection that ends.
      if (isUseless(failure)) throw failure;
      await rollBack(client, onBroken);
      throw failure ?? error;
    }
  }

  return {
    async read(query, { inOneSnapshot } = {}) {
      if (inOneSnapshot === true) {
        return withClient(pool, async (client, onBroken) => {
          try {
            await ask(client, beginSnapshot);
            const value = await runInTurn(query(), (request) => execute(client, request, patient));
            await ask(client, 'COMMIT').catch(onBroken);
            return value;
          } catch (error) {
            if (!isUseless(error)) await rollBack(client, onBroken);
            throw error;
          }
        });
      }
      // A time-out of the server leaves the connection usable. Without it, a slow server would also have to open new
      // connections.
      const timed = areLimited ? patient : { ...options, timeoutMs: statementTimeoutMs };
      return withClient(pool, (client) => runInTurn(query(), (request) => execute(client, request, timed)));
    },

    async run(work, given = {}) {
      for (let tries = 1; ; tries += 1) {
        try {
          return await withClient(pool, (client, onBroken) => once(client, onBroken, work, given));
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
 * @param use - Receives a function to call if nobody else can have the connection.
 * @throws Any error, described by `described`.
 * @spec PG7
 */
export async function withClient<T>(
  pool: ClientPool,
  use: (client: Client, onBroken: () => void) => Promise<T>,
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
    return await use(client, onBroken);
  } catch (error) {
    isBroken ||= ended !== undefined || isUseless(error) || error instanceof UnknownOutcome;
    throw error instanceof UnknownOutcome ? error : explained(ended ?? error);
  } finally {
    client.removeListener('error', onError);
    client.release(isBroken);
  }
}

/** Whether a connection is unusable. */
function isUseless(error: unknown): boolean {
  return isAway(error) || isTimedOut(error);
}

/** Errors of statements of the host: they may concern tables of the host, not of the storage. */
const ofHost = new WeakSet<object>();

function markAsOfHost(error: unknown): never {
  if (typeof error === 'object' && error !== null) ofHost.add(error);
  throw error;
}

/** @spec PG29 */
function explained(error: unknown): unknown {
  const isOfHost = typeof error === 'object' && error !== null && ofHost.has(error);
  return isOfHost && !isUseless(error) ? error : described(error);
}

/** The connection broke during the commit, so nobody knows whether PostgreSQL committed. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection broke during the commit: the transaction may be stored or not.', { cause });
  }
}

const ignore = (): void => undefined;

/**
 * Runs transactions within one that the host has begun on its client, each in a savepoint: the host's COMMIT stores
 * their writes. Retries none, because a retry would have to repeat the host's transaction.
 *
 * @spec PG8
 */
export function joinedTransactions(client: Client, options: ExecuteOptions): Transactions {
  let last: Promise<unknown> = Promise.resolve();
  let count = 0;

  async function inSavepoint<T>(work: TransactionWork<T>): Promise<T> {
    count += 1;
    const name = `botwright_${count}`;
    await client.query(`SAVEPOINT ${name}`);
    const running = runIn(client, options);
    try {
      const value = await work(running.run, running.client, (last) => Promise.all(last()));
      await running.end();
      await client.query(`RELEASE SAVEPOINT ${name}`);
      return value;
    } catch (error) {
      await running.end().catch(ignore);
      await client.query(`ROLLBACK TO SAVEPOINT ${name}; RELEASE SAVEPOINT ${name}`);
      throw explained(running.failure() ?? error);
    }
  }

  function inTurn<T>(use: () => Promise<T>): Promise<T> {
    const result = last.then(use, use);
    last = result.catch(ignore);
    return result;
  }

  return {
    read: (query) => inTurn(() => runInTurn(query(), (request) => execute(client, request, options))),
    run: (work, { first } = {}) =>
      inTurn(() =>
        inSavepoint(async (run, own) => {
          if (first !== undefined) await own.query(first);
          return work(run, own, (last) => Promise.all(last()));
        }),
      ),
  };
}

interface Running {
  /** Waits for the beginning only on a client without a pipeline. */
  begin(ask: (text: string) => Promise<unknown>, text: string): Promise<void>;
  readonly run: RunQuery;
  readonly client: Client;
  /** Accepts no further statement if all requested statements are sent. @returns Whether they are. */
  closes(): boolean;
  /** Accepts no further query, and waits for running ones. Rejects with the error of the first failed statement. */
  end(): Promise<void>;
  /** The first error of a statement, after which PostgreSQL accepts no other. */
  failure(): unknown;
}

/**
 * Runs the queries of one transaction one after the other, as a query may have several statements. On a client with a
 * pipeline, overlapping queries do not wait for each other, and reads do not wait for the beginning of the transaction:
 * if the beginning fails, statements sent after it run outside of a transaction. Sends nothing after a statement has
 * failed.
 *
 * @param options - With the server's time-out, statements without a limit run without it.
 */
function runIn(client: Client, options: ExecuteOptions & { readonly statementTimeoutMs?: number }): Running {
  const turns = createTurns();
  const isPipelined = client.pipeline === true;
  const gather = isPipelined ? gatherStatements(client) : ignore;
  let hasEnded = false;
  let isClosing = false;
  let failed: { readonly error: unknown } | undefined;
  /** The number of statements without a result, including the next one. */
  let sent = 0;
  /** Set until the transaction has begun. */
  let begun: Promise<unknown> | undefined;
  /** Whether a query waits for the beginning; all later queries wait, too. */
  let awaitsBegin = false;

  async function noted<T>(send: () => Promise<T>): Promise<T> {
    if (failed !== undefined) throw failed.error;
    if (isClosing) throw new Error('Nothing can be sent behind a commit.');
    gather();
    sent += 1;
    try {
      return await send();
    } catch (error) {
      failed ??= { error };
      throw error;
    } finally {
      sent -= 1;
    }
  }

  function inTurn<T>(start: () => Promise<T>, overlaps?: ReadOptions['overlaps']): Promise<T> {
    const unlessEnded = async (): Promise<T> => {
      if (hasEnded) throw new Error('The transaction has ended.');
      awaitsBegin ||= overlaps !== 'reads';
      if (begun !== undefined && awaitsBegin) await begun;
      return start();
    };
    return turns.take(unlessEnded, { overlaps: overlaps !== undefined && isPipelined });
  }

  const { statementTimeoutMs = 0, timeoutMs, ...unlimited } = options;
  /**
   * The time-out of the next statement: it waits for all statements sent before it, each of which may take its full
   * time.
   */
  const timed = () => (timeoutMs === undefined ? {} : { timeoutMs: timeoutMs + (sent - 1) * statementTimeoutMs });

  async function runOne(request: Request): Promise<unknown> {
    if (request.statement.duration !== 'any' || statementTimeoutMs === 0) {
      return noted(() => execute(client, request, { ...unlimited, ...timed() }));
    }
    const limit = (ms: number) =>
      noted(() =>
        client.query({
          text: `SET LOCAL statement_timeout = ${ms}`,
          ...(timeoutMs !== undefined && { query_timeout: timeoutMs }),
        }),
      );
    await limit(0);
    const result = await noted(() => execute(client, request, unlimited));
    await limit(statementTimeoutMs);
    return result;
  }

  /** Gives a statement of the host the same time-out, unless it sets one, or is an object that submits itself. */
  const limited = (query: string | ClientQuery): string | ClientQuery => {
    if (timeoutMs === undefined) return query;
    if (typeof query === 'string') return { text: query, query_timeout: timeoutMs };
    if (query.query_timeout !== undefined || 'submit' in query) return query;
    return Object.create(query, { query_timeout: { value: timeoutMs, enumerable: true } }) as ClientQuery;
  };

  return {
    async begin(ask, text) {
      const beginning = noted(() => ask(text));
      begun = beginning.then(() => {
        begun = undefined;
      });
      // `noted` records a failure; nothing is sent afterwards.
      begun.catch(ignore);
      if (!isPipelined) await beginning;
    },
    run: (query, { overlaps } = {}) => inTurn(() => runInTurn(query(), runOne), overlaps),
    client: { query: (query) => inTurn(() => noted(() => client.query(limited(query)).catch(markAsOfHost))) },
    closes() {
      isClosing = isPipelined && begun === undefined && turns.waiting() === 0;
      return isClosing;
    },
    async end() {
      hasEnded = true;
      await turns.take(async () => undefined);
      await begun;
      if (failed !== undefined) throw failed.error;
    },
    failure: () => failed?.error,
  };
}

/**
 * Makes a function to call before each statement. Statements sent in the same tick go out as one packet: for the
 * system, a packet costs about the same work that a small statement costs the database.
 */
function gatherStatements({ connection }: Client): () => void {
  const { stream } = connection ?? {};
  let gathers = false;
  return () => {
    if (gathers || stream?.cork === undefined) return;
    gathers = true;
    stream.cork();
    nextTick(() => {
      gathers = false;
      stream.uncork?.();
    });
  };
}
