import { foldText as foldInCore } from '@botwright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from '../src/fold-text.ts';

it('[CU46][CU50] texts are folded as the engine folds what is looked for', () => {
  expect(foldText('ΟΔΟΣ e\u0301 İ')).toBe('οδοσ é i\u0307');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(foldText(text)).toBe(foldInCore(text));
    }),
    { seed: 20261122, numRuns: 2_000 },
  );
  for (let point = 0; point < 0x30_000; point += 1) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const text = `a${String.fromCodePoint(point)}b`;
    if (foldText(text) !== foldInCore(text)) throw new Error(`U+${point.toString(16)} is folded otherwise.`);
  }
});
