import type { Statement } from './statement.ts';

/** One statement to run. `get` returns a row or `undefined`, `all` the rows, `run` the number of changed rows. */
export interface Request {
  readonly kind: 'get' | 'all' | 'run';
  readonly statement: Statement<never, unknown>;
  readonly params: object;
}

/**
 * Statements in their order, as a generator: its driver runs each yielded statement, and passes the result back. So the
 * same code serves a synchronous database, such as SQLite, and an asynchronous one.
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

/** Returns the number of changed rows. */
export function* run<TParams extends object>(statement: Statement<TParams, unknown>, params: TParams): Query<number> {
  return (yield { kind: 'run', statement, params }) as number;
}

/** Runs a query on a synchronous database. Passes an error to the query. */
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

/** Runs a query on an asynchronous database. Passes an error to the query. */
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
  /** Allows caching the result under this key until somebody writes. Different queries need different keys. */
  readonly key?: string;
  /** The query has several statements, which must see one state. */
  readonly inOneSnapshot?: boolean;
  /**
   * Within a transaction: other overlapping queries may begin before this one has ended, and then run between its
   * statements. Their first statements run in the order of the calls. An asynchronous database can get them together.
   * Queries that only read or lock rows can be sent even before the transaction is known to have begun.
   */
  readonly overlaps?: 'reads' | 'writes';
}

/** Runs a query. The creator of the `RunQuery` decides when, and on which connection. */
export type RunQuery = <T>(query: () => Query<T>, options?: ReadOptions) => Promise<T>;
