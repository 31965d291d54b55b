import { type Compilable, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Dialect, table } from './dialect.ts';
import type { Tables } from './schema.ts';
import { type Expressions, type Statement, statement, statements } from './statement.ts';

type TableName = keyof Tables & string;
type Columns<TTable extends TableName> = readonly (keyof Tables[TTable] & string)[];
type RowOf<TTable extends TableName, TColumns extends Columns<TTable>> = {
  readonly [TName in TColumns[number]]: Tables[TTable][TName];
};

export interface InsertOptions<TRow> {
  /** Writes only under this condition, for example that the brand has the bot. */
  readonly where?: (dialect: Dialect, row: Expressions<TRow>) => Expression<SqlBool>;
  /** Key columns: overwrites a row with the same key. Without them, an existing row stays, and nothing is written. */
  readonly replaces?: readonly (keyof TRow & string)[];
}

/**
 * Defines the statement that inserts a row. It never fails because of an existing row: it then writes nothing, since an
 * error would end a transaction of some databases.
 */
export function insertInto<TTable extends TableName, const TColumns extends Columns<TTable>>(
  name: TTable,
  columns: TColumns,
  options: InsertOptions<RowOf<TTable, TColumns>> = {},
): Statement<RowOf<TTable, TColumns>, never> {
  return statement<RowOf<TTable, TColumns>>()((dialect, row) => {
    const values = sql.join(columns.map((column) => row[column as TColumns[number]]));
    const where = options.where === undefined ? sql`true` : options.where(dialect, row);
    const conflict =
      options.replaces === undefined
        ? sql`do nothing`
        : sql`(${list(options.replaces)}) do update set ${assignments(columns.filter((column) => !options.replaces?.includes(column as never)))}`;
    return sql<never>`insert into ${table(name)} (${list(columns)}) select ${values} where ${where} on conflict ${conflict}`;
  });
}

const list = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
const assignments = (names: readonly string[]) =>
  sql.join(names.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));

/**
 * Makes the statements that update some columns of rows, one for each choice of columns. Its parameters are the new
 * values by column, and the values of the key with the prefix `of_`.
 */
export function updateOf<TTable extends TableName, TKey extends keyof Tables[TTable] & string>(
  name: TTable,
  key: readonly TKey[],
): (columns: readonly string[]) => Statement<object, never> {
  return statements((columns: readonly string[]) =>
    statement<Record<string, unknown>>()((_dialect, values) => {
      const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${values[column]}`));
      const where = sql.join(
        key.map((column) => sql`${sql.ref(column)} = ${values[`of_${column}`]}`),
        sql` and `,
      );
      return sql<never>`update ${table(name)} set ${set} where ${where}`;
    }),
  ) as (columns: readonly string[]) => Statement<object, never>;
}

export type { Compilable, RawBuilder };
