import { randomUUID } from 'node:crypto';
import type { DocumentPlace, RecordOperation } from '@botwright/core/ports';
import { spliceList, spliceText } from '@botwright/core/ports';
import {
  byKey,
  contentsTable,
  type DocumentColumn,
  keyParameters,
  type RecordTable,
  splicesTable,
} from './record-tables.ts';
import type { SqlRow, SqlText } from './sql-text.ts';

/** The column of a document or list. */
export function documentOf(
  { documents, kind }: Pick<RecordTable, 'documents' | 'kind'>,
  field: string,
): DocumentColumn {
  const column = documents.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The kind ${kind.name} has no document ${field}.`);
  return column;
}

/** Adds the columns that `documentsOf` needs. @param order - The order of the rows of the statement. */
export function withDocuments(table: RecordTable, { sql, params }: SqlText, order?: string): SqlText {
  const turns = table.documents.map(
    ({ content }) => `row_number() OVER (PARTITION BY r.${content} ORDER BY r.${content}) AS ${part(content, 'turn')}`,
  );
  const splice = `'["' || s."id" || '","' || coalesce(s."after", '') || '",' || s."splices" || ']'`;
  const parts = table.documents.flatMap(({ content }) => {
    const once = (select: string, of: 'base' | 'splices') =>
      `CASE WHEN r.${part(content, 'turn')} = 1 THEN (SELECT ${select} = r.${content}) END AS ${part(content, of)}`;
    return [
      once(`c."text" FROM ${contentsTable(table)} c WHERE c."id"`, 'base'),
      once(`string_agg(${splice}, ',') FROM ${splicesTable(table)} s WHERE s."content"`, 'splices'),
    ];
  });
  return {
    sql:
      `SELECT r.*, ${parts.join(', ')} FROM (SELECT r.*, ${turns.join(', ')} FROM (${sql}) r) r` +
      (order === undefined ? '' : ` ORDER BY ${order}`),
    params,
  };
}

/** A column added by `withDocuments`. */
function part(content: string, name: 'turn' | 'base' | 'splices'): string {
  return `"${unquoted(content)}.${name}"`;
}

function unquoted(name: string): string {
  return name.slice(1, -1);
}

/** A content, and its splices by their ids. */
interface Content {
  readonly base: unknown;
  readonly splices: ReadonlyMap<string, { readonly after: string; readonly splices: readonly never[] }>;
}

/** The documents and lists of rows, by field. If rows share a content, one of them has it. */
export function documentsOf(table: RecordTable, rows: readonly SqlRow[]): ReadonlyMap<SqlRow, SqlRow> {
  const found = new Map<SqlRow, Record<string, unknown>>(rows.map((row) => [row, {}]));
  for (const { field, type, content, last } of table.documents) {
    const [ofContent, ofLast] = [unquoted(content), unquoted(last)];
    const contents = new Map<unknown, Content>();
    for (const row of rows) {
      const base = row[`${ofContent}.base`] as string | null;
      if (base !== null)
        contents.set(row[ofContent], contentOf(type, base, row[`${ofContent}.splices`] as string | null));
    }
    for (const [row, documents] of found) {
      const shared = contents.get(row[ofContent]);
      if (shared !== undefined) documents[field] = spliced(type, shared, row[ofLast] as string | null);
    }
  }
  return found;
}

/** @param json - Splices, separated by commas; `null`: none. */
function contentOf(type: DocumentColumn['type'], base: string, json: string | null): Content {
  const splices = JSON.parse(`[${json ?? ''}]`) as readonly [id: string, after: string, splices: readonly never[]][];
  return {
    base: type === 'list' ? JSON.parse(base) : base,
    splices: new Map(splices.map(([id, after, all]) => [id, { after, splices: all }])),
  };
}

/** The value after a splice and the earlier ones. */
function spliced(type: DocumentColumn['type'], { base, splices }: Content, last: string | null): unknown {
  const steps: (readonly never[])[] = [];
  for (let step = splices.get(last ?? ''); step !== undefined; step = splices.get(step.after)) steps.push(step.splices);
  const inOrder = steps.reverse().flat();
  return type === 'list' ? spliceList(base as unknown[], inOrder) : spliceText(base as string, inOrder);
}

/** A column of a record, and its value. */
export interface Cell {
  readonly name: string;
  readonly sql: string;
  readonly params: readonly unknown[];
}

/**
 * The statements that store the documents of a record as new contents, and the references to them. Ids begin with the
 * version of the record: those of one process mostly ascend, and an index is slow to write at random places.
 */
export function newContents(
  table: RecordTable,
  record: SqlRow,
  version: string,
): { readonly statements: readonly SqlText[]; readonly cells: readonly Cell[] } {
  const contents = table.documents.flatMap((document) => {
    const value = record[document.field];
    if (value === undefined) return [];
    const text = document.type === 'list' ? JSON.stringify(value) : (value as string);
    return [{ document, id: `${version} ${randomUUID()}`, text }];
  });
  return {
    statements: contents.map(({ id, text }) => ({
      sql: `INSERT INTO ${contentsTable(table)} ("id", "text") VALUES (?, ?)`,
      params: [id, text],
    })),
    cells: contents.flatMap(({ document, id, text }) => [
      { name: document.content, sql: '?', params: [id] },
      { name: document.last, sql: 'NULL', params: [] },
      { name: document.bytes, sql: '?', params: [Buffer.byteLength(text)] },
    ]),
  };
}

/** The cells that refer to the content of another record, which the statement names `s`. */
export function sharedContent(from: DocumentColumn, to: DocumentColumn): readonly Cell[] {
  return (['content', 'last', 'bytes'] as const).map((column) => ({
    name: to[column],
    sql: `s.${from[column]}`,
    params: [],
  }));
}

/** Adds splices to a content, after the last ones of the record, and moves the reference of the record to them. */
export function spliceDocument(
  table: RecordTable,
  brand: string,
  { at, splices, bytes }: Extract<RecordOperation, { do: 'splice' }>,
): readonly SqlText[] {
  if (splices.length === 0) return [];
  const { content, last, bytes: size } = documentOf(table, at.field);
  const [id, key] = [randomUUID(), keyParameters(table, brand, at.key)];
  const cast = (type: 'text' | 'document') => `CAST(? AS ${table.dialect.cast(type)})`;
  // Another transaction may have moved the reference since the first statement.
  const isUnmoved =
    `EXISTS (SELECT 1 FROM ${splicesTable(table)} s ` +
    `WHERE s."id" = ? AND s."content" = r.${content} AND s."after" IS NOT DISTINCT FROM r.${last})`;
  return [
    {
      sql:
        `INSERT INTO ${splicesTable(table)} ("id", "content", "after", "splices") ` +
        `SELECT ${cast('text')}, r.${content}, r.${last}, ${cast('document')} ` +
        `FROM ${table.name} r WHERE ${byKey(table, 'r.')} AND r.${content} IS NOT NULL`,
      params: [id, JSON.stringify(splices), ...key],
      mustChange: true,
    },
    {
      sql: `UPDATE ${table.name} AS r SET ${last} = ?, ${size} = coalesce(?, ${size}) WHERE ${byKey(table, 'r.')} AND ${isUnmoved}`,
      params: [id, bytes ?? null, ...key, id],
      mustChange: true,
    },
  ];
}

/** The record that a document is copied from, as `s`. */
export function sourceOf(table: RecordTable, brand: string, { key, field }: DocumentPlace): SqlText {
  return {
    sql: `FROM ${table.name} s WHERE ${byKey(table, 's.')} AND s.${documentOf(table, field).content} IS NOT NULL`,
    params: keyParameters(table, brand, key),
  };
}
