import * as v from 'valibot';
import { inputObject } from '../inputs/input-object.ts';
import { integerFrom, shown } from '../inputs/members.ts';
import { type InputRead, readInput } from '../inputs/read-input.ts';
import type { Slice } from './page.ts';

export interface OffsetRequest {
  /** Default 0. */
  readonly offset?: number;
  /** 0 to 100, default 20. */
  readonly limit?: number;
}

/** A slice of a list by how many entries stand before it. @spec ST56 */
export interface OffsetRange {
  readonly offset: number;
  /** 0 answers an empty list and the total. */
  readonly limit: number;
}

const defaultLimit = 20;
const maxLimit = 100;

/** The members by which a list of the Platform API is cut. @spec PA6 */
export const offsetEntries = {
  offset: v.optional(shown(integerFrom(0), 'How many entries to pass over; default 0.'), 0),
  limit: v.optional(
    shown(integerFrom(0, maxLimit), `How many entries to list; default ${defaultLimit}.`),
    defaultLimit,
  ),
};

/** The request of a list that takes nothing else. */
export const offsetSchema = inputObject(offsetEntries);

/** Reads which part of a list is asked for. @spec PA6 */
export function readOffset(request: unknown = {}): InputRead<OffsetRange> {
  return readInput(offsetSchema, request);
}

/** Takes a part out of a list, keeping no more than it. Without a limit it takes all that follow. @spec PA7 */
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

/** The slice as the Platform API answers it, its items under `key`. @spec PL1 */
export function sliceEnvelope<const TKey extends string, T, TWire>(
  key: TKey,
  { items, total }: Slice<T>,
  encode: (item: T) => TWire,
): SliceEnvelope<TKey, TWire> {
  return { success: true, total, [key]: items.map(encode) } as unknown as SliceEnvelope<TKey, TWire>;
}
