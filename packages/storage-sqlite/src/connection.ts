import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/** The little of a SQLite connection that the store needs. Statements are prepared once for each text. */
export interface Connection {
  /** @returns The first row, as the caller says its columns are. */
  get<TRow>(sql: string, ...params: readonly SQLInputValue[]): TRow | undefined;
  all<TRow>(sql: string, ...params: readonly SQLInputValue[]): readonly TRow[];
  /** @returns How many rows it changed. */
  run(sql: string, ...params: readonly SQLInputValue[]): number;
  /** Runs a script of several statements. */
  script(sql: string): void;
  /** SQLite leaves a transaction of itself after some faults, such as a full disk. */
  isInTransaction(): boolean;
  close(): void;
}

export interface ConnectionOptions {
  readonly mode: 'read' | 'write';
  /** How long to wait for another process. */
  readonly busyTimeoutMs: number;
}

export function openConnection(file: string, options: ConnectionOptions): Connection {
  const database = new DatabaseSync(file, {
    readOnly: options.mode === 'read',
    timeout: options.busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  const statements = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  }

  return {
    get: <TRow>(sql: string, ...params: readonly SQLInputValue[]) => prepared(sql).get(...params) as TRow | undefined,
    all: <TRow>(sql: string, ...params: readonly SQLInputValue[]) =>
      prepared(sql).all(...params) as readonly unknown[] as readonly TRow[],
    run: (sql, ...params) => Number(prepared(sql).run(...params).changes),
    script: (sql) => database.exec(sql),
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}
