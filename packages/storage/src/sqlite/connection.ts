import type { OpenSqlite, SqliteStatement, SqliteValue } from './driver.ts';
import { nodeSqlite } from './node-driver.ts';

/** The part of a SQLite connection that the store needs. Each distinct statement is prepared once. */
export interface Connection {
  /** @returns The first row. The caller names the type of its columns. */
  get<TRow>(sql: string, ...params: readonly SqliteValue[]): TRow | undefined;
  /** @returns The values of the first row, in the order of its columns. */
  values(sql: string, ...params: readonly SqliteValue[]): readonly unknown[] | undefined;
  all<TRow>(sql: string, ...params: readonly SqliteValue[]): readonly TRow[];
  /** @returns The number of changed rows. */
  run(sql: string, ...params: readonly SqliteValue[]): number;
  /** Runs a script of several statements. */
  script(sql: string): void;
  /** Whether a transaction is open. After some faults, such as a full disk, SQLite ends it. */
  isInTransaction(): boolean;
  close(): void;
}

/** Runs a query function on a connection. The creator of the `RunQuery` decides when, and on which connection. */
export type RunQuery = <T>(query: (connection: Connection) => T) => Promise<T>;

export interface ConnectionOptions {
  readonly mode: 'read' | 'write';
  /** Milliseconds to wait for a lock of another process on the file. */
  readonly busyTimeoutMs: number;
  /** Default: the SQLite of Node. */
  readonly open?: OpenSqlite;
}

export function openConnection(
  file: string,
  { mode, busyTimeoutMs, open = nodeSqlite }: ConnectionOptions,
): Connection {
  const database = open(file, { readOnly: mode === 'read', busyTimeoutMs });
  const prepared = new Map<string, Prepared>();

  function prepare(sql: string): Prepared {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    const made = { statement, columns: statement.columns().map(({ name }) => name) };
    prepared.set(sql, made);
    return made;
  }

  return {
    get<TRow>(sql: string, ...params: readonly SqliteValue[]) {
      const { statement, columns } = prepare(sql);
      const values = statement.get(...params) as readonly unknown[] | undefined;
      return values && (toRow(columns, values) as TRow);
    },
    values: (sql, ...params) => prepare(sql).statement.get(...params) as readonly unknown[] | undefined,
    all<TRow>(sql: string, ...params: readonly SqliteValue[]) {
      const { statement, columns } = prepare(sql);
      const rows = statement.all(...params) as readonly (readonly unknown[])[];
      return rows.map((values) => toRow(columns, values) as TRow);
    },
    run: (sql, ...params) => Number(prepare(sql).statement.run(...params).changes),
    script: (sql) => void database.exec(sql),
    isInTransaction: () => database.isTransaction,
    close: () => void database.close(),
  };
}

interface Prepared {
  readonly statement: SqliteStatement;
  readonly columns: readonly string[];
}

/** The row objects of the driver take twice the time to make and to read. */
function toRow(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) row[columns[index] as string] = values[index];
  return row;
}
