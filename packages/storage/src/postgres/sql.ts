import type { SqlText } from '../sql/sql-text.ts';

export interface SqlOptions {
  /** The best plan depends on the values, so that PostgreSQL must not cache one. */
  readonly plan?: 'each time';
  /** No time limit: the work grows with the stored data, and cannot be divided. */
  readonly duration?: 'any';
}

/** A statement with its parameters, or a part of one. */
export class Sql<TRow = unknown> implements SqlText {
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly options: SqlOptions;
  /** Never set: it carries the type of the rows. */
  declare readonly row?: TRow;

  constructor(text: string, params: readonly unknown[] = [], options: SqlOptions = {}) {
    this.sql = text;
    this.params = params;
    this.options = options;
  }

  with(options: SqlOptions): Sql<TRow> {
    return new Sql(this.sql, this.params, options);
  }
}

/** Builds a statement from its text: other parts are inserted, and values become parameters. */
export function sql<TRow = unknown>(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql<TRow> {
  let text = texts[0] ?? '';
  const params: unknown[] = [];
  for (const [index, value] of values.entries()) {
    if (value instanceof Sql) {
      text += value.sql;
      params.push(...value.params);
    } else {
      text += '?';
      params.push(value);
    }
    text += texts[index + 1] ?? '';
  }
  return new Sql(text, params);
}

/** A placeholder for the schema, before names of tables and functions. */
export const schemaPrefix = '"@".';

/** Text of SQL that is inserted unchanged. */
export function raw(text: string | number): Sql {
  return new Sql(String(text));
}

/** The name of a table, sequence or function of the schema. */
export function table(name: string): Sql {
  return new Sql(`${schemaPrefix}${name}`);
}

/**
 * The keys of the rows that match, locked in their order: transactions that change the same rows then wait for each
 * other instead of a deadlock, which PostgreSQL takes a second to detect.
 *
 * @spec PG38
 */
export const lockedKeys = (name: string, key: string, where: Sql): Sql => sql`any(array(
  select ${raw(key)} from ${table(name)} where ${where} order by ${raw(key)} for no key update))`;
