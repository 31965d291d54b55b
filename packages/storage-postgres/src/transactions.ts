import { nextTick } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { type ReadOptions, type Request, type RunQuery, runInTurn } from '@botwright/storage-sql';
import type { Client, ClientPool, ClientQuery, PooledClient } from './client.ts';
import { described, isAway, isTimedOut, isTransient } from './errors.ts';
import { type ExecuteOptions, execute } from './execute.ts';
import { byIndex } from './planning.ts';
import { createTurns } from './turns.ts';

/** How often a transaction is tried: of those that meet in a deadlock one ends with the first try, another with the second. */
const mostTries = 8;
/** Milliseconds to wait before the second try, so that the other transaction can end; the wait doubles with each. */
const firstWaitMs = 4;

export interface TransactionOptions extends ExecuteOptions {
  /** Milliseconds that a statement may take, with its wait for locks. */
  readonly statementTimeoutMs: number;
  /** Milliseconds that a transaction may wait between two of its statements. */
  readonly workLimitMs: number;
  /** Whether the connections were made with the time-out, so that the server ends reads outside of transactions, too. */
  readonly areLimited: boolean;
}

/**
 * Milliseconds after the time-out of the server in which it may say that a statement took too long. A connection that
 * is silent for longer is of no more use, whatever is at its other end: a frozen server, or a network that forgets.
 */
const graceMs = 5_000;

/** What statements run in. */
export interface Transactions {
  /** Runs one query on committed state. */
  readonly read: RunQuery;
  /** Runs work in a transaction, and again after a serialisation failure or a deadlock. */
  run<T>(work: TransactionWork<T>, options?: RunOptions): Promise<T>;
}

export interface RunOptions {
  /** SQL that sets what holds for the transaction, or takes a lock, before anything else and without a round trip of its own. */
  readonly first?: string;
}

/**
 * @param client - Runs further statements in the transaction, in turn with its queries.
 * @param commitWith - Sends the last queries and the commit together. Each is one statement that may overlap others, and
 *   fails where it cannot do its work: nothing can be sent behind it.
 */
export type TransactionWork<T> = (run: RunQuery, client: Client, commitWith: CommitWith) => Promise<T>;

export type CommitWith = <T>(last: () => readonly Promise<T>[]) => Promise<readonly T[]>;

/**
 * Runs transactions at the level READ COMMITTED: each statement sees what is committed when it begins, so that what is
 * read after a lock is the latest state.
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
   * Runs text of several statements, or one without parameters.
   *
   * @param behind - How many statements were sent before it, each of which may take its own time.
   */
  const ask = (client: Client, text: string, behind = 0) =>
    client.query(patienceMs === undefined ? text : { text, query_timeout: patienceMs + behind * statementTimeoutMs });

  /** @param onBroken - Called when the transaction could not be ended: nobody else can have the connection. */
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
          // It may end before the statements do, where no answer comes any more.
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
      // What was sent with the commit may be stored although no answer came.
      const outcome = await committing?.then(ignore, (failure: unknown) => failure);
      if (outcome instanceof UnknownOutcome) throw outcome;
      if (error instanceof UnknownOutcome) throw error;
      const failure = running.failure();
      // The server rolls back what a connection leaves open that ends.
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
      // What the server ends leaves the connection as it was. Without, a slow server would have to make new ones, too.
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
 * @param use - With what to call when nobody else can have the connection.
 * @throws What `described` makes of any error.
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
  // Without a listener the process would end when a connection breaks. The server says here why it ended it.
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

/** Whether a connection is of no more use. */
function isUseless(error: unknown): boolean {
  return isAway(error) || isTimedOut(error);
}

/** What statements of the host failed with: a table that is missing there is none of the storage. */
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

/** The connection broke while PostgreSQL was to commit, so that nobody knows whether it did. */
class UnknownOutcome extends Error {
  constructor(cause: unknown) {
    super('The connection broke during the commit: the transaction may be stored or not.', { cause });
  }
}

const ignore = (): void => undefined;

/**
 * Runs transactions within one that the host has begun on its client, each in a savepoint: the host's COMMIT stores
 * what they wrote. None is tried again, since the host's transaction would have to be.
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
  /** Waits for the beginning only where nothing can be sent behind it. */
  begin(ask: (text: string) => Promise<unknown>, text: string): Promise<void>;
  readonly run: RunQuery;
  readonly client: Client;
  /** Lets no further statement be sent. @returns Whether all that were asked for are sent; if not, they still are. */
  closes(): boolean;
  /** Lets no further query begin, and waits for those under way. Rejects with the error of the first statement that failed. */
  end(): Promise<void>;
  /** The first error of a statement, after which PostgreSQL takes no other. */
  failure(): unknown;
}

/**
 * Runs the queries of one transaction, one after the other, as a query may have several statements. On a client with a
 * pipeline, queries that may overlap do not wait for each other, and those that read do not wait for the beginning of the
 * transaction: if that fails, what is sent behind it runs by itself. Nothing is sent once a statement has failed.
 *
 * @param options - With the time-out of the server, statements that may take longer are run without it.
 */
function runIn(client: Client, options: ExecuteOptions & { readonly statementTimeoutMs?: number }): Running {
  const turns = createTurns();
  const isPipelined = client.pipeline === true;
  const gather = isPipelined ? gatherStatements(client) : ignore;
  let hasEnded = false;
  let isClosing = false;
  let failed: { readonly error: unknown } | undefined;
  /** Statements that were sent, or are about to be, and have no result yet. */
  let sent = 0;
  /** Until the transaction has begun. */
  let begun: Promise<unknown> | undefined;
  /** A query waits for the beginning, and so do all after it. */
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
  /** Of the statement that is about to be sent: it waits for those before it, each of which may take as long. */
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

  /** A statement of the host has the same patience, unless it says otherwise, or is an object that sends itself. */
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
      // A failure is noted: nothing is sent any more then.
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
 * Makes a function to call before each statement: those that are sent before the process waits for anything go out as one
 * packet, since for the system each packet is as much work as a small statement is for the database.
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
