import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/** Words of a database, its tables, its rows, and then the indexes and triggers, so that no trigger runs for a row. */
export function textOfSqlite(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const pragmas = ['application_id', 'user_version'].map((name) => {
      const value = database.prepare(`PRAGMA ${name}`).get()?.[name];
      return `PRAGMA ${name} = ${value};`;
    });
    const objects = database
      .prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
      )
      .all() as unknown as readonly SchemaObject[];
    const virtual = objects.filter(({ sql }) => sql.startsWith('CREATE VIRTUAL TABLE'));
    // SQLite makes them with the virtual table.
    const isShadow = ({ name }: SchemaObject) => virtual.some((table) => name.startsWith(`${table.name}_`));
    const tables = objects.filter((each) => each.type === 'table' && !virtual.includes(each) && !isShadow(each));
    const rest = objects.filter(({ type }) => type !== 'table');
    const names = [...tables.map(({ name }) => name), 'sqlite_sequence'];
    const lines = [
      ...pragmas,
      ...tables.map(({ sql }) => `${sql};`),
      ...names.flatMap((name) => rowsOf(database, name)),
      ...virtual.flatMap(({ name, sql }) => [`${sql};`, fillTexts(name, rest)]),
      ...rest.map(({ sql }) => `${sql};`),
    ];
    return `${lines.join('\n')}\n`;
  } finally {
    database.close();
  }
}

/** Makes a database in an empty file. */
export function makeSqlite(file: string, text: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  try {
    database.exec(`BEGIN; ${text} COMMIT`);
  } finally {
    database.close();
  }
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

function rowsOf(database: DatabaseSync, name: string): readonly string[] {
  const statement = database.prepare(`SELECT * FROM "${name}"`);
  statement.setReadBigInts(true);
  return statement.all().map((row) => {
    const values = Object.values(row).map(literalOf);
    return `INSERT INTO "${name}" VALUES (${values.join(', ')});`;
  });
}

function literalOf(value: SQLInputValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  throw new TypeError('The store has no column of bytes.');
}

/** The statement that fills an index of texts, made from the trigger that adds to it. */
function fillTexts(name: string, objects: readonly SchemaObject[]): string {
  const added = objects.find(({ type, sql }) => type === 'trigger' && sql.includes(`INSERT INTO "${name}"`));
  const [, table] = / ON (\S+) BEGIN/.exec(added?.sql ?? '') ?? [];
  const [, values] = /VALUES \(([^)]*)\)/.exec(added?.sql ?? '') ?? [];
  if (table === undefined || values === undefined) throw new Error(`No trigger adds to ${name}.`);
  return `INSERT INTO "${name}" (rowid, text) SELECT ${values.replaceAll('NEW.', '')} FROM ${table};`;
}
