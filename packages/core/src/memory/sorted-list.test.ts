import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSortedList, mergedSlice } from './sorted-list.ts';

const byNumber = (a: number, b: number) => a - b;

it('[ST56] a sorted list has its items in order after any additions and removals', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4_000), { maxLength: 6_000 }), (steps) => {
      const list = createSortedList(byNumber);
      const copy = new Set<number>();
      for (const item of steps) {
        if (copy.has(item)) {
          list.remove(item);
          copy.delete(item);
        } else {
          list.add(item);
          copy.add(item);
        }
      }
      const sorted = [...copy].sort(byNumber);
      expect(list.size).toBe(sorted.length);
      expect(sorted.map((_, index) => list.at(index))).toEqual(sorted);
      for (const item of steps.slice(0, 50)) {
        expect(list.countBefore(item)).toBe(sorted.filter((each) => each < item).length);
      }
      expect(() => list.remove(4_001)).toThrow('not in the list');
    }),
    { seed: 20261125, numRuns: 40, examples: [[Array.from({ length: 3_500 }, (_, index) => (index * 7_919) % 3_989)]] },
  );
});

it('[ST56] a slice of several lists is that of all their items', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(5), fc.nat(100_000)), { maxLength: 400 }),
      fc.nat(420),
      fc.nat(30),
      (placed, offset, limit) => {
        const all = [...new Map(placed.map(([list, item]) => [item, list]))];
        const lists = Array.from({ length: 6 }, () => createSortedList(byNumber));
        for (const [item, list] of all) lists[list]?.add(item);
        const sorted = all.map(([item]) => item).sort(byNumber);
        expect(mergedSlice(lists, byNumber, { offset, limit })).toEqual(sorted.slice(offset, offset + limit));
      },
    ),
    { seed: 20261125, numRuns: 300 },
  );
});
