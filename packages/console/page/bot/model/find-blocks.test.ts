import { expect, it } from 'vitest';
import { findBlocks, neighbourOf } from './find-blocks.ts';

const blocks = [
  { id: 'n1', title: 'Opening hours', type: 'Send text', text: 'We open at 6' },
  { id: 'open', title: 'Door', type: 'Send text', text: '' },
  { id: 'n3', title: 'Bye', type: 'Close', text: 'Reopen soon' },
];

it.for([
  ['open', ['n1', 'open', 'n3']],
  ['  HOURS ', ['n1']],
  ['send text', ['n1', 'open']],
  ['', ['n1', 'open', 'n3']],
  ['nothing', []],
] as const)('finds %s', ([words, ids]) => {
  expect(findBlocks(blocks, words).map(({ id }) => id)).toEqual(ids);
});

it.for([
  ['stra\u00dfe', 'STRASSE 5'],
  ["l'\u00e9t\u00e9", 'C\u2019est L\u2019E\u0301TE\u0301'],
  ['\u03bf\u03b4\u03bf\u03c3', '\u039f\u0394\u039f\u03a3'],
  ['plan 2', 'Plan\u00a0\u0662'],
] as const)('[CO67] finds %s in %s', ([words, title]) => {
  expect(findBlocks([{ id: 'n', title, type: 'Send text', text: '' }], words)).toHaveLength(1);
});

it('goes to the nearest block in a direction', () => {
  const boxes = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 300, y: 10 }],
    ['c', { x: 280, y: 500 }],
    ['d', { x: 0, y: 200 }],
  ]);
  expect(neighbourOf('a', 'right', boxes)).toBe('b');
  expect(neighbourOf('a', 'down', boxes)).toBe('d');
  expect(neighbourOf('b', 'left', boxes)).toBe('a');
  expect(neighbourOf('a', 'up', boxes)).toBeUndefined();
  expect(neighbourOf('gone', 'up', boxes)).toBeUndefined();
});
