import {
  type DialectAdapter,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCompiler,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './schema.ts';

/** A query that can lock the rows that it finds. */
interface Lockable {
  forNoKeyUpdate(): this;
}

/** What differs between databases. */
export interface Dialect {
  /** Builds queries, and runs none. */
  readonly builder: Kysely<Tables>;
  /** Stands before each name of a table, such as `"botwright".`; empty when there is one schema. */
  readonly prefix: string;
  /** Locks the rows that a query finds until the transaction ends, where transactions do not wait for each other anyhow. */
  locked<TQuery>(query: TQuery): TQuery;
  /** Whether a value is in a list that is a parameter. */
  isIn(value: Expression<unknown>, list: Expression<unknown>): Expression<SqlBool>;
  /** A list as the driver takes it. */
  encodeList(list: readonly unknown[]): unknown;
}

/** Stands for the schema in statements; `Dialect.prefix` takes its place. */
const schemaName = '@';

/** SQL of a table's name, for statements that are written as text. */
export const table = (name: string): ReturnType<typeof sql.raw> => sql.raw(`"${schemaName}".${name}`);

/** Puts the prefix of a dialect before the names of tables. */
export function withPrefix(text: string, { prefix }: Pick<Dialect, 'prefix'>): string {
  return text.replaceAll(`"${schemaName}".`, prefix);
}

/** @param schema - Any name: it is quoted. */
export function postgresDialect(schema: string): Dialect {
  return {
    builder: builderOf(
      () => new PostgresAdapter(),
      () => new PostgresQueryCompiler(),
      (db) => new PostgresIntrospector(db),
    ),
    prefix: `"${schema.replaceAll('"', '""')}".`,
    locked: (query) => (query as Lockable).forNoKeyUpdate() as typeof query,
    isIn: (value, list) => sql<SqlBool>`${value} = any(${list})`,
    encodeList: (list) => list,
  };
}

export const sqliteDialect: Dialect = {
  builder: builderOf(
    () => new SqliteAdapter(),
    () => new SqliteQueryCompiler(),
    (db) => new SqliteIntrospector(db),
  ),
  prefix: '',
  locked: (query) => query,
  isIn: (value, list) => sql<SqlBool>`${value} in (select value from json_each(${list}))`,
  encodeList: (list) => JSON.stringify(list),
};

function builderOf(
  createAdapter: () => DialectAdapter,
  createQueryCompiler: () => QueryCompiler,
  createIntrospector: (db: Kysely<unknown>) => PostgresIntrospector | SqliteIntrospector,
): Kysely<Tables> {
  const dialect = { createAdapter, createQueryCompiler, createIntrospector, createDriver: () => new DummyDriver() };
  return new Kysely<Tables>({ dialect }).withSchema(schemaName);
}
