import type { PageRange, PageRequest } from './page.ts';

export const defaultPageSize = 20;
export const maxPageSize = 100;

/**
 * Fills in the defaults, and names the member that is out of range: a clamp would hide the client's fault.
 *
 * @spec PA1, PA2
 */
export function resolvePage(request: PageRequest): PageRange | { readonly invalid: 'page' | 'pageSize' } {
  const { page = 1, pageSize = defaultPageSize } = request;
  if (!Number.isSafeInteger(page) || page < 1) return { invalid: 'page' };
  if (!Number.isSafeInteger(pageSize) || pageSize < 1 || pageSize > maxPageSize) return { invalid: 'pageSize' };
  return { page, pageSize };
}
