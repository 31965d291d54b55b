import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ListSplice, listSplices, spliceList, spliceText, type TextSplice, textSplices } from './splices.ts';

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
  expect(() => spliceText('abc', [splice])).toThrow(new RangeError('A splice lies outside the text.'));
  const other = () => spliceList(['a', 'b', 'c'], [[splice[0], splice[1], ['x']]]);
  expect(other).toThrow(new RangeError('A splice lies outside the list.'));
});

it('[ED36] the splice between two texts makes one of the other, leaves out both ends, and splits no character', () => {
  const part = fc
    .tuple(fc.string({ unit: 'binary', maxLength: 8 }), fc.constantFrom(0, 1, 500, 900))
    .map(([text, times]) => text + '😀ab'.repeat(times));
  fc.assert(
    fc.property(part, part, part, part, (start, removed, added, end) => {
      const [before, after] = [start + removed + end, start + added + end];
      const splices = textSplices(before, after);
      expect(spliceText(before, splices)).toBe(after);
      if (before === after) expect(splices).toEqual([]);
      for (const [at, gone, text] of splices) {
        const [old, now] = [Array.from(before.slice(at, at + gone)), Array.from(text)];
        const isShortest = old.length === 0 || now.length === 0 || (old[0] !== now[0] && old.at(-1) !== now.at(-1));
        expect(isShortest).toBe(true);
        expect(text.isWellFormed() && before.slice(at, at + gone).isWellFormed()).toBe(true);
        expect(text.length + gone).toBeLessThanOrEqual(removed.length + added.length + 4);
      }
    }),
    settings,
  );
});

it.for<readonly [string, string, string, readonly TextSplice[]]>([
  ['nothing', 'abc', 'abc', []],
  ['one character', 'abc', 'axc', [[1, 1, 'x']]],
  ['more of the same', 'aa', 'aaa', [[2, 0, 'a']]],
  ['less of the same', 'aaa', 'aa', [[2, 1, '']]],
  ['all', '', 'abc', [[0, 0, 'abc']]],
  ['half of a character', '😀', '😁', [[0, 2, '😁']]],
  ['the other half of a character', 'a😀', 'a🨀', [[1, 2, '🨀']]],
  ['the length of what is compared at once', 'x'.repeat(4_096), 'x'.repeat(8_192), [[4_096, 0, 'x'.repeat(4_096)]]],
])('[ED36] the splice of texts that differ in %s', ([, before, after, expected]) => {
  expect(textSplices(before, after)).toEqual(expected);
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
  ['one fewer of several alike', ['a', 'a', 'a'], ['a', 'a'], [[2, 1, []]]],
  [
    'an item after its last place in the other list',
    ['a', 'b', 'b', 'c', 'd'],
    ['x', 'b', 'c', 'y'],
    [
      [0, 1, ['x']],
      [2, 1, []],
      [3, 1, ['y']],
    ],
  ],
  [
    'an item that has moved to the front',
    ['x', 'b', 'a', 'c', 'd'],
    ['a', 'b', 'c', 'e'],
    [
      [0, 1, ['a']],
      [2, 1, []],
      [3, 1, ['e']],
    ],
  ],
])('[ED36] splices of lists that differ in %s', ([, before, after, expected]) => {
  expect(listSplices(before, after, (item) => item)).toEqual(expected);
});
