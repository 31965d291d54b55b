import * as v from 'valibot';
import { inputObject } from '../inputs/input-object.ts';
import { describedHere, integerFrom } from '../inputs/members.ts';
import { type InputRead, readInput } from '../inputs/read-input.ts';

export interface PageRequest {
  /** 1-based. A page past the end is empty, not an error. Default 1. @spec PA3 */
  readonly page?: number;
  /** 1 to 100, default 20. Other values are refused. */
  readonly pageSize?: number;
}

export interface PageRange {
  /** Counts from 1. */
  readonly page: number;
  /** 1 to 100. */
  readonly pageSize: number;
}

/** A part of a list. */
export interface Slice<T> {
  /** In the order of the list; at most as many as requested. */
  readonly items: readonly T[];
  /** The number of all matching entries. @spec PA4, PA7 */
  readonly total: number;
}

/** A slice by page number. `page` counts from 1; `pageSize` is the requested size, which the last page may not fill. */
export interface Page<T> extends Slice<T> {
  /** The requested page, also past the end, where `items` is empty. */
  readonly page: number;
  /** 1 to 100. */
  readonly pageSize: number;
}

export const defaultPageSize = 20;
export const maxPageSize = 100;

/** The members of a request that select a page of a list of the Bots API. @spec PA1, PA2 */
export const pageEntries = {
  page: v.optional(describedHere(integerFrom(1), 'Counts from 1, the default. A page past the end is empty.'), 1),
  pageSize: v.optional(
    describedHere(integerFrom(1, maxPageSize), `Entries of a page; default ${defaultPageSize}.`),
    defaultPageSize,
  ),
};

/** The request of a list without filters. */
export const pageSchema = inputObject(pageEntries);

/**
 * Checks a request and returns its page. Refuses values out of range: clamping would hide the client's error.
 *
 * @spec PA1, PA2
 */
export function readPage(request: unknown = {}): InputRead<PageRange> {
  return readInput(pageSchema, request);
}

/** Returns one page of a list. @spec PA3, PA4 */
export function pageOf<T>(all: readonly T[], { page, pageSize }: PageRange): Page<T> {
  const start = (page - 1) * pageSize;
  return { items: all.slice(start, start + pageSize), total: all.length, page, pageSize };
}

export interface PageEnvelope<T> {
  /** The entries of the page. */
  readonly data: readonly T[];
  /** All entries in `total`; `page` counts from 1. */
  readonly meta: { readonly total: number; readonly page: number; readonly page_size: number };
}

/** The body of the Bots API for a page. @spec AP4 */
export function pageEnvelope<T, TWire>(page: Page<T>, encode: (item: T) => TWire): PageEnvelope<TWire> {
  const { items, total, page: number, pageSize } = page;
  return { data: items.map(encode), meta: { total, page: number, page_size: pageSize } };
}
