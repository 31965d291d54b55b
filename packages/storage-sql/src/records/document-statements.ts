import { randomUUID } from 'node:crypto';
import type { DocumentPlace, RecordOperation } from '@botwright/core/ports';
import { spliceList, spliceText } from '@botwright/core/ports';
import { textsTable } from './document-schema.ts';
import type { SqlRow, SqlText } from './record-statements.ts';
import { byKey, type DocumentColumn, keyParameters, type RecordDialect, type RecordTable } from './record-tables.ts';

/** The column of a document or list. */
export function documentOf(
  { documents, kind }: Pick<RecordTable, 'documents' | 'kind'>,
  field: string,
): DocumentColumn {
  const column = documents.find((each) => each.field === field);
  if (column === undefined) throw new Error(`The kind ${kind.name} has no document ${field}.`);
  return column;
}

/** Adds to the rows of a statement what `documentsOf` needs. @param order - What the statement orders its rows by. */
export function withDocuments(table: RecordTable, { sql, params }: SqlText, order?: string): SqlText {
  const texts = (document: DocumentColumn, aggregate: string, condition: string) =>
    `(SELECT ${aggregate} FROM ${textsTable(table)} t WHERE t."content" = r.${document.content} AND ${condition})`;
  const after = table.documents.map(
    (document) =>
      `lag(r.${document.place}) OVER (PARTITION BY r.${document.content} ORDER BY r.${document.place}) ` +
      `AS "${names(document).after}"`,
  );
  const parts = table.documents.flatMap((document) => {
    const { base, splices, after: before } = names(document);
    const span = `t."place" > coalesce(r."${before}", 0) AND t."place" <= r.${document.place}`;
    return [
      `CASE WHEN r."${before}" IS NULL THEN ${texts(document, 't."text"', 't."place" = 0')} END AS "${base}"`,
      `${texts(document, `string_agg(t."text", ',' ORDER BY t."place")`, span)} AS "${splices}"`,
    ];
  });
  return {
    sql:
      `SELECT r.*, ${parts.join(', ')} FROM (SELECT r.*, ${after.join(', ')} FROM (${sql}) r) r` +
      (order === undefined ? '' : ` ORDER BY ${order}`),
    params,
  };
}

/**
 * The documents and lists of the rows of a statement, by field. Of rows that share a content, the first one has it, and
 * each later one has the splices since the one before.
 */
export function documentsOf(table: RecordTable, rows: readonly SqlRow[]): ReadonlyMap<SqlRow, SqlRow> {
  const found = new Map<SqlRow, Record<string, unknown>>(rows.map((row) => [row, {}]));
  for (const document of table.documents) {
    const { content, place, base, splices, after } = names(document);
    const inOrder = rows
      .filter((row) => row[content] !== null)
      .toSorted((a, b) => Number(a[place]) - Number(b[place]) || Number(a[after] ?? -1) - Number(b[after] ?? -1));
    const last = new Map<unknown, unknown>();
    for (const row of inOrder) {
      const before = row[after] === null ? decode(document, row[base] as string) : last.get(row[content]);
      const value = splice(document, before, (row[splices] ?? '') as string);
      last.set(row[content], value);
      (found.get(row) as Record<string, unknown>)[document.field] = value;
    }
  }
  return found;
}

/** The names of the columns of a row. */
function names({ content, place }: DocumentColumn) {
  const [inRow, at] = [content.slice(1, -1), place.slice(1, -1)];
  return { content: inRow, place: at, base: `${inRow}.base`, splices: `${inRow}.splices`, after: `${at}.after` };
}

function decode({ type }: DocumentColumn, text: string): unknown {
  return type === 'list' ? JSON.parse(text) : text;
}

/** @param json - Arrays of splices, separated by commas. */
function splice({ type }: DocumentColumn, before: unknown, json: string): unknown {
  const splices = (JSON.parse(`[${json}]`) as never[]).flat();
  return type === 'list' ? spliceList(before as unknown[], splices) : spliceText(before as string, splices);
}

/** A column of a record, and its value. */
export interface Cell {
  readonly name: string;
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** The statements that store the documents of a record as new contents, and the references to them. */
export function newContents(
  table: RecordTable,
  record: SqlRow,
): { readonly statements: readonly SqlText[]; readonly cells: readonly Cell[] } {
  const contents = table.documents.flatMap((document) => {
    const value = record[document.field];
    if (value === undefined) return [];
    return [{ document, id: randomUUID(), text: document.type === 'list' ? JSON.stringify(value) : (value as string) }];
  });
  return {
    statements: contents.map(({ id, text }) => ({
      sql: `INSERT INTO ${textsTable(table)} ("content", "place", "text") VALUES (?, 0, ?)`,
      params: [id, text],
    })),
    cells: contents.flatMap(({ document, id, text }) => [
      { name: document.content, sql: '?', params: [id] },
      { name: document.place, sql: '0', params: [] },
      { name: document.bytes, sql: '?', params: [Buffer.byteLength(text)] },
    ]),
  };
}

/** The cells that refer to the content of another record, which the statement names `s`. */
export function sharedContent(from: DocumentColumn, to: DocumentColumn): readonly Cell[] {
  return (['content', 'place', 'bytes'] as const).map((part) => ({
    name: to[part],
    sql: `s.${from[part]}`,
    params: [],
  }));
}

/**
 * Adds splices to the content of a record. Where another record has spliced it at the same place, the record gets a copy
 * of its own first. The reference moves before the splices are stored, which locks the record from other transactions.
 */
export function spliceDocument(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { at, splices, bytes }: Extract<RecordOperation, { do: 'splice' }>,
): readonly SqlText[] {
  if (splices.length === 0) return [];
  const { content, place, bytes: size } = documentOf(table, at.field);
  const [id, key] = [randomUUID(), keyParameters(dialect, table, brand, at.key)];
  const texts = textsTable(table);
  const insert = `INSERT INTO ${texts} ("content", "place", "text") SELECT`;
  const isThere = (distance: string) =>
    `EXISTS (SELECT 1 FROM ${texts} n WHERE n."content" = r.${content} AND n."place" = r.${place} ${distance})`;
  return [
    {
      sql:
        `${insert} CAST(? AS ${dialect.cast('text')}), t."place", t."text" ` +
        `FROM ${table.name} r JOIN ${texts} t ON t."content" = r.${content} AND t."place" <= r.${place} ` +
        `WHERE ${byKey(table, 'r.')} AND ${isThere('+ 1')}`,
      params: [id, ...key],
    },
    {
      sql:
        `UPDATE ${table.name} SET ${place} = ${place} + 1, ${size} = coalesce(?, ${size}), ${content} = ` +
        `coalesce((SELECT t."content" FROM ${texts} t WHERE t."content" = ? AND t."place" = 0), ${content}) ` +
        `WHERE ${byKey(table)}`,
      params: [bytes ?? null, id, ...key],
    },
    {
      sql:
        `${insert} r.${content}, r.${place}, CAST(? AS ${dialect.cast('document')}) ` +
        `FROM ${table.name} r WHERE ${byKey(table, 'r.')} AND ${isThere('- 1')}`,
      params: [JSON.stringify(splices), ...key],
      mustChange: true,
    },
  ];
}

/** The record that a document is copied from, as `s`. */
export function sourceOf(
  dialect: RecordDialect,
  table: RecordTable,
  brand: string,
  { key, field }: DocumentPlace,
): SqlText {
  return {
    sql: `FROM ${table.name} s WHERE ${byKey(table, 's.')} AND s.${documentOf(table, field).content} IS NOT NULL`,
    params: keyParameters(dialect, table, brand, key),
  };
}
