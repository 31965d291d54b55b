import type { SQLInputValue } from 'node:sqlite';
import type {
  CommitOutcome,
  DecidedRecords,
  Program,
  RecordBatch,
  RecordOperation,
  RecordStore,
  Request,
  Scalar,
  Scope,
} from '@botwright/core/ports';
import { spliceText } from '@botwright/core/ports';
import {
  countListed,
  deleteRecord,
  documentTable,
  keyNames,
  keyOfRow,
  keyParameters,
  putRecord,
  type RecordDialect,
  type RecordTable,
  recordOfRow,
  type SqlRow,
  type SqlText,
  scanAnswer,
  selectByIndex,
  selectByKey,
  selectList,
  selectScan,
  selectSizes,
  selectVersion,
  touchRecord,
} from '@botwright/storage-sql';
import type { Connection } from '../connection.ts';

/** SQLite as a database of records. */
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
};

/** Thrown inside of a commit, which is then undone. */
class Refused extends Error {}

export interface SqliteRecordsParts {
  readonly tables: ReadonlyMap<string, RecordTable>;
  /** Runs work that waits for nothing in one transaction, and undoes it where it throws. */
  write<T>(brand: string, work: (writer: Connection) => T): Promise<T>;
  /** Runs reads that see one moment. */
  read<T>(work: (reader: Connection) => T): Promise<T>;
}

/** The records of a SQLite file. */
export function sqliteRecords({ tables, write, read }: SqliteRecordsParts): RecordStore {
  const inTables = (connection: Connection): RecordAccess => ({ connection, tables });

  return {
    async read(scope, requests) {
      // A number is written where it is given.
      if (requests.some(({ do: what }) => what === 'number')) {
        return write(brandOf(scope), (writer) => answersOf(inTables(writer), scope, requests));
      }
      return read((reader) => answersOf(inTables(reader), scope, requests));
    },
    commit: async (scope, batch) =>
      outcomeOf(write(brandOf(scope), (writer) => commitBatch(inTables(writer), scope, batch))),
    async exclusive<TDecision extends DecidedRecords>(scope: Scope, program: () => Program<TDecision>) {
      let decision: TDecision | undefined;
      const committed = await outcomeOf(
        write(brandOf(scope), (writer) => {
          const run = program();
          let step = run.next([]);
          while (step.done !== true) step = run.next(answersOf(inTables(writer), scope, step.value));
          decision = step.value;
          commitBatch(inTables(writer), scope, { conditions: [], operations: step.value.operations });
        }),
      );
      return { decision: decision as TDecision, committed };
    },
  };
}

/** A connection, and the tables of the records in it. */
interface RecordAccess {
  readonly connection: Connection;
  readonly tables: ReadonlyMap<string, RecordTable>;
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

function answersOf(access: RecordAccess, scope: Scope, requests: readonly Request[]): readonly unknown[] {
  return requests.map((request) => answerOf(access, scope, request));
}

function answerOf(access: RecordAccess, scope: Scope, request: Request): unknown {
  const { connection } = access;
  if (request.do === 'number') return nextNumber(connection, request.sequence);
  const table = tableOf(access, request.kind);
  const brand = scope === 'store' ? undefined : scope.brand;
  const withBrand = scope === 'store' && table.isOfBrand;
  const stored = (row: SqlRow, heads?: true) => recordOfRow(sqliteDialect, table, row, { heads, withBrand });
  switch (request.do) {
    case 'get': {
      const [row] = all(connection, selectByKey(sqliteDialect, table, inOneBrand(table, brand), request));
      return row && stored(row, request.heads);
    }
    case 'find': {
      const [row] = all(connection, selectByIndex(sqliteDialect, table, brand, request));
      return row && stored(row, request.heads);
    }
    case 'list': {
      const { items, total } = selectList(sqliteDialect, table, brand, request);
      const rows = all(connection, items).map((row) => stored(row, request.heads));
      return { items: withinBytes(rows, request.bytes), total: totalOf(connection, total) };
    }
    case 'scan':
      return scanAnswer(
        sqliteDialect,
        table,
        request,
        all(connection, selectScan(sqliteDialect, table, brand, request)),
      );
    case 'count':
      return totalOf(connection, countListed(sqliteDialect, table, brand, request));
  }
}

function withinBytes<T extends { readonly record: SqlRow }>(
  rows: readonly T[],
  bytes: { readonly field: string; readonly most: number } | undefined,
): readonly T[] {
  if (bytes === undefined) return rows;
  let size = 0;
  const end = rows.findIndex(({ record }, index) => {
    size += Buffer.byteLength(JSON.stringify(record[bytes.field] ?? ''));
    return index > 0 && size > bytes.most;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

function nextNumber(connection: Connection, sequence: string): number {
  const row = connection.get<{ last: number }>(
    'INSERT INTO record_numbers (sequence, last) VALUES (?, 1) ON CONFLICT (sequence) DO UPDATE SET last = last + 1 RETURNING last',
    sequence,
  );
  return row?.last ?? 0;
}

function commitBatch(access: RecordAccess, scope: Scope, { conditions, operations }: RecordBatch): void {
  const { connection } = access;
  const brand = brandOf(scope);
  for (const { kind, key, version } of conditions) {
    const [row] = all(connection, selectVersion(sqliteDialect, tableOf(access, kind), brand, key));
    if (row?.['version'] !== version) throw new Refused();
  }
  for (const operation of operations) apply(access, brand, operation);
}

function apply(access: RecordAccess, brand: string, operation: RecordOperation): void {
  const { connection } = access;
  switch (operation.do) {
    case 'put':
      put(access, brand, operation.kind, operation.record, operation.version);
      break;
    case 'copy': {
      const { from, kind, record, version } = operation;
      put(access, brand, kind, { ...record, [from.field]: documentAt(access, brand, from) }, version);
      break;
    }
    case 'delete':
      run(connection, deleteRecord(sqliteDialect, tableOf(access, operation.kind), brand, operation.key));
      break;
    case 'touch':
      if (run(connection, touchRecord(sqliteDialect, tableOf(access, operation.kind), brand, operation)) === 0) {
        throw new Refused();
      }
      break;
    case 'splice': {
      const { at, splices } = operation;
      writeDocument(access, brand, at, spliceText(documentAt(access, brand, at), splices));
      break;
    }
    case 'trim':
      trim(access, brand, operation);
      break;
  }
}

function put(access: RecordAccess, brand: string, kind: string, record: SqlRow, version: string): void {
  for (const statement of putRecord(sqliteDialect, tableOf(access, kind), brand, { record, version, isNew: false })) {
    run(access.connection, statement);
  }
}

interface Place {
  readonly kind: string;
  readonly key: readonly Scalar[];
  readonly field: string;
}

function documentAt(access: RecordAccess, brand: string, { kind, key, field }: Place): string {
  const table = tableOf(access, kind);
  const [row] = all(access.connection, {
    sql: `SELECT ${documentName(table, field)} AS "text" FROM ${documentTable(table)} WHERE ${byKey(table)}`,
    params: keyParameters(sqliteDialect, table, brand, key),
  });
  if (typeof row?.['text'] !== 'string') throw new Refused();
  return row['text'];
}

function writeDocument(access: RecordAccess, brand: string, { kind, key, field }: Place, text: string): void {
  const table = tableOf(access, kind);
  run(access.connection, {
    sql: `UPDATE ${documentTable(table)} SET ${documentName(table, field)} = ? WHERE ${byKey(table)}`,
    params: [text, ...keyParameters(sqliteDialect, table, brand, key)],
  });
}

function trim(access: RecordAccess, brand: string, operation: Extract<RecordOperation, { do: 'trim' }>): void {
  const { listed, order, count, bytes } = operation;
  const table = tableOf(access, listed.kind);
  const rows = all(
    access.connection,
    selectSizes(sqliteDialect, table, brand, { ...listed, order, field: bytes.field }),
  );
  let size = 0;
  const exceeds = rows.findIndex((row, index) => {
    size += Number(row['bytes'] ?? 0);
    return index >= count || size > bytes.most;
  });
  if (exceeds === -1) return;
  for (const row of rows.slice(exceeds)) {
    run(access.connection, deleteRecord(sqliteDialect, table, brand, keyOfRow(sqliteDialect, table, row)));
  }
}

function documentName({ documents, kind }: RecordTable, field: string): string {
  const column = documents.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The kind ${kind.name} has no document ${field}.`);
  return column.name;
}

function byKey(table: RecordTable): string {
  return keyNames(table)
    .map((name) => `${name} = ?`)
    .join(' AND ');
}

function tableOf({ tables }: RecordAccess, kind: string): RecordTable {
  const table = tables.get(kind);
  if (table === undefined) throw new Error(`There is no kind of records ${kind}.`);
  return table;
}

function brandOf(scope: Scope): string {
  return scope === 'store' ? '' : scope.brand;
}

function inOneBrand({ isOfBrand }: RecordTable, brand: string | undefined): string {
  if (isOfBrand && brand === undefined) throw new Error('A record of a brand has no key in the scope of the store.');
  return brand ?? '';
}

function totalOf(connection: Connection, statement: SqlText): number {
  return Number(all(connection, statement)[0]?.['total'] ?? 0);
}

function all(connection: Connection, { sql, params }: SqlText): readonly SqlRow[] {
  return connection.all<SqlRow>(sql, ...(params as readonly SQLInputValue[]));
}

function run(connection: Connection, { sql, params }: SqlText): number {
  return connection.run(sql, ...(params as readonly SQLInputValue[]));
}
