import type { RecordTable } from './record-tables.ts';

/** Names of the columns of each table of the database, by the name of the table, without quotes and prefix. */
export type StoredColumns = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The statements that add kinds, and optional fields of kinds, to tables that an earlier release made.
 *
 * @param schemaOf - The statements that make the tables of kinds in an empty database.
 * @throws When a kind has a new field that is required or a document: its upgrade is written by hand.
 * @spec ST134
 */
export function addedRecords(
  tables: ReadonlyMap<string, RecordTable>,
  stored: StoredColumns,
  schemaOf: (tables: ReadonlyMap<string, RecordTable>) => readonly string[],
): readonly string[] {
  const older = new Map([...tables].filter(([kind]) => stored.has(tableName(kind))));
  const before = new Set(schemaOf(older));
  const added = schemaOf(tables).filter((statement) => !before.has(statement));
  return [
    ...[...older.values()].flatMap((table) => addedColumns(table, stored.get(tableName(table.kind.name)) ?? new Set())),
    // A new kind with documents changes the triggers of others.
    ...added.flatMap((statement) => replacing(statement, before)),
  ];
}

export function columnsByTable(columns: readonly { readonly table: string; readonly column: string }[]): StoredColumns {
  const byTable = Map.groupBy(columns, ({ table }) => table);
  return new Map([...byTable].map(([table, all]) => [table, new Set(all.map(({ column }) => column))]));
}

const tableName = (kind: string): string => `${kind}_records`;

function addedColumns(table: RecordTable, stored: ReadonlySet<string>): readonly string[] {
  const { kind, name, dialect } = table;
  const added = table.columns.filter(({ inRow }) => !stored.has(inRow));
  const unfit = [
    ...added.filter(({ isOptional }) => !isOptional).map(({ field }) => field),
    ...table.documents.filter(({ bytes }) => !stored.has(bytes.replaceAll('"', ''))).map(({ field }) => field),
  ];
  if (unfit.length > 0) throw new Error(`The stored records of ${kind.name} have no ${unfit.join(' and no ')}.`);
  return added.map((column) => `ALTER TABLE ${name} ADD COLUMN ${column.name} ${dialect.types[column.type]}`);
}

/** A statement that also works where a trigger or function has its name. */
function replacing(statement: string, before: ReadonlySet<string>): readonly string[] {
  const [head, name] = /^CREATE TRIGGER ("[^"]+")/.exec(statement) ?? [];
  if (head !== undefined && [...before].some((other) => other.startsWith(`${head} `))) {
    // Triggers of PostgreSQL belong to their table.
    const on = / ON (\S+) FOR EACH ROW .*EXECUTE FUNCTION /.exec(statement)?.[1];
    return [`DROP TRIGGER ${name}${on === undefined ? '' : ` ON ${on}`}`, statement];
  }
  return [statement.replace(/^CREATE FUNCTION /, 'CREATE OR REPLACE FUNCTION ')];
}
