import type { Slice } from '../domain/paging/page.ts';
import type { OffsetRange } from '../ports/channel-store.ts';

/** Cuts the slice out of what comes, holding no more than it. */
export function sliceOf<T>(all: Iterable<T>, { offset, limit }: OffsetRange): Slice<T> {
  const items: T[] = [];
  let total = 0;
  for (const each of all) {
    if (total >= offset && items.length < limit) items.push(each);
    total += 1;
  }
  return { items, total };
}
