import * as v from 'valibot';
import type { PageRange, PageRequest } from '../../domain/paging/page.ts';
import { maxPageSize, resolvePage } from '../../domain/paging/page-range.ts';
import { invalidParameters, readInput, shape } from './read-input.ts';

/** The members by which every list is paged. Their range is the domain's to judge. */
export const pageEntries = { page: v.optional(v.number()), pageSize: v.optional(v.number()) };

const pageShape = shape(pageEntries);

const messages = {
  page: 'Expected an integer from 1.',
  pageSize: `Expected an integer from 1 to ${maxPageSize}.`,
} as const;

/**
 * @throws {EngineError} `invalid_parameters`
 * @spec PA2
 */
export function readPage(request: PageRequest): PageRange {
  const range = resolvePage(request);
  if ('invalid' in range) throw invalidParameters(range.invalid, messages[range.invalid]);
  return range;
}

/** The same for a list that takes nothing but its page. */
export function readPageRequest(request: unknown): PageRange {
  return readPage(readInput(pageShape, request ?? {}));
}
