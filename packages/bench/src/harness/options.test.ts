import { expect, test } from 'vitest';
import { readOptions } from './options.ts';

const options = {
  seed: { about: 'seed', value: 7 },
  rows: { about: 'rows', values: [10, 100], full: [10, 1_000] },
  shape: { about: 'shape', words: ['chain'], among: ['chain', 'dense'] },
} as const;

test.each([
  [{}, false, { seed: 7, rows: [10, 100], shape: ['chain'] }],
  [{}, true, { seed: 7, rows: [10, 1_000], shape: ['chain'] }],
  [
    { seed: '9', rows: '5,1_000_000', shape: 'dense,chain', other: 'x' },
    true,
    { seed: 9, rows: [5, 1_000_000], shape: ['dense', 'chain'] },
  ],
])('reads %j, full: %j', (given, isFull, expected) => {
  expect(readOptions(options, given, isFull)).toEqual(expected);
});

test.each([
  [{ seed: '1,2' }, '--seed takes one number.'],
  [{ rows: '10,ten' }, '--rows takes whole numbers, not "ten".'],
  [{ rows: '' }, '--rows takes whole numbers, not "".'],
  [{ shape: 'ring' }, '--shape takes chain, dense, not "ring".'],
])('refuses %j', (given, message) => {
  expect(() => readOptions(options, given, false)).toThrow(message);
});
