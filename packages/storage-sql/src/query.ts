import type { Statement } from './statement.ts';

/** One statement to run. The result of `get` is a row or `undefined`, of `all` the rows, of `run` how many rows changed. */
export interface Request {
  readonly kind: 'get' | 'all' | 'run';
  readonly statement: Statement<never, unknown>;
  readonly params: object;
}

/**
 * Statements in their order, as a generator: whoever drives it runs each statement that it yields, and passes the
 * result back. So one text serves a database that answers at once, as SQLite does, and one that is waited for.
 */
export type Query<T> = Generator<Request, T, unknown>;

/** Returns the first row. */
export function* get<TParams extends object, TRow>(
  statement: Statement<TParams, TRow>,
  params: TParams,
): Query<TRow | undefined> {
  return (yield { kind: 'get', statement, params }) as TRow | undefined;
}

export function* all<TParams extends object, TRow>(
  statement: Statement<TParams, TRow>,
  params: TParams,
): Query<readonly TRow[]> {
  return (yield { kind: 'all', statement, params }) as readonly TRow[];
}

/** Returns how many rows were changed. */
export function* run<TParams extends object>(statement: Statement<TParams, unknown>, params: TParams): Query<number> {
  return (yield { kind: 'run', statement, params }) as number;
}

/** Runs a query on a database that answers at once. An error goes to the query. */
export function runAtOnce<T>(query: Query<T>, execute: (request: Request) => unknown): T {
  let step = query.next();
  while (step.done !== true) {
    let result: unknown;
    try {
      result = execute(step.value);
    } catch (error) {
      step = query.throw(error);
      continue;
    }
    step = query.next(result);
  }
  return step.value;
}

/** Runs a query on a database that is waited for. An error goes to the query. */
export async function runInTurn<T>(query: Query<T>, execute: (request: Request) => Promise<unknown>): Promise<T> {
  let step = query.next();
  while (step.done !== true) {
    let result: unknown;
    try {
      result = await execute(step.value);
    } catch (error) {
      step = query.throw(error);
      continue;
    }
    step = query.next(result);
  }
  return step.value;
}

export interface ReadOptions {
  /** Allows keeping the result under this key until somebody writes. Different queries need different keys. */
  readonly key?: string;
  /** The query has several statements, which must see one state. */
  readonly inOneSnapshot?: boolean;
  /**
   * Within a transaction: other such queries may begin before this one has ended, and then run between its statements.
   * Their first statements run in the order of the calls. A database that is waited for can be sent them together; those
   * that only read, or lock rows, also before it is known that the transaction has begun.
   */
  readonly overlaps?: 'reads' | 'writes';
}

/** Runs a query. Whoever makes it decides when, and on which connection. */
export type RunQuery = <T>(query: () => Query<T>, options?: ReadOptions) => Promise<T>;
