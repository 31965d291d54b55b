import { createHash } from 'node:crypto';
import { nextTick } from 'node:process';
import type { SqlText } from '../sql/sql-text.ts';
import type { Client, ClientQuery, QueryResult } from './client.ts';
import { isUseless } from './errors.ts';
import { Sql, schemaPrefix } from './sql.ts';

/** Sends statements on one connection, in the order of the calls. */
export interface Session {
  all<TRow = Readonly<Record<string, unknown>>>(statement: SqlText & { readonly row?: TRow }): Promise<readonly TRow[]>;
  /** The first row. */
  get<TRow>(statement: Sql<TRow>): Promise<TRow | undefined>;
  /** The number of changed rows. */
  run(statement: SqlText): Promise<number>;
  /** Sends a statement without waiting for its result: the transaction rejects if it fails. */
  send(statement: SqlText): void;
  /**
   * Sends statements that only read or lock: they need not wait for the beginning of the transaction. If the beginning
   * fails, other statements sent with it would run outside of a transaction.
   */
  readonly early: Pick<Session, 'all' | 'send'>;
  /** For statements of the host. If one fails, the transaction rejects with its error. */
  readonly client: Client;
}

/** A session with the parts that only the transaction around it uses. */
export interface OpenSession extends Session {
  /** Runs a text of several statements. */
  ask(text: string): Promise<QueryResult>;
  /** Begins a transaction. @param text - `BEGIN`, and settings of the transaction. */
  begin(text: string): void;
  /** Sends the commit after all other statements. Accepts no statements afterwards. */
  commit(): Promise<QueryResult>;
  /** Waits for all statements sent before the commit. Rejects with the error of the first failed statement. */
  end(): Promise<void>;
  /** The first error of a statement. PostgreSQL accepts no statement after it. */
  failure(): unknown;
}

/** Writes statements in the form of the driver. */
export type Compile = (statement: SqlText) => Pick<ClientQuery, 'text' | 'name'>;

export interface SessionOptions {
  readonly compile: Compile;
  /** Milliseconds until the client gives up a statement. Absent: no limit. */
  readonly patienceMs?: number | undefined;
  /** The time-out of the server for statements of this transaction, in milliseconds. Absent: not set. */
  readonly statementTimeoutMs?: number;
}

/** The type number of PostgreSQL's `bigint`. */
const bigint = 20;

/** Every stored number is exact as a number of JavaScript; drivers return a `bigint` as text or as `bigint`. */
function withNumbers(result: QueryResult): QueryResult {
  for (const { name, dataTypeID } of result.fields ?? []) {
    if (dataTypeID !== bigint) continue;
    for (const row of result.rows as readonly Record<string, unknown>[]) {
      if (row[name] !== null) row[name] = Number(row[name]);
    }
  }
  return result;
}

/**
 * @param schema - The schema whose tables the statements name.
 * @param prepare - Whether each connection prepares a statement once.
 */
export function compiler(schema: string, prepare: boolean): Compile {
  const known = new Map<string, Pick<ClientQuery, 'text' | 'name'>>();
  return ({ sql }) => {
    const found = known.get(sql);
    if (found !== undefined) return found;
    let count = 0;
    const inSchema = sql.replaceAll(schemaPrefix, `"${schema}".`);
    const text = inSchema.replaceAll('?', () => {
      count += 1;
      return `$${count}`;
    });
    // One connection may have statements of several schemas and releases.
    const name = `botwright_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    const compiled = { text, ...(prepare && { name }) };
    known.set(sql, compiled);
    return compiled;
  };
}

/**
 * Opens a session on a connection. With a pipeline, statements do not wait for each other. No statement runs after one
 * has failed.
 */
export function openSession(client: Client, options: SessionOptions): OpenSession {
  const { compile, patienceMs, statementTimeoutMs = 0 } = options;
  const isPipelined = client.pipeline === true;
  const gather = isPipelined ? gatherStatements(client) : ignore;
  const pending = new Set<Promise<unknown>>();
  let hasEnded = false;
  /** The number of pending statements without a time limit. */
  let unlimited = 0;
  let failed: { readonly error: unknown } | undefined;
  /** Set until the transaction has begun. */
  let begun: Promise<unknown> | undefined;

  /** Each statement waits for all earlier ones, each of which may take the full time-out. */
  const limits = () => {
    const before = isPipelined ? pending.size : 0;
    return patienceMs === undefined || unlimited > 0 ? {} : { query_timeout: patienceMs + before * statementTimeoutMs };
  };

  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(send: () => Promise<T>, isEarly: boolean): Promise<T> {
    if (isPipelined) return begun === undefined || isEarly ? send() : begun.then(send);
    const result = last.then(send);
    last = result.catch(ignore);
    return result;
  }

  function note<T>(send: () => Promise<T>, isEarly = false): Promise<T> {
    if (hasEnded) return Promise.reject(new Error('The transaction has ended.'));
    const sendUnlessFailed = () => {
      if (failed !== undefined) return Promise.reject(failed.error);
      gather();
      return send();
    };
    const result = inTurn(sendUnlessFailed, isEarly);
    pending.add(result);
    result.then(
      () => pending.delete(result),
      (error: unknown) => {
        pending.delete(result);
        failed ??= { error };
      },
    );
    return result;
  }

  const ask = (text: string) => note(() => client.query({ text, ...limits() }));

  function query(statement: SqlText, isEarly = false): Promise<QueryResult> {
    const { plan, duration } = statement instanceof Sql ? statement.options : {};
    const { text, name } = compile(statement);
    const send = () =>
      note(
        () =>
          client.query({
            ...{ text, values: [...statement.params] },
            ...(name !== undefined && plan === undefined && { name }),
            ...limits(),
          }),
        isEarly,
      );
    if (duration === undefined || statementTimeoutMs === 0) return send();
    ask('SET LOCAL statement_timeout = 0').catch(ignore);
    unlimited += 1;
    const result = send();
    const count = () => {
      unlimited -= 1;
    };
    result.then(count, count);
    ask(`SET LOCAL statement_timeout = ${statementTimeoutMs}`).catch(ignore);
    return result;
  }

  const all: Session['all'] = async (statement) => withNumbers(await query(statement)).rows as never;

  const send = (statement: SqlText, isEarly?: boolean): void => {
    query(statement, isEarly).catch(ignore);
  };

  /** Gives a statement of the host the same time-out, unless it has one, or is an object with its own `submit`. */
  const limited = (given: string | ClientQuery): string | ClientQuery => {
    const { query_timeout: limit } = limits();
    if (limit === undefined) return given;
    if (typeof given === 'string') return { text: given, query_timeout: limit };
    if (given.query_timeout !== undefined || 'submit' in given) return given;
    return Object.create(given, { query_timeout: { value: limit, enumerable: true } }) as ClientQuery;
  };

  return {
    all,
    get: async (statement) => (await all(statement))[0],
    run: async (statement) => (await query(statement)).rowCount ?? 0,
    send: (statement) => send(statement),
    early: {
      all: async (statement) => withNumbers(await query(statement, true)).rows as never,
      send: (statement) => send(statement, true),
    },
    client: { query: (given) => note(() => client.query(limited(given)).catch(markAsOfHost)) },
    ask,
    begin(text) {
      const beginning = note(() => client.query({ text, ...limits() }), true);
      const hasBegun = (): void => {
        begun = undefined;
      };
      begun = beginning.then(hasBegun, hasBegun);
    },
    commit() {
      hasEnded = true;
      const send = () => {
        gather();
        return client.query({ text: 'COMMIT', ...limits() });
      };
      // After a failed statement, COMMIT rolls back.
      return inTurn(send, false);
    },
    async end() {
      hasEnded = true;
      await Promise.allSettled(pending);
      if (failed !== undefined) throw failed.error;
    },
    failure: () => failed?.error,
  };
}

/** Errors of statements of the host: they may concern tables of the host, not of the storage. */
const ofHost = new WeakSet<object>();

function markAsOfHost(error: unknown): never {
  if (typeof error === 'object' && error !== null) ofHost.add(error);
  throw error;
}

/** Whether an error of a statement of the host leaves the connection usable. */
export function isOfHost(error: unknown): boolean {
  return typeof error === 'object' && error !== null && ofHost.has(error) && !isUseless(error);
}

/**
 * Makes a function to call before each statement. Statements of one tick are sent in one packet: sending a packet costs
 * the operating system about as much work as a small statement costs the database.
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

function ignore(): void {}
