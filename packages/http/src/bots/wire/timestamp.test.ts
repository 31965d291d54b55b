import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeTimestamp } from './timestamp.ts';

it.for([
  [0, '1970-01-01T00:00:00'],
  [1_767_225_599_999, '2025-12-31T23:59:59'],
  [1_709_210_096_789, '2024-02-29T12:34:56'],
  [951_782_400_000, '2000-02-29T00:00:00'],
  [4_107_542_399_000, '2100-02-28T23:59:59'],
  [-1, '1969-12-31T23:59:59'],
] as const)('[AP2] the moment %i is written as %s', ([moment, text]) => {
  expect(encodeTimestamp(moment)).toBe(text);
});

it('[AP2] a timestamp is the ISO date and time, without fractions of a second', () => {
  const moments = fc.integer({ min: Date.UTC(1600, 0), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
  fc.assert(
    fc.property(moments, (moment) => {
      expect(encodeTimestamp(moment)).toBe(new Date(moment).toISOString().slice(0, 19));
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});
