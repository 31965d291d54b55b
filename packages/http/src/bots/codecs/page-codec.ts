import type { Page } from '@botwright/core';

interface WireMeta {
  readonly total: number;
  readonly page: number;
  readonly page_size: number;
}

/** @spec AP1, AP4 */
export function encodeMeta(page: Omit<Page<unknown>, 'items'>): WireMeta {
  return { total: page.total, page: page.page, page_size: page.pageSize };
}

/** @returns JSON text of one page. */
export function encodePage<T>(page: Page<T>, encode: (item: T) => unknown): string {
  return JSON.stringify({ data: page.items.map(encode), meta: encodeMeta(page) });
}

/** @returns JSON text of a list that has no pages: it is one page, whatever its length. */
export function encodeWholeList<T>(items: readonly T[], encode: (item: T) => unknown): string {
  return encodePage({ items, total: items.length, page: 1, pageSize: items.length }, encode);
}
