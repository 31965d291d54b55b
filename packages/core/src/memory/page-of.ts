import type { Page, PageRange } from '../domain/paging/page.ts';

/** Cuts the page out of the whole list. */
export function pageOf<T>(all: readonly T[], range: PageRange): Page<T> {
  const start = (range.page - 1) * range.pageSize;
  return {
    items: all.slice(start, start + range.pageSize),
    total: all.length,
    page: range.page,
    pageSize: range.pageSize,
  };
}
