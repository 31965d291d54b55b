import { expect, it } from 'vitest';
import { newestFirst } from './newest-first.ts';

const list = (length: number) => {
  const all = Array.from({ length }, (_, at) => at + 1);
  return async ({ offset, limit }: { readonly offset: number; readonly limit: number }) => ({
    items: all.slice(offset, offset + limit),
    total: length,
  });
};

it.for([
  [0, []],
  [3, [[3, 2, 1]]],
  [4, [[4, 3, 2, 1]]],
  [
    10,
    [
      [10, 9, 8, 7],
      [6, 5, 4, 3],
      [2, 1],
    ],
  ],
] as const)('a list of %i is read backwards in pages', async ([length, pages]) => {
  for (const [at, items] of [...pages, []].entries()) {
    expect(await newestFirst(list(length), at + 1, 4)).toEqual({ items, total: length });
  }
});
