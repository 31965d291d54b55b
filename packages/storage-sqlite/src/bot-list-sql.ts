import type { BotListQuery } from '@botwright/core/ports';
import { botColumns } from '@botwright/storage-sql/rows';
import type { SliceBounds } from './counted-ranges.ts';
import { columnList } from './insertion.ts';

export type BotOrder = BotListQuery['order'];

export type BotFilter = Pick<BotListQuery, 'state' | 'workspaces' | 'channelFamily' | 'order'>;

export interface BotStatement {
  readonly sql: string;
  readonly params: readonly (string | number | null)[];
}

/** The number of active, or trashed, bots of a family in a workspace. */
export interface BotCount {
  readonly workspace: number;
  readonly channel_family: string;
  readonly total: number;
}

/** The sort key of a bot, before its id. */
export const orderKeys = {
  published: 'published_key',
  created: 'created_key',
  name: 'folded_name',
} as const satisfies Record<BotOrder, string>;

/** The maximum offset of a merge of indexes. For a greater offset, counters find the place sooner. */
const mostSkipped = 100;

/** SQLite merges at most 500 selects; from about 100 on, sorting the bots of a range takes less time. */
const mostMerged = 100;

/** @spec SQ28 */
export function botCountsSql(
  brand: string,
  { state, workspaces, channelFamily }: Omit<BotFilter, 'order'>,
): BotStatement {
  return {
    sql:
      'SELECT workspace, channel_family, total FROM bot_counts ' +
      'WHERE brand = ? AND state = ? AND workspace IN (SELECT value FROM json_each(?))' +
      (channelFamily === undefined ? '' : ' AND channel_family = ?'),
    params: [brand, state, JSON.stringify(workspaces), channelFamily ?? []].flat(),
  };
}

/** The list of a state in an order, and a part of it, with the names of the migration. */
export const listName = (state: string, order: BotOrder): string => `bots ${state} ${order}`;
export const partName = ({ workspace, channel_family: family }: Omit<BotCount, 'total'>): string =>
  `${workspace} ${family}`;

export interface PageOf {
  readonly brand: string;
  readonly filter: BotFilter;
  readonly parts: readonly Omit<BotCount, 'total'>[];
  readonly limit: number;
}

/**
 * Merges one read of an index for each workspace and family, in index order.
 *
 * @returns `undefined` for pages that the counters find sooner.
 * @spec SQ13
 */
export function nearStartSql(
  { brand, filter, parts, limit }: PageOf,
  { offset, search }: { readonly offset: number; readonly search?: string | undefined },
): BotStatement | undefined {
  if (parts.length > mostMerged || (offset > mostSkipped && search === undefined)) return undefined;
  const { state, order } = filter;
  const found = hasText('folded_name', search);
  const select =
    `SELECT number, ${orderKeys[order]} AS key, id FROM bots INDEXED BY bots_${order} ` +
    `WHERE brand = ? AND state = ? AND workspace = ? AND channel_family = ?${found.sql}`;
  const numbers = {
    sql: parts.map(() => select).join(' UNION ALL '),
    params: parts.flatMap((part) => [brand, state, part.workspace, part.channel_family, ...found.params]),
  };
  return pageOfNumbers(numbers, order, { offset, limit });
}

/** Reads the bots between two places, which the counters give. Sorts only these. @spec SQ27 */
export function betweenSql(
  { brand, filter: { state, order }, parts, limit }: PageOf,
  { from, to, skipped }: SliceBounds,
  search?: string,
): BotStatement {
  const key = `bots.${orderKeys[order]}`;
  const found = hasText('bots.folded_name', search);
  const numbers = {
    sql:
      `SELECT bots.number AS number, ${key} AS key, bots.id AS id ${ofParts(order)} AND (${key}, bots.id) >= (?, ?)` +
      `${to === undefined ? '' : ` AND (${key}, bots.id) < (?, ?)`}${found.sql}`,
    params: [
      ...[partsJson(parts), brand, state, from.first_key, from.first_id],
      ...(to === undefined ? [] : [to.first_key, to.first_id]),
      ...found.params,
    ],
  };
  return pageOfNumbers(numbers, order, { offset: skipped, limit });
}

/** Counts the bots with a text in the folded name, which the index by name contains. @spec SQ13 */
export function countFoundSql({ brand, filter: { state }, parts }: PageOf, search: string): BotStatement {
  const found = hasText('bots.folded_name', search);
  return {
    sql: `SELECT count(*) AS total ${ofParts('name')}${found.sql}`,
    params: [partsJson(parts), brand, state, ...found.params],
  };
}

const ofParts = (order: BotOrder): string =>
  `FROM json_each(?) AS part CROSS JOIN bots INDEXED BY bots_${order} WHERE bots.brand = ? AND bots.state = ? ` +
  'AND bots.workspace = part.value ->> 0 AND bots.channel_family = part.value ->> 1';

const partsJson = (parts: PageOf['parts']): string =>
  JSON.stringify(parts.map(({ workspace, channel_family: family }) => [workspace, family]));

function hasText(column: string, search: string | undefined): { readonly sql: string; readonly params: string[] } {
  return search === undefined ? { sql: '', params: [] } : { sql: ` AND instr(${column}, ?) > 0`, params: [search] };
}

/** The index of names has every three consecutive code points, and ends a text at U+0000. */
export function isIndexed(search: string): boolean {
  return [...search].length >= 3 && !search.includes('\u0000');
}

const asPhrase = (search: string): string => `"${search.replaceAll('"', '""')}"`;

/** Counts the bots, of any brand and state, whose name may contain a text, up to a limit. */
export function countIndexedSql(search: string, limit: number): BotStatement {
  return {
    sql: 'SELECT count(*) AS total FROM (SELECT true FROM bot_names WHERE bot_names MATCH ? LIMIT ?)',
    params: [asPhrase(search), limit],
  };
}

/** Finds the numbers of all bots with a text in the folded name, in order, by the index of names. @spec SQ29 */
export function findIndexedSql(
  brand: string,
  { state, workspaces, channelFamily, order }: BotFilter,
  search: string,
): BotStatement {
  const found = hasText('bots.folded_name', search);
  return {
    sql:
      'SELECT bots.number AS number FROM bot_names CROSS JOIN bots ON bots.number = bot_names.rowid ' +
      'WHERE bot_names MATCH ? AND bots.brand = ? AND bots.state = ? ' +
      `AND bots.workspace IN (SELECT value FROM json_each(?))${channelFamily === undefined ? '' : ' AND bots.channel_family = ?'}` +
      `${found.sql} ORDER BY bots.${orderKeys[order]}, bots.id`,
    params: [asPhrase(search), brand, state, JSON.stringify(workspaces), channelFamily ?? [], found.params].flat(),
  };
}

export function byNumberSql(numbers: readonly number[], order: BotOrder): BotStatement {
  return {
    sql:
      `SELECT ${columnList(botColumns)} FROM bots WHERE number IN (SELECT value FROM json_each(?)) ` +
      `ORDER BY ${orderKeys[order]}, id`,
    params: [JSON.stringify(numbers)],
  };
}

function pageOfNumbers(
  numbers: BotStatement,
  order: BotOrder,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): BotStatement {
  return {
    sql:
      `SELECT ${columnList(botColumns)} FROM bots WHERE number IN (SELECT number FROM (${numbers.sql} ORDER BY key, id LIMIT ? OFFSET ?)) ` +
      `ORDER BY ${orderKeys[order]}, id`,
    params: [...numbers.params, limit, offset],
  };
}

/** Selects the bots of a part of a list, to divide it. Parameters: brand, state, then start and end. */
export function rowsSql(order: BotOrder): string {
  const key = `bots.${orderKeys[order]}`;
  return (
    `SELECT ${key} AS key, bots.id AS id, bots.workspace || ' ' || bots.channel_family AS part ` +
    `FROM bot_counts AS counts CROSS JOIN bots INDEXED BY bots_${order} ` +
    'ON bots.brand = counts.brand AND bots.state = counts.state AND bots.workspace = counts.workspace ' +
    'AND bots.channel_family = counts.channel_family WHERE counts.brand = ? AND counts.state = ? ' +
    // Every text is smaller than a blob.
    `AND (${key}, bots.id) >= (?, ?) AND (${key}, bots.id) < (coalesce(?, x''), coalesce(?, x''))`
  );
}
