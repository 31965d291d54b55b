import * as v from 'valibot';
import { inputObject } from '../inputs/input-object.ts';
import { describedBySpec, integerFrom } from '../inputs/members.ts';
import { type InputRead, readInput } from '../inputs/read-input.ts';
import type { Slice } from './page.ts';

export interface OffsetRequest {
  /** Default 0. */
  readonly offset?: number;
  /** 0 to 100, default 20. */
  readonly limit?: number;
}

/** The part of a list to return. @spec ST56 */
export interface OffsetRange {
  /** How many entries to skip, from 0; past the end, the list is empty. */
  readonly offset: number;
  /** 0 gives an empty list and the total. */
  readonly limit: number;
}

const defaultLimit = 20;
const maxLimit = 100;

/** The members of a request that select a part of a list of the Platform API. @spec PA6 */
export const offsetEntries = {
  offset: v.optional(describedBySpec(integerFrom(0), 'How many entries to pass over; default 0.'), 0),
  limit: v.optional(
    describedBySpec(integerFrom(0, maxLimit), `How many entries to list; default ${defaultLimit}.`),
    defaultLimit,
  ),
};

/** The request of a list without filters. */
export const offsetSchema = inputObject(offsetEntries);

/** Checks a request and returns its part of the list. @spec PA6 */
export function readOffset(request: unknown = {}): InputRead<OffsetRange> {
  return readInput(offsetSchema, request);
}

/** Returns a part of a list and the total. Without a limit the part extends to the end. @spec PA7 */
export function sliceOf<T>(all: Iterable<T>, { offset = 0, limit = Infinity }: Partial<OffsetRange>): Slice<T> {
  const items: T[] = [];
  let total = 0;
  for (const each of all) {
    if (total >= offset && items.length < limit) items.push(each);
    total += 1;
  }
  return { items, total };
}

export type SliceEnvelope<TKey extends string, T> = { readonly success: true; readonly total: number } & {
  readonly [K in TKey]: readonly T[];
};

/** The body of the Platform API for a slice, with its items under `key`. @spec PL1 */
export function sliceEnvelope<const TKey extends string, T, TWire>(
  key: TKey,
  { items, total }: Slice<T>,
  encode: (item: T) => TWire,
): SliceEnvelope<TKey, TWire> {
  return { success: true, total, [key]: items.map(encode) } as unknown as SliceEnvelope<TKey, TWire>;
}
