import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { AnyKind, RecordOperation, RecordRequest, Scope } from '@botwright/core/ports';
import { sqliteTrigger } from '../../src/sql/document-schema.ts';
import { brandOf, planRead, planWrite, type ReadPlan } from '../../src/sql/record-plans.ts';
import { recordSchema } from '../../src/sql/record-schema.ts';
import { type RecordDialect, recordTables } from '../../src/sql/record-tables.ts';
import type { SqlRow, SqlText } from '../../src/sql/sql-text.ts';

const dialect: RecordDialect = {
  types: { integer: 'INTEGER', number: 'REAL', text: 'TEXT', boolean: 'INTEGER', json: 'TEXT', document: 'TEXT' },
  tableOptions: () => ' STRICT',
  parameter(type, value) {
    if (value === undefined || value === null) return null;
    if (type === 'boolean') return value === true ? 1 : 0;
    return type === 'json' ? JSON.stringify(value) : value;
  },
  value: (type, stored) =>
    type === 'boolean' ? stored === 1 : type === 'json' ? JSON.parse(stored as string) : stored,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  indexesNulls: false,
  counts: 'ranges',
  cast: (type) => dialect.types[type],
  nextNumber: '',
  hasManyWriters: false,
  trigger: sqliteTrigger,
};

/** A database of SQLite that runs plans, and what they cost. */
export interface SqliteDatabase {
  /** @returns Whether the operations are stored: all, or none. */
  commit(scope: Scope, operations: readonly RecordOperation[]): boolean;
  read<T>(scope: Scope, request: RecordRequest): T;
  /** Reads without counters and indexes of texts. */
  readUncounted<T>(scope: Scope, request: RecordRequest): T;
  /** The steps of the statements that answer a request, each as `EXPLAIN QUERY PLAN` names it. */
  stepsOf(scope: Scope, request: RecordRequest): readonly (readonly string[])[];
  all(sql: string): readonly SqlRow[];
  /** UTF-8 bytes of the texts that statements sent and got since the last call. */
  takeTransferred(): number;
  close(): void;
}

export function openSqliteDatabase(kinds: readonly AnyKind[], file = ':memory:', mostInRange?: number): SqliteDatabase {
  const database = new DatabaseSync(file);
  const schema = recordTables(kinds, dialect);
  const { counts: _, ...plain } = dialect;
  const uncounted = recordTables(kinds, plain);
  database.exec('PRAGMA journal_mode = WAL');
  for (const statement of recordSchema(schema, mostInRange)) database.exec(statement);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  let transferred = 0;
  const count = (values: readonly unknown[]) => {
    for (const value of values) if (typeof value === 'string') transferred += Buffer.byteLength(value);
  };
  const all = ({ sql, params }: SqlText): readonly SqlRow[] => {
    count(params);
    const rows = prepare(sql).all(...(params as SQLInputValue[]));
    for (const row of rows) count(Object.values(row));
    return rows;
  };
  const run = ({ sql, params, mustChange }: SqlText): void => {
    count(params);
    const { changes } = prepare(sql).run(...(params as SQLInputValue[]));
    if (mustChange && changes === 0) throw new Error('The statement changed no row.');
  };
  const answerOf = ({ statements, more, answer }: ReadPlan) => {
    const rows = statements.map(all);
    return answer([...rows, ...(more?.(rows) ?? []).map(all)]);
  };
  return {
    commit(scope, operations) {
      database.exec('BEGIN');
      try {
        for (const operation of operations) {
          for (const statement of planWrite(schema, brandOf(scope), operation, () => undefined)) run(statement);
        }
        database.exec('COMMIT');
        return true;
      } catch {
        database.exec('ROLLBACK');
        return false;
      }
    },
    read: <T>(scope: Scope, request: RecordRequest) => answerOf(planRead(schema, scope, request)) as T,
    readUncounted: <T>(scope: Scope, request: RecordRequest) => answerOf(planRead(uncounted, scope, request)) as T,
    all: (sql) => prepare(sql).all(),
    stepsOf(scope, request) {
      const { statements, more } = planRead(schema, scope, request);
      const explain = ({ sql, params }: SqlText) =>
        all({ sql: `EXPLAIN QUERY PLAN ${sql}`, params }).map(({ detail }) => String(detail));
      return [...statements, ...(more?.(statements.map(all)) ?? [])].map(explain);
    },
    takeTransferred() {
      const taken = transferred;
      transferred = 0;
      return taken;
    },
    close: () => database.close(),
  };
}
