import type { PageRange, Slice } from '@botwright/core/paging';
import type { OffsetRange } from '@botwright/core/ports';
import { sql } from 'kysely';
import { table } from './dialect.ts';
import { all, get, type Query } from './query.ts';
import type { Tables } from './schema.ts';
import { type Statement, statement, statements } from './statement.ts';

/** The condition for rows of a list. */
export interface Filtered {
  /** The value of a column. */
  readonly equal: Readonly<Record<string, string | number>>;
  /** The allowed values of a column. */
  readonly oneOf?: Readonly<Record<string, readonly (string | number)[]>>;
  /** Whether a column has a value. */
  readonly present?: Readonly<Record<string, boolean>>;
}

/** The statements of a list, by its filter columns. */
export interface SliceStatements<TRow> {
  readonly count: (filter: Shape) => Statement<object, { readonly total: number }>;
  readonly page: (filter: Shape) => Statement<object, TRow>;
}

/** The columns of a filter. */
type Shape = {
  readonly equal: readonly string[];
  readonly oneOf: readonly string[];
  readonly present: Readonly<Record<string, boolean>>;
};

/** Makes the statements of a short list, whose rows are counted each time in an index. @param order - Ascending. */
export function sliceOf<TTable extends keyof Tables & string, TColumn extends keyof Tables[TTable] & string>(
  name: TTable,
  columns: readonly TColumn[],
  order: readonly TColumn[],
): SliceStatements<{ readonly [TName in TColumn]: Tables[TTable][TName] }> {
  type Row = { readonly [TName in TColumn]: Tables[TTable][TName] };
  const refs = (names: readonly string[]) => sql.join(names.map((column) => sql.ref(column)));
  return {
    count: statements((shape: Shape) =>
      statement<Record<string, never>>()(
        (dialect, params) =>
          sql<{
            total: number;
          }>`select count(*) as total from ${table(name)} where ${conditions(shape, dialect, params)}`,
      ),
    ),
    page: statements((shape: Shape) =>
      statement<Record<string, never>>()(
        (dialect, params) =>
          sql<Row>`select ${refs(columns)} from ${table(name)} where ${conditions(shape, dialect, params)}
            order by ${refs(order)} limit ${params['limit']} offset ${params['offset']}`,
      ),
    ),
  } as SliceStatements<Row>;
}

type Dialect = Parameters<Statement<never, unknown>['compile']>[0];
type Params = Readonly<Record<string, ReturnType<typeof sql>>>;

function conditions({ equal, oneOf, present }: Shape, dialect: Dialect, params: unknown): ReturnType<typeof sql> {
  const given = params as Params;
  return sql.join(
    [
      ...equal.map((column) => sql`${sql.ref(column)} = ${given[column]}`),
      ...oneOf.map((column) => dialect.isIn(sql.ref(column), given[column] as never)),
      ...Object.entries(present).map(([column, is]) => sql`${sql.ref(column)} is ${sql.raw(is ? 'not null' : 'null')}`),
    ],
    sql` and `,
  );
}

/** Reads a part of a list and its total. Without a limit it reads to the end. */
export function* readSlice<TRow, T>(
  { count, page }: SliceStatements<TRow>,
  { equal, oneOf = {}, present = {} }: Filtered,
  { range: { offset = 0, limit }, decode }: { readonly range: Partial<OffsetRange>; readonly decode: (row: TRow) => T },
): Query<Slice<T>> {
  const shape: Shape = { equal: Object.keys(equal), oneOf: Object.keys(oneOf), present };
  const params = { ...equal, ...oneOf };
  if (limit === undefined) {
    const rows = yield* all(page(shape), { ...params, limit: Number.MAX_SAFE_INTEGER, offset });
    return { items: rows.map(decode), total: offset + rows.length };
  }
  const total = (yield* get(count(shape), params))?.total ?? 0;
  const rows = offset < total && limit > 0 ? yield* all(page(shape), { ...params, limit, offset }) : [];
  return { items: rows.map(decode), total };
}

/** The number of entries before a page. A page may start at an index too large for an exact number. */
export function offsetOfPage({ page, pageSize }: PageRange): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER);
}
