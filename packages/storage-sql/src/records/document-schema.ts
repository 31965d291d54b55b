import type { RecordDialect, RecordTable } from './record-tables.ts';

/**
 * The table of contents: the value of a document or list at place 0, and its splices at the places from 1 on, as JSON
 * arrays. Records refer to a content and a place of it, and share contents.
 */
export function textsTable({ prefix }: Pick<RecordTable, 'prefix'>): string {
  return `${prefix}"record_texts"`;
}

/** A trigger that runs after a record is deleted or refers to another content. */
export interface TextTrigger {
  readonly name: string;
  readonly prefix: string;
  readonly table: string;
  /** The column with the id of the content. */
  readonly column: string;
  /** The rows to lock first, from `FROM` on, where others may write at once. */
  readonly locks: string;
  readonly body: string;
}

/** The statements that make the table of contents, before the tables of records. */
export function createTexts(
  tables: readonly RecordTable[],
  { types, tableOptions }: Pick<RecordDialect, 'types' | 'tableOptions'>,
): readonly string[] {
  const [table] = tables.filter(({ documents }) => documents.length > 0);
  if (table === undefined) return [];
  const columns = [
    `"content" ${types.text} NOT NULL`,
    `"place" ${types.integer} NOT NULL`,
    `"text" ${types.document} NOT NULL`,
    'PRIMARY KEY ("content", "place")',
  ];
  return [`CREATE TABLE ${textsTable(table)} (${columns.join(', ')})${tableOptions}`];
}

/** The columns of documents in the table of their records, and the references to contents. */
export function documentColumns(
  table: RecordTable,
  { types }: Pick<RecordDialect, 'types'>,
): { readonly definitions: readonly string[]; readonly references: readonly string[] } {
  return {
    definitions: table.documents.flatMap(({ content, place, bytes }) => [
      `${content} ${types.text}`,
      `${place} ${types.integer}`,
      `${bytes} ${types.integer}`,
    ]),
    references: table.documents.map(
      ({ content, place }) =>
        `FOREIGN KEY (${content}, ${place}) REFERENCES ${textsTable(table)} ("content", "place") ` +
        'DEFERRABLE INITIALLY DEFERRED',
    ),
  };
}

/** The triggers that remove a content with its last reference. */
export function removeUnusedTexts(
  tables: readonly RecordTable[],
  { trigger }: Pick<RecordDialect, 'trigger'>,
): readonly string[] {
  const references = tables.flatMap((table) =>
    table.documents.map(({ field, content }) => ({ table, field, content })),
  );
  return references.flatMap(({ table, field, content }) => {
    const unused = references.map(
      (other) => `NOT EXISTS (SELECT 1 FROM ${other.table.name} WHERE ${other.content} = OLD.${content})`,
    );
    const texts = `FROM ${textsTable(table)} WHERE "content" = OLD.${content}`;
    return trigger({
      name: `${table.kind.name}.${field}`,
      prefix: table.prefix,
      table: table.name,
      column: content,
      locks: `${texts} AND "place" = 0`,
      body: `DELETE ${texts} AND ${unused.join(' AND ')}`,
    });
  });
}

/** The triggers of SQLite, which has one writer. */
export function sqliteTrigger({ name, table, column, body }: TextTrigger): readonly string[] {
  return eventsOf(column).map(
    ({ id, event, when }) =>
      `CREATE TRIGGER "${name} ${id}" AFTER ${event} ON ${table} WHEN ${when} BEGIN ${body}; END`,
  );
}

/** The triggers of PostgreSQL. The lock lets one of two transactions that remove the last references see the other. */
export function postgresTrigger({ name, prefix, table, column, locks, body }: TextTrigger): readonly string[] {
  const remove = `${prefix}"remove ${name}"()`;
  return [
    `CREATE FUNCTION ${remove} RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM 1 ${locks} FOR NO KEY UPDATE; ${body}; RETURN NULL;
    END $$`,
    ...eventsOf(column).map(
      ({ id, event, when }) =>
        `CREATE TRIGGER "${name} ${id}" AFTER ${event} ON ${table} FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION ${remove}`,
    ),
  ];
}

function eventsOf(column: string): readonly Readonly<Record<'id' | 'event' | 'when', string>>[] {
  return [
    { id: 'deleted', event: 'DELETE', when: `OLD.${column} IS NOT NULL` },
    { id: 'changed', event: `UPDATE OF ${column}`, when: `OLD.${column} IS DISTINCT FROM NEW.${column}` },
  ];
}
