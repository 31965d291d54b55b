import type { CustomerListQuery } from '@botwright/core/ports';
import { customerColumns } from './customer-row.ts';
import { bit } from './update-columns.ts';

type Params = readonly (string | number)[];

export interface CustomerListSql {
  /** Returns one row with the column `total`. */
  readonly count: string;
  readonly countParams: Params;
  /** Takes `pageParams`, then a limit and an offset. */
  readonly page: string;
  readonly pageParams: Params;
}

/** A condition with its parameters, or a whole SELECT of numbers through one index. */
interface Part {
  readonly sql: string;
  readonly params: Params;
}

/** SQLite merges at most 500 selects. For more workspaces than this all customers are read and filtered. */
const maxMergedWorkspaces = 100;

/**
 * Makes the statements of a list. Every select reads one index in the order of the numbers, and SQLite merges the
 * selects; only the page is sorted. The selects return only numbers, so that rows which an offset skips are not read.
 * Totals come from the counters where these suffice.
 *
 * @param query - Has at least one workspace, and none twice. A channel must be in one of them.
 * @spec SQ13, SQ20, SQ21
 */
export function customerListSql(brand: string, query: CustomerListQuery): CustomerListSql {
  const selects = selectsOf(brand, query);
  const numbers = selects.map(({ sql }) => sql).join(' UNION ALL ');
  const params = selects.flatMap((select) => select.params);
  return {
    ...(countedSql(brand, query) ?? { count: `SELECT count(*) AS total FROM (${numbers})`, countParams: params }),
    page:
      `SELECT ${customerColumns} FROM customers ` +
      `WHERE number IN (SELECT number FROM (${numbers} ORDER BY number LIMIT ? OFFSET ?)) ORDER BY number`,
    pageParams: params,
  };
}

function selectsOf(brand: string, query: CustomerListQuery): readonly Part[] {
  const { channelNumber, agentId, workspaces } = query;
  const states = query.archived === undefined ? [0, 1] : [bit(query.archived)];
  const filters = filtersOf(query);
  if (channelNumber !== undefined) {
    return states.map((archived) =>
      selectNumbers('INDEXED BY customers_channel', { channel: channelNumber, archived }, filters),
    );
  }
  if (workspaces.length > maxMergedWorkspaces) {
    const among = { sql: 'workspace IN (SELECT value FROM json_each(?))', params: [JSON.stringify(workspaces)] };
    return [selectNumbers('NOT INDEXED', { brand }, [...filters, among])];
  }
  if (typeof agentId === 'number') {
    return workspaces.map((workspace) => selectNumbers('INDEXED BY customers_agent', { brand, workspace }, filters));
  }
  return workspaces.flatMap((workspace) =>
    states.map((archived) => selectNumbers('INDEXED BY customers_live', { brand, workspace, archived }, filters)),
  );
}

function selectNumbers(index: string, keys: Readonly<Record<string, string | number>>, filters: readonly Part[]): Part {
  const conditions = [
    "purpose = 'live'",
    ...Object.keys(keys).map((key) => `${key} = ?`),
    ...filters.map((f) => f.sql),
  ];
  return {
    sql: `SELECT number FROM customers ${index} WHERE ${conditions.join(' AND ')}`,
    params: [...Object.values(keys), ...filters.flatMap(({ params }) => params)],
  };
}

/** Conditions of every select, also those that its index already meets. */
function filtersOf({ agentId, archived, optIn }: CustomerListQuery): readonly Part[] {
  return [
    agentId === undefined ? [] : agentId === null ? { sql: 'agent IS NULL', params: [] } : equals('agent', agentId),
    archived === undefined ? [] : equals('archived', bit(archived)),
    optIn === undefined ? [] : equals('opt_in', bit(optIn)),
  ].flat();
}

function equals(column: string, value: number): Part {
  return { sql: `${column} = ?`, params: [value] };
}

function countedSql(
  brand: string,
  query: CustomerListQuery,
): Pick<CustomerListSql, 'count' | 'countParams'> | undefined {
  const { channelNumber, agentId, optIn, archived, workspaces } = query;
  if (agentId !== undefined || optIn !== undefined) return undefined;
  const place =
    channelNumber === undefined ? 'brand = ? AND workspace IN (SELECT value FROM json_each(?))' : 'channel = ?';
  const placeParams = channelNumber === undefined ? [brand, JSON.stringify(workspaces)] : [channelNumber];
  return {
    count:
      `SELECT coalesce(sum(total), 0) AS total FROM customer_counts WHERE ${place}` +
      (archived === undefined ? '' : ' AND archived = ?'),
    countParams: [...placeParams, bit(archived) ?? []].flat(),
  };
}
