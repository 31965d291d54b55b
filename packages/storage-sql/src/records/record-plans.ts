import type { DocumentPlace, ListRequest, RecordOperation, Request, Scalar, Scope } from '@botwright/core/ports';
import { countedRequest } from './counted-lists.ts';
import { planCounted } from './counted-plan.ts';
import {
  copyDocument,
  countListed,
  deleteRecord,
  putRecord,
  recordOfRow,
  type SqlRow,
  type SqlText,
  scanAnswer,
  selectByIndex,
  selectByKey,
  selectList,
  selectScan,
  touchRecord,
  trimList,
} from './record-statements.ts';
import { keyNames, type RecordDialect, type RecordTable } from './record-tables.ts';

/** The tables of a database, and how it writes their values. */
export interface RecordSchema {
  readonly dialect: RecordDialect;
  readonly tables: ReadonlyMap<string, RecordTable>;
}

/** Statements whose rows answer a request. */
export interface ReadPlan {
  readonly statements: readonly SqlText[];
  /** Statements that the rows of the first ones make. Absent: none. */
  more?(rows: readonly (readonly SqlRow[])[]): readonly SqlText[];
  /** @param rows - Of each statement, also of `more`. */
  answer(rows: readonly (readonly SqlRow[])[]): unknown;
}

/** Plans the answer to a request. */
export function planRead(schema: RecordSchema, scope: Scope, request: Request): ReadPlan {
  const { dialect } = schema;
  if (request.do === 'number') {
    return {
      statements: [{ sql: dialect.nextNumber, params: [request.sequence] }],
      answer: ([rows]) => Number(rows?.[0]?.['number']),
    };
  }
  const table = tableOf(schema, request.kind);
  const brand = scope === 'store' ? undefined : scope.brand;
  const withBrand = scope === 'store' && table.isOfBrand;
  const stored = (row: SqlRow, heads?: true) => recordOfRow(dialect, table, row, { heads, withBrand });
  switch (request.do) {
    case 'get':
    case 'find': {
      const statement =
        request.do === 'get'
          ? selectByKey(dialect, table, inOneBrand(table, brand), request)
          : selectByIndex(dialect, table, brand, request);
      return { statements: [statement], answer: ([rows]) => rows?.[0] && stored(rows[0], request.heads) };
    }
    case 'list': {
      const listed = ({ rows, total }: { readonly rows: readonly SqlRow[]; readonly total: number }) => ({
        items: withinBytes(
          rows.map((row) => stored(row, request.heads)),
          request.bytes,
        ),
        total,
      });
      const counted = countedRequest(dialect, table, brand, request);
      const plan = counted && planCounted(counted);
      if (plan !== undefined) return { ...plan, answer: (rows) => listed(plan.page(rows)) };
      const { items, total } = selectList(dialect, table, brand, request);
      return {
        statements: [items, total],
        answer: ([rows = [], totals]) => listed({ rows, total: totalOf(totals) }),
      };
    }
    case 'scan':
      return {
        statements: [selectScan(dialect, table, brand, request)],
        answer: ([rows = []]) => scanAnswer(dialect, table, request, rows),
      };
    case 'count':
      return {
        statements: [countListed(dialect, table, brand, request)],
        answer: ([totals]) => totalOf(totals),
      };
  }
}

/** Statements that make a change. */
export type WritePlan =
  | { readonly statements: readonly SqlText[] }
  /** The document is read, changed and written. */
  | { readonly splice: Extract<RecordOperation, { do: 'splice' }>; readonly table: RecordTable };

/** Plans a change. @param isNew - Whether a batch requires that the record is absent. */
export function planWrite(
  schema: RecordSchema,
  brand: string,
  operation: RecordOperation,
  isNew: (kind: string, key: readonly Scalar[]) => boolean,
): WritePlan {
  const { dialect } = schema;
  switch (operation.do) {
    case 'put': {
      const { kind, record, version } = operation;
      const table = tableOf(schema, kind);
      const isAbsent = isNew(kind, keyIn(table, record));
      return { statements: putRecord(dialect, table, brand, { record, version, isNew: isAbsent }) };
    }
    case 'copy': {
      const { kind, record, version, from } = operation;
      const table = tableOf(schema, kind);
      const key = keyIn(table, record);
      const source: readonly [RecordTable, DocumentPlace] = [tableOf(schema, from.kind), from];
      return {
        statements: [
          ...putRecord(dialect, table, brand, { record, version, isNew: isNew(kind, key) }),
          copyDocument(dialect, { from: source, to: table, brand }, key),
        ],
      };
    }
    case 'delete':
      return { statements: [deleteRecord(dialect, tableOf(schema, operation.kind), brand, operation.key)] };
    case 'touch':
      return { statements: [touchRecord(dialect, tableOf(schema, operation.kind), brand, operation)] };
    case 'splice':
      return { splice: operation, table: tableOf(schema, operation.at.kind) };
    case 'trim':
      return { statements: [trimList(dialect, tableOf(schema, operation.listed.kind), brand, operation)] };
  }
}

export function tableOf({ tables }: RecordSchema, kind: string): RecordTable {
  const table = tables.get(kind);
  if (table === undefined) throw new Error(`There is no kind of records ${kind}.`);
  return table;
}

/** The brand of a scope; empty for the store, whose records have none. */
export function brandOf(scope: Scope): string {
  return scope === 'store' ? '' : scope.brand;
}

function keyIn(table: RecordTable, record: SqlRow): readonly Scalar[] {
  return table.key.map(({ field }) => record[field] as Scalar);
}

function inOneBrand(table: RecordTable, brand: string | undefined): string {
  if (table.isOfBrand && brand === undefined) {
    throw new Error(`The scope of the store finds no record by ${keyNames(table).join(', ')}.`);
  }
  return brand ?? '';
}

function totalOf(rows: readonly SqlRow[] | undefined): number {
  return Number(rows?.[0]?.['total'] ?? 0);
}

function withinBytes<T extends { readonly record: SqlRow }>(
  rows: readonly T[],
  bytes: ListRequest['bytes'],
): readonly T[] {
  if (bytes === undefined) return rows;
  let size = 0;
  const end = rows.findIndex(({ record }, index) => {
    size += Buffer.byteLength(JSON.stringify(record[bytes.field] ?? ''));
    return index > 0 && size > bytes.most;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
