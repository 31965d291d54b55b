import type { Slice } from '@botwright/core/paging';
import type { OffsetRange } from '@botwright/core/ports';
import type { Connection } from './connection.ts';
import { inOneSnapshot } from './in-one-snapshot.ts';

export interface PageSql {
  /** Returns one row with the column `total`. */
  readonly count: string;
  /** Takes the parameters of `count`, then a limit and an offset. */
  readonly page: string;
}

/** Reads a part of a list and its total from one state of the file. Without a limit it reads all that follows. */
export function readSlice<TRow, T>(
  connection: Connection,
  sql: PageSql,
  params: readonly (string | number)[],
  { range: { offset = 0, limit }, decode }: { readonly range: Partial<OffsetRange>; readonly decode: (row: TRow) => T },
): Slice<T> {
  if (limit === undefined) {
    const rows = connection.all<TRow>(sql.page, ...params, -1, offset);
    return { items: rows.map(decode), total: offset + rows.length };
  }
  return inOneSnapshot(connection, () => {
    const total = connection.get<{ total: number }>(sql.count, ...params)?.total ?? 0;
    const rows = offset < total && limit > 0 ? connection.all<TRow>(sql.page, ...params, limit, offset) : [];
    return { items: rows.map(decode), total };
  });
}
