import { celList } from '@bufbuild/cel';
import { expect, it } from 'vitest';
import { createBudget } from './budget.ts';
import { celResult } from './cel-result.ts';

it('[RN96] what a formula comes to is not gone through beyond its size', () => {
  const size = 16;
  expect(celResult(celList(Array.from({ length: size - 1 }, () => true)), createBudget(size))?.type).toBe('array');
  expect(() => celResult(celList(Array.from({ length: size }, () => true)), createBudget(size))).toThrow(RangeError);
  expect(() => celResult(celList(['x'.repeat(size)]), createBudget(size))).toThrow(RangeError);
});
