import fc from 'fast-check';
import { expect, it } from 'vitest';
import { microsOf, momentOf, secondsOf } from './epoch-ms.ts';

/** Until the year 2200. */
const anyMicros = fc.integer({ min: 0, max: 7_258_118_400_000_000 });

it('[MS18][MS21] a moment represents every microsecond exactly, also after JSON', () => {
  fc.assert(
    fc.property(anyMicros, (micros) => {
      const moment = momentOf(micros);
      expect(microsOf(moment)).toBe(micros);
      expect(microsOf(JSON.parse(JSON.stringify(moment)))).toBe(micros);
      expect(momentOf(micros + 1)).toBeGreaterThan(moment);
      const seconds = secondsOf(moment);
      expect(Math.round((seconds % 1) * 1_000_000) + Math.floor(seconds) * 1_000_000).toBe(micros);
      expect(secondsOf(momentOf(micros + 1))).toBeGreaterThan(seconds);
    }),
    { seed: 20261121, numRuns: 2_000 },
  );
});

it.for([
  [0, '0'],
  [1_763_800_000_123.457, '1763800000.123457'],
  [1_763_800_000_000.001, '1763800000.000001'],
  [1_763_800_000_250, '1763800000.25'],
  [1_763_800_000_999.999, '1763800000.999999'],
] as const)('[MS21] %d is written %s', ([moment, text]) => {
  expect(JSON.stringify(secondsOf(moment))).toBe(text);
});
