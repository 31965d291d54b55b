import { expect, it } from 'vitest';
import { mapBounded } from './map-bounded.ts';

it('[PU15] bounds the concurrency, and preserves the order of results', async () => {
  let underWay = 0;
  let most = 0;
  const results = await mapBounded([5, 1, 4, 2, 3], 2, async (ms) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, ms));
    underWay -= 1;
    return ms * 10;
  });
  expect([results, most]).toEqual([[50, 10, 40, 20, 30], 2]);
  expect(await mapBounded([], 2, async () => 1)).toEqual([]);
});

it('[PU15] after a failure, running items finish and no other begins', async () => {
  const finished: number[] = [];
  const mapping = mapBounded([1, 2, 3, 4], 2, async (item) => {
    if (item === 1) throw new Error('gone');
    await new Promise((resolve) => setTimeout(resolve, 5));
    finished.push(item);
  });
  await expect(mapping).rejects.toThrow('gone');
  expect(finished).toEqual([2]);
});
