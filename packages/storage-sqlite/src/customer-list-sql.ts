import type { CustomerListQuery } from '@botwright/core/ports';
import { customerColumns } from '@botwright/storage-sql/rows';
import { columnList } from './insertion.ts';

/** Numbers in a narrow range, and narrow ranges in a wide one; the triggers use the same sizes. */
const numbersInNarrow = 512;
const narrowInWide = 64;
const levels = { narrow: 0, wide: 1 } as const;

/** The maximum offset of a merge of indexes. For a greater offset, counters find the place sooner. */
const mostSkipped = 100;

/** SQLite merges at most 500 selects; from about 100 on, sorting the numbers of a range takes less time. */
const mostMerged = 100;

type Params = readonly (string | number | null)[];

export interface Statement {
  readonly sql: string;
  readonly params: Params;
}

/** The place of an entry of a list: its range, and the number of entries before it in the range. */
export interface Place {
  readonly range: number;
  readonly skipped: number;
}

/** The first and the last narrow range of a slice. */
export interface NumberBounds {
  readonly first: Place;
  readonly last: Pick<Place, 'range'>;
}

const ofLists = 'FROM customer_ranges WHERE brand = ? AND list IN (SELECT value FROM json_each(?)) AND level = ?';

export function customerTotalSql(brand: string, query: CustomerListQuery): Statement {
  return {
    sql: `SELECT coalesce(sum(${stateColumns(query)}), 0) AS total ${ofLists}`,
    params: [brand, JSON.stringify(listsOf(query)), levels.wide],
  };
}

export function wideCountsSql(brand: string, query: CustomerListQuery): Statement {
  return {
    sql: `SELECT range, sum(${stateColumns(query)}) AS total ${ofLists} GROUP BY range`,
    params: [brand, JSON.stringify(listsOf(query)), levels.wide],
  };
}

/** Counts the narrow ranges in a wide one. */
export function narrowCountsSql(brand: string, query: CustomerListQuery, wide: number): Statement {
  const from = wide * narrowInWide;
  return {
    sql: `SELECT range, sum(${stateColumns(query)}) AS total ${ofLists} AND range BETWEEN ? AND ? GROUP BY range`,
    params: [brand, JSON.stringify(listsOf(query)), levels.narrow, from, from + narrowInWide - 1],
  };
}

/** The lists whose counters make up the total, with the names of the migration. */
function listsOf({ channelNumber, agentId, workspaces }: CustomerListQuery): readonly string[] {
  const agent = agentId === undefined ? '' : `a${agentId ?? ''}`;
  const places = channelNumber === undefined ? workspaces.map((workspace) => `w${workspace}`) : [`c${channelNumber}`];
  return places.map((place) => place + agent);
}

/** The counters of the queried states: a0 or a1 for archived, o0 or o1 for opted in. */
function stateColumns(query: CustomerListQuery): string {
  return statesOf(query)
    .map(([archived, optIn]) => `a${archived}_o${optIn}`)
    .join(' + ');
}

function statesOf({ archived, optIn }: CustomerListQuery): readonly (readonly [archived: number, optIn: number])[] {
  const asked = (state: boolean | undefined) => (state === undefined ? [0, 1] : [Number(state)]);
  return asked(archived).flatMap((a) => asked(optIn).map((o) => [a, o] as const));
}

/**
 * Merges one read of an index for each workspace and state, ordered by number.
 *
 * @returns `undefined` for pages that the counters find sooner.
 */
export function nearStartSql(brand: string, query: CustomerListQuery): Statement | undefined {
  const { channelNumber, workspaces, offset, limit } = query;
  const places =
    channelNumber === undefined
      ? workspaces.map((workspace) => ({ sql: 'brand = ? AND workspace = ?', params: [brand, workspace] }))
      : [{ sql: 'channel = ?', params: [channelNumber] }];
  const states = statesOf(query);
  if (offset > mostSkipped || places.length * states.length > mostMerged) return undefined;
  const selects = places.flatMap((place) =>
    states.map(([archived, optIn]) => {
      const ofState = { sql: 'archived = ? AND opt_in = ?', params: [archived, optIn] };
      return selectNumbers(query, [place, ofAgent(query), ofState]);
    }),
  );
  return pageOfNumbers(selects, { limit, offset });
}

/** Reads the index that has every filter before the number, between two numbers. Sorts only the rows it finds. */
export function customerPageSql(brand: string, query: CustomerListQuery, { first, last }: NumberBounds): Statement {
  const { channelNumber, workspaces, limit } = query;
  const place =
    channelNumber === undefined
      ? {
          sql: 'brand = ? AND workspace IN (SELECT value FROM json_each(?))',
          params: [brand, JSON.stringify(workspaces)],
        }
      : { sql: 'channel = ?', params: [channelNumber] };
  const states = statesOf(query);
  const oneOf = (values: readonly number[]) => `IN (${[...new Set(values)].join(', ')})`;
  const ofStates = {
    sql: `archived ${oneOf(states.map(([archived]) => archived))} AND opt_in ${oneOf(states.map(([, optIn]) => optIn))}`,
    params: [],
  };
  const bounds = {
    sql: 'number BETWEEN ? AND ?',
    params: [first.range * numbersInNarrow, (last.range + 1) * numbersInNarrow - 1],
  };
  const select = selectNumbers(query, [place, ofAgent(query), ofStates, bounds]);
  return pageOfNumbers([select], { limit, offset: first.skipped });
}

function ofAgent({ agentId }: CustomerListQuery): Statement {
  return agentId === undefined ? { sql: 'true', params: [] } : { sql: 'agent IS ?', params: [agentId] };
}

function selectNumbers({ channelNumber, agentId }: CustomerListQuery, conditions: readonly Statement[]): Statement {
  const index = `customers_${channelNumber === undefined ? 'workspace' : 'channel'}${agentId === undefined ? '' : '_agent'}`;
  const where = ["purpose = 'live'", ...conditions.map(({ sql }) => sql)].join(' AND ');
  return {
    sql: `SELECT number FROM customers INDEXED BY ${index} WHERE ${where}`,
    params: conditions.flatMap(({ params }) => params),
  };
}

function pageOfNumbers(
  selects: readonly Statement[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Statement {
  const numbers = selects.map(({ sql }) => sql).join(' UNION ALL ');
  return {
    sql:
      `SELECT ${columnList(customerColumns)} FROM customers ` +
      `WHERE number IN (SELECT number FROM (${numbers} ORDER BY number LIMIT ? OFFSET ?)) ORDER BY number`,
    params: [...selects.flatMap(({ params }) => params), limit, offset],
  };
}
