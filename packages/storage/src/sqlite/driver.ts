/** A value that SQLite stores. Numbers are bound as SQLite's REAL; a column of integers converts them. */
export type SqliteValue = null | number | bigint | string | Uint8Array;

/** A prepared statement, with `?` or `?1` for its parameters. `DatabaseSync` of `node:sqlite` has it with `returnArrays`. */
export interface SqliteStatement {
  /** Empty if the statement returns no rows. */
  columns(): readonly { readonly name: string }[];
  /** @returns The values of the first row. The statement has ended. */
  get(...params: SqliteValue[]): unknown;
  /** @returns The values of each row. */
  all(...params: SqliteValue[]): readonly unknown[];
  /** @returns The number of rows that it changed. */
  run(...params: SqliteValue[]): { readonly changes: number | bigint };
}

/**
 * A connection to a SQLite database, synchronous. Errors have SQLite's extended result code as a number, `errcode`, or
 * as a name, `code` (`SQLITE_BUSY`).
 */
export interface SqliteDatabase {
  /** Compiles one statement, which is run many times. */
  prepare(sql: string): SqliteStatement;
  /** Runs a script of several statements. */
  exec(sql: string): unknown;
  /** Whether a transaction is open. After some faults, such as a full disk, SQLite ends it. */
  readonly isTransaction: boolean;
  /** Closes the file; nothing is called afterwards. */
  close(): unknown;
}

export interface SqliteOpenOptions {
  /** Whether the connection refuses writes. */
  readonly readOnly: boolean;
  /** Milliseconds to wait for a lock of another connection on the file. */
  readonly busyTimeoutMs: number;
}

/**
 * Opens a connection that enforces foreign keys.
 *
 * @param file - An absolute path, or `:memory:`.
 */
export type OpenSqlite = (file: string, options: SqliteOpenOptions) => SqliteDatabase;
