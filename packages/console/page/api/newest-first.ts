import type { Page } from '@botwright/client';

/** The place of a page in a list that is shown backwards. */
export function sliceFromEnd(
  total: number,
  page: number,
  size: number,
): { readonly offset: number; readonly limit: number } {
  const end = Math.max(0, total - (page - 1) * size);
  const offset = Math.max(0, end - size);
  return { offset, limit: end - offset };
}

/**
 * Reads a page of a list of the Platform API backwards: its lists begin with the oldest entry.
 *
 * @param page - Counts from 1.
 */
export async function newestFirst<T>(
  read: (slice: { readonly offset: number; readonly limit: number }) => Promise<Page<T>>,
  page: number,
  size: number,
): Promise<Page<T>> {
  const first = await read({ offset: 0, limit: size });
  // The first response has the whole of a short list.
  if (first.total <= size) return page === 1 ? { ...first, items: first.items.toReversed() } : { ...first, items: [] };
  const slice = sliceFromEnd(first.total, page, size);
  if (slice.limit === 0) return { items: [], total: first.total };
  const { items } = await read(slice);
  return { items: items.toReversed(), total: first.total };
}
