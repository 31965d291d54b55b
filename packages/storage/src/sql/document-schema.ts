import { contentsTable, type RecordTable, splicesTable, type TextTrigger } from './record-tables.ts';

/** The statements that make the tables of contents and splices, which come before the tables of records. */
export function createContents(tables: readonly RecordTable[]): readonly string[] {
  const table = tables.find(({ documents }) => documents.length > 0);
  if (table === undefined) return [];
  const { types, tableOptions } = table.dialect;
  const [contents, splices] = [contentsTable(table), splicesTable(table)];
  const splice = [
    `"id" ${types.text} PRIMARY KEY`,
    `"content" ${types.text} NOT NULL REFERENCES ${contents} ("id") ON DELETE CASCADE`,
    `"after" ${types.text}`,
    `"splices" ${types.document} NOT NULL`,
  ];
  return [
    `CREATE TABLE ${contents} ("id" ${types.text} PRIMARY KEY, "text" ${types.document} NOT NULL)${tableOptions(false)}`,
    `CREATE TABLE ${splices} (${splice.join(', ')})${tableOptions(false)}`,
    `CREATE INDEX "record_splices_content" ON ${splices} ("content")`,
  ];
}

/** The triggers that remove a content with the last reference to it. @spec SQ40 */
export function removeUnusedContents(tables: readonly RecordTable[]): readonly string[] {
  const references = tables.flatMap((table) => table.documents.map((document) => ({ table, ...document })));
  return references.flatMap(({ table, field, type, content }) => {
    const ofType = references.filter((other) => other.type === type);
    const unused = ofType.map(
      (other) => `NOT EXISTS (SELECT 1 FROM ${other.table.name} WHERE ${other.content} = OLD.${content})`,
    );
    const row = `FROM ${contentsTable(table)} WHERE "id" = OLD.${content}`;
    return table.dialect.trigger({
      name: `${table.kind.name}.${field}`,
      prefix: table.prefix,
      table: table.name,
      column: content,
      locks: row,
      body: `DELETE ${row} AND ${unused.join(' AND ')}`,
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

/** The triggers of PostgreSQL. They lock the content, so that they see the references of other transactions. */
export function postgresTrigger({ name, prefix, table, column, locks, body }: TextTrigger): readonly string[] {
  const remove = `${prefix}"remove ${name}"()`;
  return [
    `CREATE FUNCTION ${remove} RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM 1 ${locks} FOR UPDATE; ${body}; RETURN NULL;
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
