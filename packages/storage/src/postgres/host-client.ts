import type { Client, ClientQuery } from './client.ts';
import { type PgliteQueries, pgliteClient } from './pglite.ts';

/** The part of a transaction of postgres.js, `sql.begin`, that a client needs. */
interface PostgresJsTransaction {
  unsafe(text: string, values: unknown[], options: { readonly prepare: boolean }): PromiseLike<PostgresJsResult>;
  /** A parameter with the number of its type in PostgreSQL. */
  typed(value: unknown, type: number): unknown;
}

/** The rows of a statement. Several statements have a list of such results. */
interface PostgresJsResult extends ReadonlyArray<unknown> {
  readonly columns?: readonly { readonly name: string; readonly type: number }[] | undefined;
  /** Changed rows. */
  readonly count?: number | null;
}

/**
 * Finds the client in which a host has begun a transaction: of `pg`, of PGlite, of postgres.js, or of a transaction of
 * Drizzle on one of them.
 *
 * @throws {TypeError} when there is none.
 * @spec PG39
 */
export function clientOf(given: unknown): Client {
  const { session } = ((given as { readonly _?: unknown } | undefined)?._ ?? {}) as {
    readonly session?: { readonly client?: unknown };
  };
  const client = ofDriver(given) ?? ofDriver(session?.client);
  if (client !== undefined) return client;
  throw new TypeError(
    '`within` takes a transaction: a client of `pg` after its BEGIN, or a transaction of PGlite, postgres.js or Drizzle.',
  );
}

function ofDriver(given: unknown): Client | undefined {
  const members = (given ?? {}) as Readonly<Record<string, unknown>>;
  const has = (name: string) => typeof members[name] === 'function';
  if (has('unsafe')) return ofPostgresJs(given as PostgresJsTransaction);
  if (has('exec') && has('query')) return pgliteClient(given as PgliteQueries);
  // A pool of `pg` runs each statement on another connection.
  return has('query') && members['totalCount'] === undefined ? (given as Client) : undefined;
}

/** The number of the type `text` in PostgreSQL. */
const textType = 25;

function ofPostgresJs(sql: PostgresJsTransaction): Client {
  return {
    async query(query) {
      const { text, values = [], name }: ClientQuery = typeof query === 'string' ? { text: query } : query;
      // Without a type, postgres.js encodes a text again as JSON where the statement needs JSON.
      const typed = values.map((value) => (typeof value === 'string' ? sql.typed(value, textType) : value));
      const results = await sql.unsafe(text, typed, { prepare: name !== undefined });
      const result = Array.isArray(results[0]) ? (results.at(-1) as PostgresJsResult) : results;
      const fields = (result.columns ?? []).map((column) => ({ name: column.name, dataTypeID: column.type }));
      return { rows: [...result], fields, rowCount: result.count ?? null };
    },
  };
}
