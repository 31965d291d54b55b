import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createStepBudget, unlimitedBudget } from '../budget/step-budget.ts';
import { containsText } from './comparable-text.ts';

const few = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 60 });
const sought = fc.string({ unit: fc.constantFrom('a', 'b', 'é'), maxLength: 14 });

it('[RN83] a text is found where it is, and nowhere else', () => {
  fc.assert(
    fc.property(few, sought, (text, part) => {
      expect(containsText(text, part, unlimitedBudget)).toBe(text.includes(part));
    }),
    { seed: 1, numRuns: 2_000 },
  );
});

it('[RN83] a part of a text is found in it', () => {
  fc.assert(
    fc.property(few, sought, few, (before, part, after) => {
      expect(containsText(`${before}${part}${after}`, part, unlimitedBudget)).toBe(true);
    }),
    { seed: 2, numRuns: 1_000 },
  );
});

it('[RN121] searching costs in proportion to both texts', () => {
  const text = 'a'.repeat(500_000);
  const part = `${'a'.repeat(30_000)}b${'a'.repeat(30_000)}`;
  expect(containsText(text, part, createStepBudget(200_000))).toBe(false);
  expect(() => containsText(text, part, createStepBudget(100_000))).toThrow(RangeError);
});
