import type { Page, PageRange } from '@botwright/core';
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
  return atOneMoment(connection, () => {
    const total = connection.get<{ total: number }>(sql.count, ...params)?.total ?? 0;
    const offset = (range.page - 1) * range.pageSize;
    const rows = offset < total ? connection.all<TRow>(sql.page, ...params, range.pageSize, offset) : [];
    return { items: rows.map(decode), total, page: range.page, pageSize: range.pageSize };
  });
}

/** Another process may commit between two statements, but not inside a transaction. */
function atOneMoment<T>(connection: Connection, read: () => T): T {
  if (connection.isInTransaction()) return read();
  connection.run('BEGIN');
  try {
    return read();
  } finally {
    connection.run('COMMIT');
  }
}
