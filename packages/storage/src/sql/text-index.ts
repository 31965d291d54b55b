import { type Column, columnOf, type RecordDialect, type RecordTable } from './record-tables.ts';
import type { SqlText } from './sql-text.ts';

/** A column whose texts are indexed by every three consecutive characters, for filters by `contains`. */
interface IndexedText {
  readonly table: RecordTable;
  readonly column: Column;
}

function indexedTexts(tables: readonly RecordTable[]): readonly IndexedText[] {
  return tables.flatMap((table) => {
    const filters = Object.values(table.kind.lists).flatMap((list) => Object.values(list.filters));
    const fields = filters.filter(({ indexed }) => indexed === true).map(({ field }) => field);
    return [...new Set(fields)].map((field) => ({ table, column: columnOf(table, field) }));
  });
}

/** Virtual tables of SQLite with the trigrams of texts. @spec SQ29 */
export function trigramTables(tables: readonly RecordTable[]): readonly string[] {
  return indexedTexts(tables).flatMap(({ table, column }) => {
    const texts = textsTable(table, column);
    const number = numberColumn(table);
    const trigger = (event: string, on: string, body: string) =>
      `CREATE TRIGGER "${table.kind.name}_${column.field}_texts_${event}" AFTER ${on} BEGIN ${body} END`;
    const add = `INSERT INTO ${texts} (rowid, text) VALUES (NEW.${number}, NEW.${column.name});`;
    const remove = `DELETE FROM ${texts} WHERE rowid = OLD.${number};`;
    const isChanged = [number, column.name].map((name) => `OLD.${name} IS NOT NEW.${name}`).join(' OR ');
    return [
      // The stored texts are folded.
      `CREATE VIRTUAL TABLE ${texts} USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
      trigger('added', `INSERT ON ${table.name}`, add),
      trigger('removed', `DELETE ON ${table.name}`, remove),
      trigger('changed', `UPDATE OF ${number}, ${column.name} ON ${table.name} WHEN ${isChanged}`, `${remove} ${add}`),
    ];
  });
}

/** Selects the numbers, as `rowid`, of records of any brand whose text may contain another. */
export function selectFound(table: RecordTable, column: Column, text: string): SqlText {
  const texts = textsTable(table, column);
  return { sql: `SELECT rowid FROM ${texts} WHERE ${texts} MATCH ?`, params: [`"${text.replaceAll('"', '""')}"`] };
}

/** Whether trigrams find a text. An index ends a text at U+0000. */
export function hasTrigrams(text: string): boolean {
  return [...text].length >= 3 && !text.includes('\u0000');
}

/** The column that names a record in the index: its number, which is unique in the store. */
export function numberColumn(table: RecordTable): string {
  for (const { fields, scope } of Object.values(table.kind.unique)) {
    const [field] = fields;
    if (field === undefined || fields.length !== 1 || scope !== 'store') continue;
    const column = columnOf(table, field);
    if (column.type === 'integer' && !column.isOptional) return column.name;
  }
  throw new Error(`The texts of ${table.kind.name} are not indexed without a number that is unique in the store.`);
}

function textsTable({ kind }: RecordTable, { field }: Column): string {
  return `"${kind.name}_${field}_texts"`;
}

/**
 * Indexes of trigrams of PostgreSQL.
 *
 * @param operators - The class of operators of the extension `pg_trgm`, with its schema.
 * @spec PG10
 */
export function trigramIndexes(
  tables: readonly RecordTable[],
  operators: string,
): readonly { readonly name: string; readonly sql: string }[] {
  return indexedTexts(tables).map(({ table, column }) => {
    const name = textsTable(table, column);
    return {
      name: `${table.prefix}${name}`,
      sql: `CREATE INDEX IF NOT EXISTS ${name} ON ${table.name} USING gin (${column.name} ${operators})`,
    };
  });
}

/** Whether a text contains another, in a form that an index of PostgreSQL finds. */
export function containsText(
  { contains, counts }: RecordDialect,
  column: string,
  { text, indexed }: { readonly text: unknown; readonly indexed: boolean },
): SqlText {
  if (counts !== 'changes' || !indexed || typeof text !== 'string')
    return { sql: contains(column, '?'), params: [text] };
  return { sql: `${column} LIKE ?`, params: [`%${text.replace(/[\\%_]/g, '\\$&')}%`] };
}
