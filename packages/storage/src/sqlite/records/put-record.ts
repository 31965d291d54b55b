import type { RecordTable } from '../../sql/record-tables.ts';
import type { Connection } from '../connection.ts';
import type { SqliteValue } from '../driver.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** The statements of a table, and where their values come from. */
interface Statements {
  /** Selects the record's row. */
  readonly find: string;
  readonly insert: string;
  /** The WHERE clause of an update. */
  readonly where: string;
  /** All columns except the key. */
  readonly columns: RecordTable['columns'];
}

const statementsOfTables = new WeakMap<RecordTable, Statements>();

function statementsOf(table: RecordTable): Statements {
  const known = statementsOfTables.get(table);
  if (known !== undefined) return known;
  const keyNames = [...(table.isOfBrand ? ['"brand"'] : []), ...table.key.map(({ name }) => name)];
  const columns = table.columns.filter(({ name }) => !keyNames.includes(name));
  const names = [...keyNames, '"version"', ...columns.map(({ name }) => name)];
  const where = `WHERE ${keyNames.map((name) => `${name} = ?`).join(' AND ')}`;
  const made = {
    find: `SELECT ${columns.map(({ name }) => name).join(', ') || '1'} FROM ${table.name} ${where}`,
    insert: `INSERT INTO ${table.name} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    where,
    columns,
  };
  statementsOfTables.set(table, made);
  return made;
}

/**
 * Stores a record without documents, and leaves the documents of a stored record. Writes only the columns whose values
 * change: SQLite writes each index of a column that an update names, and runs its triggers, even if the value is the
 * same.
 */
export function putRecord(
  connection: Connection,
  table: RecordTable,
  brand: string,
  { record, version }: { readonly record: Readonly<Record<string, unknown>>; readonly version: string },
): void {
  const { find, insert, where, columns } = statementsOf(table);
  const key: SqliteValue[] = table.isOfBrand ? [brand] : [];
  for (const { type, field } of table.key) key.push(parameter(type, record[field]));
  const before = connection.values(find, ...key);
  const values = columns.map(({ type, field }) => parameter(type, record[field]));
  if (before === undefined) {
    connection.run(insert, ...key, version, ...values);
    return;
  }
  let assignments = '"version" = ?';
  const changed: SqliteValue[] = [version];
  for (const [index, { name }] of columns.entries()) {
    const value = values[index] as SqliteValue;
    if (value === before[index]) continue;
    assignments += `, ${name} = ?`;
    changed.push(value);
  }
  connection.run(`UPDATE ${table.name} SET ${assignments} ${where}`, ...changed, ...key);
}

function parameter(type: string, value: unknown): SqliteValue {
  return sqliteDialect.parameter(type, value) as SqliteValue;
}
