import { expect, it } from 'vitest';
import { findCycles } from './find-cycles.ts';

it.for<readonly [string, Record<string, string[]>, string[][]]>([
  ['a tree has none', { a: ['b', 'c'], b: ['c'], c: [] }, []],
  ['two files', { a: ['b'], b: ['a'], c: ['a'] }, [['a', 'b']]],
  ['a file importing itself', { a: ['a'] }, [['a']]],
  [
    'two circles apart',
    { a: ['b'], b: ['c'], c: ['a', 'd'], d: ['e'], e: ['d'] },
    [
      ['d', 'e'],
      ['a', 'b', 'c'],
    ],
  ],
  ['imports of files that are not judged', { a: ['gone'] }, []],
])('%s', ([, graph, cycles]) => {
  expect(findCycles(new Map(Object.entries(graph)))).toEqual(cycles);
});

it('goes through a chain of 50,000 files without recursion', () => {
  const chain = Array.from({ length: 50_000 }, (_, at): [string, string[]] => [`f${at}`, [`f${at + 1}`]]);
  expect(findCycles(new Map(chain))).toEqual([]);
});
