import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSortedList } from './sorted-list.ts';

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

it('[ST56] the groups of all parts have each item once, after any additions, removals and replacements', () => {
  interface Item {
    readonly id: number;
    readonly group: number;
  }
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2_500), fc.nat(3)), { maxLength: 6_000 }), (steps) => {
      const list = createSortedList<Item>(
        (a, b) => a.id - b.id,
        ({ group }) => `${group}`,
      );
      const copy = new Map<number, Item>();
      for (const [index, [id, group]] of steps.entries()) {
        const before = copy.get(id);
        copy.delete(id);
        if (before !== undefined && group === 0) list.remove(before);
        else copy.set(id, { id, group });
        if (before === undefined) list.add({ id, group });
        else if (group > 0) list.replace({ id, group });
        if (index % 500 === 0) list.parts().map((part) => part.groups());
      }
      const [first] = copy.values();
      list.parts().map((part) => part.groups());
      if (first !== undefined) list.replace({ ...first, group: 9 });
      if (first !== undefined) copy.set(first.id, { ...first, group: 9 });
      const counts = new Map<string, number>();
      for (const part of list.parts()) {
        const groups = part.groups();
        expect([...groups.values()].reduce((sum, { count }) => sum + count, 0)).toBe(part.size);
        for (const [name, { item, count }] of groups) {
          expect(`${item.group}`).toBe(name);
          counts.set(name, (counts.get(name) ?? 0) + count);
        }
      }
      const expected = Map.groupBy(copy.values(), ({ group }) => `${group}`);
      expect(Object.fromEntries(counts)).toEqual(
        Object.fromEntries([...expected].map(([name, items]) => [name, items.length])),
      );
    }),
    { seed: 20261127, numRuns: 40 },
  );
});
