import type { Page } from '@botwright/core/paging';
import type { BotListQuery, BotRecord } from '@botwright/core/ports';
import { type BotRow, decodeBot } from '@botwright/storage-sql/rows';
import {
  type BotCount,
  type BotStatement,
  betweenSql,
  botCountsSql,
  byNumberSql,
  countFoundSql,
  countIndexedSql,
  findIndexedSql,
  isIndexed,
  listName,
  nearStartSql,
  type PageOf,
  partName,
} from './bot-list-sql.ts';
import type { Connection } from './connection.ts';
import { boundsOfSlice, type CountedRange, rangesSql } from './counted-ranges.ts';

/** Reading a bot that the index of names gives takes about as long as comparing this many names one after another. */
const namesForIndexed = 4;

const start = { first_key: '', first_id: '' };

/**
 * Reads a page of a list, and its total.
 *
 * @spec SQ13, SQ27, SQ28, SQ29
 */
export function listBots(connection: Connection, brand: string, query: BotListQuery): Page<BotRecord> {
  const { page, pageSize, search = '', ...filter } = query;
  const parts = read<BotCount>(connection, botCountsSql(brand, filter));
  const all = parts.reduce((sum, { total }) => sum + total, 0);
  const list = { brand, filter, parts, limit: pageSize, offset: (page - 1) * pageSize };
  const found =
    all === 0
      ? { total: 0, rows: [] }
      : search === ''
        ? { total: all, rows: pageOfAll(connection, { ...list, total: all }) }
        : searchBots(connection, { ...list, total: all }, search);
  return { items: found.rows.map(decodeBot), total: found.total, page, pageSize };
}

interface BotList extends PageOf {
  readonly offset: number;
  /** The number of bots without a search. */
  readonly total: number;
}

function read<TRow>(connection: Connection, { sql, params }: BotStatement): readonly TRow[] {
  return connection.all<TRow>(sql, ...params);
}

function pageOfAll(connection: Connection, list: BotList): readonly BotRow[] {
  const { brand, filter, parts, limit, offset, total } = list;
  if (offset >= total) return [];
  const nearStart = nearStartSql(list, { offset });
  if (nearStart !== undefined) return read<BotRow>(connection, nearStart);
  const ranges = connection.all<CountedRange>(
    rangesSql,
    ...[brand, listName(filter.state, filter.order), JSON.stringify(parts.map(partName))],
  );
  const bounds = boundsOfSlice(ranges, { offset, end: Math.min(offset + limit, total) });
  return read<BotRow>(connection, betweenSql(list, bounds));
}

interface Found {
  readonly total: number;
  readonly rows: readonly BotRow[];
}

/** Uses the index of names, unless its result is so large that comparing all names takes less time. */
function searchBots(connection: Connection, list: BotList, search: string): Found {
  const { brand, filter, limit, offset } = list;
  const most = Math.ceil(list.total / namesForIndexed);
  if (!isIndexed(search) || countOf(connection, countIndexedSql(search, most)) === most) {
    return compareNames(connection, list, search);
  }
  const found = read<{ number: number }>(connection, findIndexedSql(brand, filter, search));
  const numbers = found.slice(offset, offset + limit).map(({ number }) => number);
  const rows = numbers.length === 0 ? [] : read<BotRow>(connection, byNumberSql(numbers, filter.order));
  return { total: found.length, rows };
}

function compareNames(connection: Connection, list: BotList, search: string): Found {
  const { offset } = list;
  const total = countOf(connection, countFoundSql(list, search));
  if (offset >= total) return { total, rows: [] };
  const page =
    nearStartSql(list, { offset, search }) ?? betweenSql(list, { from: start, to: undefined, skipped: offset }, search);
  return { total, rows: read<BotRow>(connection, page) };
}

function countOf(connection: Connection, statement: BotStatement): number {
  return read<{ total: number }>(connection, statement)[0]?.total ?? 0;
}
