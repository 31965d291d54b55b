import type { SQLInputValue } from 'node:sqlite';
import type { Connection } from './connection.ts';

/** The column names in SQL form. */
export const columnList = (columns: readonly string[]): string => columns.join(', ');

/** Makes the function that inserts a row, always with the same statement. */
export function insertionOf<const TColumn extends string>(
  table: string,
  columns: readonly TColumn[],
): (connection: Connection, row: Readonly<Record<TColumn, SQLInputValue>>) => void {
  const sql = `INSERT INTO ${table} (${columnList(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
  return (connection, row) => {
    connection.run(sql, ...columns.map((column) => row[column]));
  };
}
