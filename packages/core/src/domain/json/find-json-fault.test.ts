import { expect, it } from 'vitest';
import { findJsonFault } from './find-json-fault.ts';
import type { JsonValue } from './json-value.ts';

it.for<readonly [string, unknown]>([
  ['null', null],
  ['a text with a lone surrogate', '\ud800'],
  ['zero of either sign', [0, -0]],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['hostile keys', JSON.parse('{"__proto__": {"constructor": 1}}')],
  ['what is shared between branches', ((shared) => [shared, shared])({ a: [] })],
])('[DG3] %s is JSON', ([, value]) => {
  expect(findJsonFault(value)).toBeUndefined();
});

it.for<readonly [string, unknown, readonly (string | number)[], string]>([
  ['undefined', undefined, [], 'is undefined, which JSON does not have'],
  ['a member that is undefined', { a: [1, { b: undefined }] }, ['a', 1, 'b'], 'is undefined, which JSON does not have'],
  ['a hole in a list', { a: new Array(1) }, ['a', 0], 'is undefined, which JSON does not have'],
  ['a function', { a: () => 1 }, ['a'], 'is function, which JSON does not have'],
  ['a big integer', [1n], [0], 'is bigint, which JSON does not have'],
  ['a symbol', [Symbol.iterator], [0], 'is symbol, which JSON does not have'],
  ['no number', { a: Number.NaN }, ['a'], 'is not a finite number'],
  ['a number too large to write', JSON.parse('{"a": 1e400}'), ['a'], 'is not a finite number'],
  ['a date', { a: new Date(0) }, ['a'], 'is an object of a class, not a plain one'],
  ['a map', new Map(), [], 'is an object of a class, not a plain one'],
])('[DG3] %s is no JSON', ([, value, path, message]) => {
  expect(findJsonFault(value)).toEqual({ path, message });
});

function nest(levels: number): JsonValue {
  let value: JsonValue = 0;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

it('[DG4] 100 levels are accepted and 101 are not', () => {
  expect(findJsonFault(nest(100))).toBeUndefined();
  expect(findJsonFault(nest(101))).toMatchObject({ message: 'goes deeper than 100 levels' });
});

it('[DG4] a value that contains itself is too deep', () => {
  const loop: unknown[] = [];
  loop.push({ loop });
  expect(findJsonFault(loop)).toMatchObject({ message: 'goes deeper than 100 levels' });
});

it('[DG4] a hundred thousand levels do not overflow the stack', () => {
  expect(findJsonFault(nest(100_000))).toMatchObject({ message: 'goes deeper than 100 levels' });
});

it('[DG18] objects that are shared on every level do not make the check slow', () => {
  let value: JsonValue = 0;
  for (let level = 0; level < 100; level += 1) value = [value, value];
  expect(findJsonFault(value)).toBeUndefined();
});
