import type { JsonValue } from '@botwright/core/diagram';
import {
  describedBySpec,
  describedHere,
  inputObject,
  integerFrom,
  pageSchema,
  wireNames,
} from '@botwright/core/inputs';
import { type Page, pageEnvelope } from '@botwright/core/paging';
import * as v from 'valibot';
import type { SuccessDescription } from '../../pipeline/operation.ts';
import { type ApiResponse, jsonResponse } from '../../response/response.ts';

const count = v.pipe(v.number(), v.integer());

export const pageMeta = v.object({
  total: describedBySpec(count, 'How many match in all, whatever the page.'),
  page: count,
  page_size: count,
});

/** The body of a successful response of the Bots API. */
export type BotsBody = {
  readonly data: JsonValue;
  /** Only of a list. */
  readonly meta?: v.InferOutput<typeof pageMeta>;
};

/** @spec AP4 */
export function listOf<const TSchema extends v.GenericSchema>(item: TSchema): v.GenericSchema {
  return v.object({ data: v.array(item), meta: pageMeta });
}

export function oneOf<const TSchema extends v.GenericSchema>(item: TSchema): v.GenericSchema {
  return v.object({ data: item });
}

/**
 * Writes a page in the form of the Bots API.
 *
 * @returns JSON text of one page. @spec AP1, AP4
 */
export function encodePage<T>(page: Page<T>, encode: (item: T) => unknown): string {
  return JSON.stringify(pageEnvelope(page, encode));
}

/**
 * Writes a whole list in the form of the Bots API.
 *
 * @returns JSON text of a list that is not paged: all entries are on one page.
 */
export function encodeWholeList<T>(items: readonly T[], encode: (item: T) => unknown): string {
  return encodePage({ items, total: items.length, page: 1, pageSize: items.length }, encode);
}

/** The response of an operation that lists everything. */
export function wholeList<T>(
  item: v.GenericSchema,
  description: string,
  encode: (item: T) => unknown,
): { readonly success: SuccessDescription; encode(items: readonly T[]): ApiResponse } {
  return {
    success: { status: 200, description, schema: listOf(item) },
    encode: (items) => jsonResponse(200, encodeWholeList(items, encode)),
  };
}

/** The largest page number whose offset is still an exact integer. */
const lastPage = Math.floor(Number.MAX_SAFE_INTEGER / 100);

/** The page number in a query. */
export const queriedPage = v.optional(
  describedHere(integerFrom(1, lastPage), 'Counts from 1, the default. A page past the end is empty.'),
  1,
);

/** The query of a list whose only parameter is the page. @spec AP4 */
export const pageQuery = wireNames(inputObject({ ...pageSchema.entries, page: queriedPage }));
