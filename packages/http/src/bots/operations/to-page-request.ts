import type { PageRequest } from '@botwright/core';
import type { QueryOf } from '../../exchange/request/read-query.ts';
import type { pageQuery } from '../schemas/page-schema.ts';

/** @spec AP4 */
export function toPageRequest({ page, page_size: pageSize }: QueryOf<typeof pageQuery>): PageRequest {
  return { ...(page !== undefined && { page }), ...(pageSize !== undefined && { pageSize }) };
}
