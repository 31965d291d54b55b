import { type ListSplice, spliceList, type TextSplice } from '../../domain/edits/splices.ts';
import { utf8Length } from '../../domain/text.ts';
import type { AnyKind } from '../../ports/record-kind.ts';
import type { Row } from '../../ports/record-lists.ts';
import { frozenCopy } from '../frozen-copy.ts';
import { type DocumentText, documentText } from './document-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A stored row. Its record has the text of each document as a getter. It is replaced and never changed in place. */
export interface MemoryRow extends Row {
  readonly documents: Readonly<Record<string, DocumentText>>;
}

/**
 * Makes the row of a put: documents and lists that it lacks stay as they are.
 *
 * @param copied - A document of another record.
 */
export function newRow(
  kind: AnyKind,
  { brand, version, record }: Pick<Row, 'brand' | 'version'> & { readonly record: Fields },
  before: MemoryRow | undefined,
  copied: Readonly<Record<string, DocumentText>> = {},
): MemoryRow {
  const fields: Record<string, unknown> = {};
  const documents: Record<string, DocumentText> = { ...before?.documents, ...copied };
  for (const [field, value] of Object.entries(record)) {
    if (value === undefined) continue;
    if (isDocument(kind, field)) documents[field] = documentText(value as string);
    // A value of the stored record is frozen.
    else fields[field] = value === before?.record[field] ? value : frozenCopy(value);
  }
  if (before !== undefined) {
    for (const field of Object.keys(kind.fields)) {
      const isUnchanged = isList(kind, field) && fields[field] === undefined && before.record[field] !== undefined;
      if (isUnchanged) fields[field] = before.record[field];
    }
  }
  return rowOf({ brand, version }, fields, documents);
}

/**
 * @param bytes - Of the document afterwards. Default: they are counted.
 * @throws When the field is not a document or a list.
 */
export function splicedRow(
  kind: AnyKind,
  row: MemoryRow,
  { field, splices, bytes }: { readonly field: string; readonly splices: readonly unknown[]; readonly bytes?: number },
): MemoryRow {
  const { documents, record } = row;
  const before = documents[field];
  const fields = Object.fromEntries(
    Object.keys(record)
      .filter((each) => documents[each] === undefined)
      .map((each) => [each, record[each]]),
  );
  if (before !== undefined) {
    const spliced = documentText({ before, splices: frozenCopy(splices) as readonly TextSplice[] }, bytes);
    return rowOf(row, fields, { ...documents, [field]: spliced });
  }
  const list = record[field];
  if (!isList(kind, field) || !Array.isArray(list)) {
    throw new Error(`The field ${field} of ${kind.name} is neither a document nor a list.`);
  }
  const changed = Object.freeze(spliceList(list, frozenCopy(splices) as readonly ListSplice<unknown>[]));
  return rowOf(row, { ...fields, [field]: changed }, documents);
}

/** UTF-8 bytes of the document in a field. */
export function bytesOf({ documents, record }: MemoryRow, field: string): number {
  return documents[field]?.bytes ?? utf8Length(String(record[field] ?? ''));
}

function rowOf(
  { brand, version }: Pick<Row, 'brand' | 'version'>,
  record: Record<string, unknown>,
  documents: MemoryRow['documents'],
): MemoryRow {
  for (const [field, document] of Object.entries(documents)) {
    Object.defineProperty(record, field, { enumerable: true, get: () => document.text });
  }
  return { brand, version, record: Object.freeze(record), documents };
}

function isDocument(kind: AnyKind, field: string): boolean {
  return kind.fields[field]?.startsWith('document') === true;
}

function isList(kind: AnyKind, field: string): boolean {
  return kind.fields[field]?.startsWith('list') === true;
}
