import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ListSplice, listSplices, spliceList, spliceText, type TextSplice } from './splices.ts';

const settings = { seed: 20261123, numRuns: 500 };
const steps = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(6), fc.string({ maxLength: 5 })), {
  maxLength: 12,
});

it('[ED36] splices of a text do what the same splices do one by one', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), steps, (text, drawn) => {
      let expected = text;
      const splices = drawn.map(([place, wanted, added]): TextSplice => {
        const at = Math.floor(place * expected.length);
        const removed = Math.min(wanted, expected.length - at);
        expected = expected.slice(0, at) + added + expected.slice(at + removed);
        return [at, removed, added];
      });
      expect(spliceText(text, splices)).toBe(expected);
    }),
    settings,
  );
});

it.for<readonly [string, TextSplice]>([
  ['a place after its end', [4, 0, 'x']],
  ['more than is left', [1, 3, 'x']],
])('[ED36] a splice of %s is made for another text', ([, splice]) => {
  expect(() => spliceText('abc', [splice])).toThrow(RangeError);
  expect(() => spliceList(['a', 'b', 'c'], [[splice[0], splice[1], ['x']]])).toThrow(RangeError);
});

it('[ED36] the splices between two lists make one of the other, and leave out what stays', () => {
  const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'), { maxLength: 14 });
  fc.assert(
    fc.property(list, list, (before, after) => {
      const splices = listSplices(before, after, (item) => item);
      expect(spliceList(before, splices)).toEqual(after);
      if (before.join() === after.join()) expect(splices).toEqual([]);
    }),
    settings,
  );
});

it.for<readonly [string, readonly string[], readonly string[], readonly ListSplice<string>[]]>([
  ['one in the middle', ['a', 'b', 'c'], ['a', 'x', 'c'], [[1, 1, ['x']]]],
  [
    'both ends, with what is between left out',
    ['a', 'b', 'c', 'd', 'e'],
    ['x', 'b', 'c', 'd', 'y'],
    [
      [0, 1, ['x']],
      [4, 1, ['y']],
    ],
  ],
  ['one more of several alike', ['a', 'a'], ['a', 'a', 'a'], [[2, 0, ['a']]]],
])('[ED36] splices of lists that differ in %s', ([, before, after, expected]) => {
  expect(listSplices(before, after, (item) => item)).toEqual(expected);
});
