import type { DocumentPlace, RecordOperation, RecordRequest, Scalar, Scope } from '@botwright/core/ports';
import { countedRequest } from './counted-lists.ts';
import { planCounted } from './counted-plan.ts';
import {
  documentOf,
  documentsOf,
  sharedContent,
  sourceOf,
  spliceDocument,
  withDocuments,
} from './document-statements.ts';
import { countListed, scanAnswer, selectInOrder, selectList, selectScan, trimList } from './list-statements.ts';
import {
  deleteRecord,
  type Putting,
  putRecord,
  recordOfRow,
  selectByIndex,
  selectByKey,
  touchRecord,
} from './record-statements.ts';
import { keyNames, type RecordTable } from './record-tables.ts';
import { type SqlRow, type SqlText, totalOf } from './sql-text.ts';

/** The tables of kinds, by the name of the kind. */
export type RecordSchema = ReadonlyMap<string, RecordTable>;

/** Statements whose rows answer a request. */
export interface ReadPlan {
  /** Run in their order, of one moment. */
  readonly statements: readonly SqlText[];
  /**
   * Selects the row of a record whose documents `statements` read. A store that locks the record locks this row before
   * it runs them: before the lock they might read another state.
   */
  readonly row?: SqlText;
  /** Further statements, made from the rows of the first ones. */
  more?(rows: readonly (readonly SqlRow[])[]): readonly SqlText[];
  /**
   * Makes the answer of the request from the rows.
   *
   * @param rows - The rows of each statement, including the statements of `more`.
   */
  answer(rows: readonly (readonly SqlRow[])[]): unknown;
}

/** Plans the answer to a request. */
export function planRead(schema: RecordSchema, scope: Scope, request: RecordRequest): ReadPlan {
  if (request.do === 'number') {
    const [table] = schema.values();
    return {
      statements: [{ sql: table?.dialect.nextNumber ?? '', params: [request.sequence] }],
      answer: ([rows]) => Number(rows?.[0]?.['number']),
    };
  }
  const table = tableOf(schema, request.kind);
  const brand = scope === 'store' ? undefined : scope.brand;
  const withBrand = scope === 'store' && table.isOfBrand;
  const hasDocuments = table.documents.length > 0 && !('heads' in request && request.heads);
  const stored = (rows: readonly SqlRow[]) => {
    const documents = hasDocuments ? documentsOf(table, rows) : undefined;
    return rows.map((row) => recordOfRow(table, row, { documents: documents?.get(row), withBrand }));
  };
  switch (request.do) {
    case 'get':
    case 'find': {
      const row =
        request.do === 'get'
          ? selectByKey(table, inOneBrand(table, brand), request)
          : selectByIndex(table, brand, request);
      const answer: ReadPlan['answer'] = ([rows = []]) => stored(rows)[0];
      return hasDocuments ? { statements: [withDocuments(table, row)], row, answer } : { statements: [row], answer };
    }
    case 'list': {
      const select = (from: SqlText, slice?: SqlText) => {
        const { items, order } = selectInOrder(table, request, from, slice);
        return hasDocuments ? withDocuments(table, items, order) : items;
      };
      const counted = countedRequest(table, brand, request);
      const plan = counted && planCounted(counted, select);
      if (plan !== undefined) {
        const answer: ReadPlan['answer'] = (all) => {
          const { rows, total } = plan.page(all);
          return { items: stored(rows), total };
        };
        return { ...plan, answer };
      }
      const { from, slice, total } = selectList(table, brand, request);
      return {
        statements: [select(from, slice), total],
        answer: ([rows = [], totals]) => ({ items: stored(rows), total: totalOf(totals) }),
      };
    }
    case 'scan': {
      const { matches, last } = selectScan(table, brand, request);
      return { statements: [matches, last], answer: (rows) => scanAnswer(table, request, rows) };
    }
    case 'count':
      return {
        statements: [countListed(table, brand, request)],
        answer: ([totals]) => totalOf(totals),
      };
  }
}

/** A record that no other transaction can change before the commit; `absent`: no other transaction can insert it. */
export type LockedRecord = SqlRow | 'absent';

/**
 * The statements of a change. @param locked - Finds a record that the transaction has locked; `undefined`: it is not
 * locked.
 */
export function planWrite(
  schema: RecordSchema,
  brand: string,
  operation: RecordOperation,
  locked: (kind: string, key: readonly Scalar[]) => LockedRecord | undefined,
): readonly SqlText[] {
  switch (operation.do) {
    case 'put': {
      const { kind, record, version } = operation;
      const table = tableOf(schema, kind);
      const before = locked(kind, keyIn(table, record));
      return putRecord(table, brand, { record, version, before });
    }
    case 'copy': {
      const { kind, record, version, from } = operation;
      const table = tableOf(schema, kind);
      const before = locked(kind, keyIn(table, record));
      const shared = sharedWith(schema, table, brand, from);
      return putRecord(table, brand, { record, version, before, shared });
    }
    case 'delete':
      return [deleteRecord(tableOf(schema, operation.kind), brand, operation.key)];
    case 'touch':
      return [touchRecord(tableOf(schema, operation.kind), brand, operation)];
    case 'splice':
      return spliceDocument(tableOf(schema, operation.at.kind), brand, operation);
    case 'trim':
      return trimList(tableOf(schema, operation.listed.kind), brand, operation);
  }
}

function sharedWith(schema: RecordSchema, table: RecordTable, brand: string, from: DocumentPlace): Putting['shared'] {
  const source = tableOf(schema, from.kind);
  return {
    cells: sharedContent(documentOf(source, from.field), documentOf(table, from.field)),
    from: sourceOf(source, brand, from),
  };
}

/** The table of a kind. Throws if the schema does not declare the kind. */
export function tableOf(schema: RecordSchema, kind: string): RecordTable {
  const table = schema.get(kind);
  if (table === undefined) throw new Error(`There is no kind of records ${kind}.`);
  return table;
}

/** The brand of a scope; empty for the store, whose records have no brand. */
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
