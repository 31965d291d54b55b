import { expect, it } from 'vitest';
import { findBrokenBounds, type Measured, p90 } from './find-broken-bounds.ts';

const megabyte = 1_048_576;
const quiet = { silence: 20, replies: [30, 40], hooks: [15, 30], work: [10] };
const held: Measured = {
  quiet,
  attacked: { silence: 540, replies: [680], hooks: [560], work: [5, 10, 40] },
  heapBefore: 40 * megabyte,
  heapAfter: 90 * megabyte,
  resident: { before: 150 * megabyte, peak: 350 * megabyte, after: 200 * megabyte },
  isAlive: true,
  isAtRest: true,
};

const slow = { silence: 90_000, replies: [90_000], hooks: [90_000], work: [10] };

it.for<readonly [string, Partial<Measured>, readonly string[]]>([
  ['a server within all bounds', {}, []],
  [
    'a silence of more than twice the usual and half a second',
    { attacked: { ...held.attacked, silence: 541 } },
    ['The longest silence grew from 20 ms to 541 ms.'],
  ],
  ['a silence that the slower machine explains', { attacked: { ...held.attacked, silence: 1_040, work: [20] } }, []],
  [
    'a longer silence on a slower machine',
    { attacked: { ...held.attacked, silence: 1_041, work: [20] } },
    ['The longest silence grew from 20 ms to 1041 ms.'],
  ],
  ['late replies', { attacked: { ...held.attacked, replies: [681] } }, ['A reply took 681 ms, and 40 ms at rest.']],
  [
    'late deliveries',
    { attacked: { ...held.attacked, hooks: [561] } },
    ["A hook's delivery took 561 ms, and 30 ms at rest."],
  ],
  [
    'late replies, on a machine that is too slow to compare',
    { quiet: { ...quiet, replies: [1_000] }, attacked: slow },
    [],
  ],
  ['a heap that grew', { heapAfter: 91 * megabyte }, ['The heap kept 51 MB more.']],
  [
    'memory that it took',
    { resident: { before: 150 * megabyte, peak: 351 * megabyte, after: 150 * megabyte } },
    ['The process took 201 MB more.'],
  ],
  [
    'memory that it did not give back',
    { resident: { before: 150 * megabyte, peak: 300 * megabyte, after: 201 * megabyte } },
    ['The process kept 51 MB more.'],
  ],
  ['a system that does not say what memory there is', { resident: undefined }, []],
  ['a server that says nothing', { heapAfter: undefined }, ['The process says nothing any more.']],
  ['a server that died', { isAlive: false, isAtRest: false, heapAfter: undefined }, ['The process died.']],
  ['a server that is still busy', { isAtRest: false }, ['It had not recovered some time after.']],
])('names the exceeded bounds of %s', ([, change, broken]) => {
  expect(findBrokenBounds({ ...held, ...change })).toEqual(broken);
});

it.for<readonly [readonly number[], number]>([
  [[], 0],
  [[7], 7],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 1_000], 9],
  [[9, 8, 7, 6, 5, 4, 3, 2, 1_000, 1_000], 1_000],
])('the 90th percentile of %j is %i', ([samples, most]) => {
  expect(p90(samples)).toBe(most);
});
