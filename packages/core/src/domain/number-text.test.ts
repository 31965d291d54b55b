import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameNumber, numberText, withoutNoise } from './number-text.ts';

it.for<readonly [number, string]>([
  [19.9 * 3, '59.7'],
  [0.1 + 0.2, '0.3'],
  [-1.1 * 3, '-3.3'],
  [1 / 3, '0.333333333333333'],
  [2 / 3, '0.666666666666667'],
  [1.005 * 1_000, '1005'],
  [-0, '0'],
  [7, '7'],
  [9_007_199_254_740_991, '9007199254740991'],
  [-1_234_567_890_123_456, '-1234567890123456'],
  [1e21, '1000000000000000000000'],
  [-1.5e22, '-15000000000000000000000'],
  [1e-7, '0.0000001'],
  [-1.25e-9, '-0.00000000125'],
  [123_456.789, '123456.789'],
])('[RN139] %d is written %s', ([value, text]) => {
  expect(numberText(value)).toBe(text);
});

it('[RN139] a number is written in decimal digits that read as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = numberText(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(isSameNumber(Number(text), value)).toBe(true);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

it('[RN139][RN140] sums and products of prices are written as they are with pen and paper', () => {
  const cents = fc.integer({ min: 1, max: 10_000_000 });
  fc.assert(
    fc.property(cents, cents, fc.integer({ min: -1_000, max: 1_000 }), (one, other, times) => {
      const paper = numberText((one + other) / 100);
      expect(numberText(one / 100 + other / 100)).toBe(paper);
      expect(withoutNoise(one / 100 + other / 100)).toBe(Number(paper));
      expect(withoutNoise((one / 100) * times)).toBe((one * times) / 100);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

it.for<readonly [number, number]>([
  [59.699_999_999_999_996, 59.7],
  [1 / 3, 1 / 3],
  [Math.PI, Math.PI],
  [93_151.76 - 83_293.44, 9_858.32],
  [100_000_000_000.01, 100_000_000_000.01],
  [1.000_000_000_000_1, 1.000_000_000_000_1],
  [-0.1 * 3, -0.3],
  [9_007_199_254_740_991, 9_007_199_254_740_991],
])('[RN140] %d without noise is %d', ([value, meant]) => {
  expect(withoutNoise(value)).toBe(meant);
});
