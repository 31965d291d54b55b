import { describe, expect, it } from 'vitest';
import { createReuse } from './reuse.ts';
import { createWork, freeWork } from './work.ts';

describe('the budget of a step', () => {
  it('[RN120] gives as much as there is, and no more from then on', () => {
    const work = createWork(10);
    work.charge(9.5);
    work.charge(0.5);
    expect(work.isSpent()).toBe(false);
    expect(() => work.charge(0.1)).toThrow(RangeError);
    expect(() => work.charge(0)).toThrow(RangeError);
    expect(work.isSpent()).toBe(true);
  });

  it.for([-1, Number.NaN, Number.NEGATIVE_INFINITY])('[RN120] nobody gives work back by charging %d', (units) => {
    const work = createWork(10);
    expect(() => work.charge(units)).toThrow(TypeError);
    expect(() => work.charge(11)).toThrow(RangeError);
  });
});

describe('what is made once', () => {
  const counted = (
    most: number,
  ): { readonly made: string[]; readonly reuse: ReturnType<typeof createReuse<object>> } => {
    const made: string[] = [];
    const make = (text: string): object => {
      made.push(text);
      return { text };
    };
    return { made, reuse: createReuse<object>({ most, priceOf: () => 6, make }) };
  };

  it('[RN125] is kept from step to step, those used last', () => {
    const { made, reuse } = counted(2);
    for (const text of ['a', 'b', 'a', 'c', 'a', 'b']) reuse.forStep(freeWork)(text);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('[RN125] is charged for once in each step, kept or not, and not made again in it', () => {
    const { made, reuse } = counted(1);
    reuse.forStep(freeWork)('a');
    const of = reuse.forStep(createWork(12));
    for (const text of ['a', 'b', 'a', 'b']) of(text);
    expect(made).toEqual(['a', 'b']);
    expect(() => of('c')).toThrow(RangeError);
  });
});
