import { celList } from '@bufbuild/cel';
import { expect, it } from 'vitest';
import { celResult } from './cel-values.ts';
import { createFormulaBudget } from './evaluation.ts';

it('[RN96] a result that is too large is not read to its end', () => {
  const size = 16;
  expect(celResult(celList(Array.from({ length: size - 1 }, () => true)), createFormulaBudget(size))?.type).toBe(
    'array',
  );
  expect(() => celResult(celList(Array.from({ length: size }, () => true)), createFormulaBudget(size))).toThrow(
    RangeError,
  );
  expect(() => celResult(celList(['x'.repeat(size)]), createFormulaBudget(size))).toThrow(RangeError);
});
