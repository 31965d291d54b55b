import { describe, expect, it } from 'vitest';
import { createStepBudget, unlimitedBudget } from './step-budget.ts';
import { createStepCache } from './step-cache.ts';

describe('the budget of a step', () => {
  it('[RN120] allows charges up to its limit, and none after that', () => {
    const budget = createStepBudget(10);
    budget.charge(9.5);
    budget.charge(0.5);
    expect(budget.isExceeded()).toBe(false);
    expect(() => budget.charge(0.1)).toThrow(RangeError);
    expect(() => budget.charge(0)).toThrow(RangeError);
    expect(budget.isExceeded()).toBe(true);
  });

  it.for([-1, Number.NaN, Number.NEGATIVE_INFINITY])('[RN120] charging %d gives nothing back', (units) => {
    const budget = createStepBudget(10);
    expect(() => budget.charge(units)).toThrow(TypeError);
    expect(() => budget.charge(11)).toThrow(RangeError);
  });
});

describe('a cache of steps', () => {
  const counted = (
    most: number,
  ): { readonly made: string[]; readonly cache: ReturnType<typeof createStepCache<object>> } => {
    const made: string[] = [];
    const make = (text: string): object => {
      made.push(text);
      return { text };
    };
    return { made, cache: createStepCache<object>({ maxEntries: most, priceOf: () => 6, make }) };
  };

  it('[RN125] keeps the entries that were used last from step to step', () => {
    const { made, cache } = counted(2);
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) cache(unlimitedBudget)(text);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('[RN125] charges for an entry once in each step, cached or not, and makes it once', () => {
    const { made, cache } = counted(1);
    cache(unlimitedBudget)('a');
    const of = cache(createStepBudget(12));
    for (const text of ['a', 'b', 'a', 'b']) of(text);
    expect(made).toEqual(['a', 'b']);
    expect(() => of('c')).toThrow(RangeError);
  });
});
