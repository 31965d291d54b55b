import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberText, withoutNoise } from './number-text.ts';

/** A number of at most 12 digits, and one that misses it by a few units of the last bit. */
const meantAndMissed = fc
  .record({
    digits: fc.integer({ min: 1, max: 999_999_999_999 }),
    places: fc.integer({ min: 0, max: 8 }),
    units: fc.integer({ min: -7, max: 7 }),
  })
  .map(({ digits, places, units }) => {
    const meant = digits / 10 ** places;
    const missed = new Float64Array([meant]);
    const bits = new BigInt64Array(missed.buffer);
    bits[0] = (bits[0] ?? 0n) + BigInt(units);
    return { meant, missed: missed[0] ?? meant };
  });

it('[RN139][RN140] a number with few decimals is read from one that misses it by noise, and stays as it is', () => {
  fc.assert(
    fc.property(meantAndMissed, ({ meant, missed }) => {
      expect(withoutNoise(missed)).toBe(Number.isInteger(missed) ? missed : meant);
      expect(numberText(missed)).toBe(numberText(Number.isInteger(missed) ? missed : meant));
    }),
    { seed: 20261127 },
  );
});
