import type { VersionSummary } from '@botwright/core';
import type { Page, PageRange } from '@botwright/core/paging';
import { decodeSummary, summaryColumns, type VersionSummaryRow } from '@botwright/storage-sql/rows';
import type { Connection } from './connection.ts';
import { boundsOfSlice, type CountedRange, divideLargeRange, rangesSql, rangesTotalSql } from './counted-ranges.ts';
import { columnList } from './insertion.ts';

/** The maximum offset in the index. For a greater offset, counters find the place sooner. */
const mostSkipped = 500;

const ofBot = 'FROM versions WHERE brand = ? AND bot_id = ? AND reserved_at IS NULL';

export const newestVersionsSql = `SELECT ${columnList(summaryColumns)} ${ofBot} ORDER BY id DESC LIMIT ? OFFSET ?`;

/** Oldest first. Parameters: brand, bot, start and end, a limit and an offset. */
export const versionsBetweenSql = `SELECT ${columnList(summaryColumns)} ${ofBot} AND id >= ? AND id < coalesce(?, x'') ORDER BY id LIMIT ? OFFSET ?`;

/** Selects versions to divide their list. */
export const versionRowsSql =
  "SELECT id AS key, '' AS id, '' AS part FROM versions WHERE brand = ? AND bot_id = ? AND reserved_at IS NULL " +
  "AND (versions.id, '') >= (?, ?) AND (versions.id, '') < (coalesce(?, x''), coalesce(?, x''))";

const listName = (botId: string): string => `versions ${botId}`;

/** Lists the versions of a bot, newest first. @spec SQ13, SQ27 */
export function listVersions(
  connection: Connection,
  { brand, botId }: { readonly brand: string; readonly botId: string },
  { page, pageSize }: PageRange,
): Page<VersionSummary> {
  const total = connection.get<{ total: number }>(rangesTotalSql, brand, listName(botId))?.total ?? 0;
  const [offset, end] = [(page - 1) * pageSize, Math.min(page * pageSize, total)];
  const slice = (rows: readonly VersionSummaryRow[]) => ({ items: rows.map(decodeSummary), total, page, pageSize });
  if (offset >= total) return slice([]);
  if (offset <= mostSkipped) {
    return slice(connection.all<VersionSummaryRow>(newestVersionsSql, brand, botId, pageSize, offset));
  }
  const ranges = connection.all<CountedRange>(rangesSql, brand, listName(botId), '[""]');
  // Ranges count from the oldest version on.
  const { from, to, skipped } = boundsOfSlice(ranges, { offset: total - end, end: total - offset });
  const place = [brand, botId, from.first_key, to?.first_key ?? null];
  const rows = connection.all<VersionSummaryRow>(versionsBetweenSql, ...place, end - offset, skipped);
  return slice(rows.toReversed());
}

/** Divides the counters of a bot's versions after one was added, if they have become large. */
export function divideVersionList(connection: Connection, brand: string, botId: string, versionId: string): void {
  const ranged = { brand, list: listName(botId), rowsSql: versionRowsSql, rowParams: [brand, botId] };
  divideLargeRange(connection, ranged, { key: versionId, id: '' });
}
