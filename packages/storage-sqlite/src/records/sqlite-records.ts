import type { SQLInputValue } from 'node:sqlite';
import type {
  CommitOutcome,
  DecidedRecords,
  Program,
  RecordBatch,
  RecordStore,
  Request,
  Scalar,
  Scope,
} from '@botwright/core/ports';
import {
  brandOf,
  planRead,
  planWrite,
  type RecordDialect,
  type RecordSchema,
  type SqlRow,
  type SqlText,
  selectVersion,
  sqliteTrigger,
  tableOf,
} from '@botwright/storage-sql';
import type { Connection } from '../connection.ts';

/** How SQLite holds the fields of records. */
export const sqliteDialect: RecordDialect = {
  types: { integer: 'INTEGER', number: 'REAL', text: 'TEXT', boolean: 'INTEGER', json: 'TEXT', document: 'TEXT' },
  tableOptions: ' STRICT',
  parameter(type, value) {
    if (value === undefined || value === null) return null;
    if (type === 'boolean') return value === true ? 1 : 0;
    return type === 'json' ? JSON.stringify(value) : value;
  },
  value(type, stored) {
    if (type === 'boolean') return stored === 1;
    return type === 'json' ? JSON.parse(stored as string) : stored;
  },
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  indexesNulls: false,
  counts: 'ranges',
  cast: (type) => sqliteDialect.types[type],
  nextNumber:
    'INSERT INTO record_numbers (sequence, last) VALUES (?, 1) ' +
    'ON CONFLICT (sequence) DO UPDATE SET last = last + 1 RETURNING last AS "number"',
  trigger: sqliteTrigger,
};

/** Undoes a commit: the store answers `conflict`. */
class Refused extends Error {}

export interface SqliteRecordsParts {
  readonly schema: RecordSchema;
  /** Runs work that waits for nothing in one transaction, and undoes it where it throws. */
  write<T>(brand: string, work: (writer: Connection) => T): Promise<T>;
  /** Runs reads that see one moment. */
  read<T>(work: (reader: Connection) => T): Promise<T>;
}

/** The records of a SQLite file. */
export function sqliteRecords({ schema, write, read }: SqliteRecordsParts): RecordStore {
  const answersIn = (connection: Connection, scope: Scope, requests: readonly Request[]) =>
    requests.map((request) => {
      const { statements, more, answer } = planRead(schema, scope, request);
      const rows = statements.map((statement) => all(connection, statement));
      return answer([...rows, ...(more?.(rows) ?? []).map((statement) => all(connection, statement))]);
    });

  return {
    async read(scope, requests) {
      // A number is written where it is given.
      if (requests.some((request) => request.do === 'number')) {
        return write(brandOf(scope), (writer) => answersIn(writer, scope, requests));
      }
      return read((reader) => answersIn(reader, scope, requests));
    },
    commit: (scope, batch) =>
      outcomeOf(write(brandOf(scope), (writer) => commitBatch(schema, writer, brandOf(scope), batch))),
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      let decision: TDecision | undefined;
      const committed = await outcomeOf(
        write(brandOf(scope), (writer) => {
          const run = program();
          let step = run.next([]);
          while (step.done !== true) step = run.next(answersIn(writer, scope, step.value));
          decision = step.value;
          commitBatch(schema, writer, brandOf(scope), { conditions: [], operations: step.value.operations });
        }),
      );
      return { decision: decision as TDecision, committed };
    },
  };
}

function commitBatch(schema: RecordSchema, connection: Connection, brand: string, batch: RecordBatch): void {
  const { dialect } = schema;
  for (const { kind, key, version } of batch.conditions) {
    const [row] = all(connection, selectVersion(dialect, tableOf(schema, kind), brand, key));
    if (row?.['version'] !== version) throw new Refused();
  }
  for (const operation of batch.operations) {
    for (const statement of planWrite(schema, brand, operation, isNever).statements) run(connection, statement);
  }
}

/** A condition that a record is absent holds until the commit: there is one writer. */
function isNever(_kind: string, _key: readonly Scalar[]): boolean {
  return false;
}

async function outcomeOf(writing: Promise<unknown>): Promise<CommitOutcome> {
  try {
    await writing;
    return { kind: 'committed' };
  } catch (error) {
    if (error instanceof Refused || isConstraint(error)) return { kind: 'conflict' };
    throw error;
  }
}

/** SQLITE_CONSTRAINT_FOREIGNKEY, _PRIMARYKEY and _UNIQUE. */
function isConstraint(error: unknown): boolean {
  const { errcode } = error as { readonly errcode?: unknown };
  return errcode === 787 || errcode === 1555 || errcode === 2067;
}

function all(connection: Connection, { sql, params }: SqlText): readonly SqlRow[] {
  return connection.all<SqlRow>(sql, ...(params as readonly SQLInputValue[]));
}

function run(connection: Connection, { sql, params, mustChange }: SqlText): void {
  const changes = connection.run(sql, ...(params as readonly SQLInputValue[]));
  if (mustChange && changes === 0) throw new Refused();
}
