import type { OpenSqlite, SqliteStatement, SqliteValue } from './driver.ts';

/** The part of the class of `better-sqlite3` that the store needs. */
export type BetterSqlite3 = new (file: string, options: { readonly?: boolean; timeout?: number }) => Database;

interface Database {
  prepare(sql: string): Statement;
  exec(sql: string): unknown;
  readonly inTransaction: boolean;
  close(): unknown;
}

interface Statement {
  readonly reader: boolean;
  raw(isRaw: boolean): unknown;
  columns(): readonly { readonly name: string }[];
  all(params: unknown): unknown[];
  run(params: unknown): { readonly changes: number };
}

/**
 * A driver on the package `better-sqlite3`, or on one with the same classes, such as `libsql`.
 *
 * @example
 * import Database from 'better-sqlite3';
 * const storage = sqliteStorage({ file: './bots.db', open: betterSqlite3(Database) });
 */
export function betterSqlite3(Database: BetterSqlite3): OpenSqlite {
  return (file, { readOnly, busyTimeoutMs }) => {
    const database = new Database(file, { readonly: readOnly, timeout: busyTimeoutMs });
    // `libsql` ignores `readonly`.
    database.exec(`PRAGMA foreign_keys = ON; PRAGMA query_only = ${readOnly ? 'ON' : 'OFF'}`);
    return {
      prepare: (sql) => statementOf(database.prepare(sql), sql),
      exec: (sql) => database.exec(sql),
      get isTransaction() {
        return database.inTransaction;
      },
      close: () => database.close(),
    };
  };
}

function statementOf(statement: Statement, sql: string): SqliteStatement {
  // Numbered parameters are named ones there: an object has their values.
  const bind = /\?\d/.test(sql)
    ? (params: SqliteValue[]) => Object.fromEntries(params.map((value, index) => [index + 1, value]))
    : (params: SqliteValue[]) => params;
  const run: SqliteStatement['run'] = (...params) => statement.run(bind(params));
  if (!statement.reader) {
    const noRows = (...params: SqliteValue[]): readonly unknown[] => {
      run(...params);
      return [];
    };
    return { columns: () => [], get: (...params) => noRows(...params)[0], all: noRows, run };
  }
  statement.raw(true);
  const all: SqliteStatement['all'] = (...params) => statement.all(bind(params));
  // The `get` of `libsql` leaves the statement open, and a transaction cannot end before it.
  return { columns: () => statement.columns(), get: (...params) => all(...params)[0], all, run };
}
