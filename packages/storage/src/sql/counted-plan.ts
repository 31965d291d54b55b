import { selectCounted, selectCountedPage } from './counted-changes.ts';
import type { CountedRequest } from './counted-lists.ts';
import {
  pageOfCompared,
  pageOfFound,
  pageOfParts,
  type SearchedPage,
  selectParts,
  selectPartsTotal,
} from './counted-ranges.ts';
import { type SqlRow, type SqlText, totalOf } from './sql-text.ts';
import { hasTrigrams, numberColumn, selectFound } from './text-index.ts';

/** Reading a record that the index of texts finds takes about as long as comparing this many texts one after another. */
const textsForFound = 4;

type Select = (from: SqlText) => SqlText;

/** How a request for a counted list is answered. */
export interface CountedPlan {
  readonly statements: readonly SqlText[];
  /** Further statements, made from the rows of the first ones. */
  more?(rows: readonly (readonly SqlRow[])[]): readonly SqlText[];
  /** @param rows - The rows of all statements. */
  page(rows: readonly (readonly SqlRow[])[]): { readonly rows: readonly SqlRow[]; readonly total: number };
}

/**
 * Plans the answer to a request for a counted list.
 *
 * @param select - Selects the records `r` in the order of the list.
 * @returns `undefined` if reading all records is the fastest way.
 * @spec SQ13, SQ27, SQ28, SQ29
 */
export function planCounted(counted: CountedRequest, select: Select): CountedPlan | undefined {
  const { group, search } = counted;
  if (group.table.dialect.counts === 'changes') {
    if (search !== undefined) return undefined;
    return {
      statements: [select(selectCountedPage(counted)), selectCounted(counted)],
      page: ([rows = [], totals]) => ({ rows, total: totalOf(totals) }),
    };
  }
  if (search !== undefined) return planSearch(counted, search, select);
  return {
    statements: [selectParts(counted)],
    more([parts = []]) {
      const { page } = pageOfParts(counted, parts);
      return page === undefined ? [] : [select(page)];
    },
    page: ([parts = [], rows = []]) => ({ rows, total: pageOfParts(counted, parts).total }),
  };
}

/** Uses the index of texts, unless its result is so large that comparing all texts takes less time. */
function planSearch(
  counted: CountedRequest,
  search: NonNullable<CountedRequest['search']>,
  select: Select,
): CountedPlan {
  const { table } = counted.group;
  const found = hasTrigrams(search.text) ? selectFound(table, search.column, search.text) : undefined;
  const statementsOf = (pages: SearchedPage | undefined) =>
    pages === undefined ? [] : [pages.total, select(pages.page)];
  const totalFound = found && countUpTo(found, selectPartsTotal(counted));
  return {
    statements: [selectParts(counted), ...(totalFound ? [totalFound] : [])],
    more([parts = [], totals]) {
      const all = parts.reduce((sum, { total }) => sum + Number(total), 0);
      if (found === undefined || totalOf(totals) * textsForFound > all) {
        return statementsOf(pageOfCompared(counted, parts));
      }
      return statementsOf(pageOfFound(counted, numberColumn(table), found));
    },
    page(rows) {
      const [totals, page = []] = rows.slice(totalFound ? 2 : 1);
      return { rows: page, total: totalOf(totals) };
    },
  };
}

/** Counts the matches of the text index, up to the number from which comparing all texts takes less time. */
function countUpTo(found: SqlText, all: SqlText): SqlText {
  return {
    sql: `SELECT count(*) AS "total" FROM (${found.sql} LIMIT (SELECT total / ${textsForFound} + 1 FROM (${all.sql})))`,
    params: [...found.params, ...all.params],
  };
}
