import type { BotListQuery } from '@botwright/core/ports';
import { botColumns } from './bot-row.ts';
import type { PageSql } from './read-page.ts';

const orders = {
  published: 'published_at DESC, created_at DESC, id',
  created: 'created_at DESC, id',
  name: 'folded_name, id',
} as const satisfies Record<BotListQuery['order'], string>;

/**
 * Makes the statements of a list. They name their indexes, which have the order and every filter except the search:
 * SQLite does not know how many rows there are and would sometimes sort instead. A single workspace is part of the
 * index; several are filtered while the index is read in its order.
 *
 * Parameters: brand, state, the workspace or a JSON list of workspaces, then family and search if they are asked for.
 *
 * @spec SQ13
 */
export function botListSql(query: BotListQuery): PageSql {
  const isOneWorkspace = query.workspaces.length === 1;
  const conditions = [
    'brand = ? AND state = ?',
    isOneWorkspace ? 'workspace = ?' : 'workspace IN (SELECT value FROM json_each(?))',
    query.channelFamily === undefined ? [] : 'channel_family = ?',
    query.search === undefined ? [] : 'instr(folded_name, ?) > 0',
  ]
    .flat()
    .join(' AND ');
  const index = (order: BotListQuery['order']) => `bots${isOneWorkspace ? '_workspace' : ''}_${order}`;

  return {
    // The index by name contains the folded name that a search looks in.
    count: `SELECT count(*) AS total FROM bots INDEXED BY ${index('name')} WHERE ${conditions}`,
    page:
      `SELECT ${botColumns} FROM bots INDEXED BY ${index(query.order)} WHERE ${conditions} ` +
      `ORDER BY ${orders[query.order]} LIMIT ? OFFSET ?`,
  };
}

export function botListParams(brand: string, query: BotListQuery): readonly (string | number)[] {
  const [first] = query.workspaces;
  const isOneWorkspace = query.workspaces.length === 1 && first !== undefined;
  return [
    brand,
    query.state,
    isOneWorkspace ? first : JSON.stringify(query.workspaces),
    query.channelFamily ?? [],
    query.search ?? [],
  ].flat();
}
