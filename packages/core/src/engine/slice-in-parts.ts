import type { Slice } from '../domain/paging/page.ts';

/** A part of a list that may be too large to be in memory as a whole. */
export interface SliceInParts<T> extends Slice<T> {
  /** Whether `items` are all of it. */
  readonly isWhole: boolean;
  /** The items after `items`, in parts that are read on demand. */
  readonly rest: AsyncIterator<readonly T[]>;
}

/** Bytes of JSON of a part: it is read and encoded in a few milliseconds. */
export const partBytes = 262_144;

/** Takes the first of the parts of a list. */
export async function startParts<T>(
  parts: AsyncGenerator<Slice<T>, void, undefined>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SliceInParts<T>> {
  const { items, total } = (await parts.next()).value ?? { items: [], total: 0 };
  const isWhole = items.length >= Math.min(limit, total - offset);
  if (isWhole) await parts.return();
  return { items, total, isWhole, rest: itemsOf(parts) };
}

async function* itemsOf<T>(parts: AsyncIterable<Slice<T>>): AsyncGenerator<readonly T[], void, undefined> {
  for await (const { items } of parts) yield items;
}
