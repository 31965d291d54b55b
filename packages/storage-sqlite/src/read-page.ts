import type { OffsetRange, Page, PageRange, Slice } from '@botwright/core';
import { atOneMoment } from './at-one-moment.ts';
import type { Connection } from './connection.ts';

export interface PageSql {
  /** Answers one row with the column `total`. */
  readonly count: string;
  /** Takes the same parameters, then a limit and an offset. */
  readonly page: string;
}

/** Reads a page and its total as of one moment. */
export function readPage<TRow, T>(
  connection: Connection,
  sql: PageSql,
  params: readonly (string | number)[],
  { range, decode }: { readonly range: PageRange; readonly decode: (row: TRow) => T },
): Page<T> {
  const { page, pageSize } = range;
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  return { ...readSlice(connection, sql, params, { range: slice, decode }), page, pageSize };
}

/** Reads a part of a list and its total as of one moment. */
export function readSlice<TRow, T>(
  connection: Connection,
  sql: PageSql,
  params: readonly (string | number)[],
  { range: { offset, limit }, decode }: { readonly range: OffsetRange; readonly decode: (row: TRow) => T },
): Slice<T> {
  return atOneMoment(connection, () => {
    const total = connection.get<{ total: number }>(sql.count, ...params)?.total ?? 0;
    const rows = offset < total && limit > 0 ? connection.all<TRow>(sql.page, ...params, limit, offset) : [];
    return { items: rows.map(decode), total };
  });
}
