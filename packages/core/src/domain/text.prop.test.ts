import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareCodePoints, utf8Length } from './text.ts';

const seed = { seed: 20261121 };
const letter = fc.constantFrom('', 'a', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(letter, { maxLength: 6 }).map((all) => all.join('')),
);

it('[RS31] text order is the order of the UTF-8 bytes', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const expected = Buffer.compare(Buffer.from(a), Buffer.from(b));
      expect(Math.sign(compareCodePoints(a, b))).toBe(expected);
    }),
    seed,
  );
});

it('[ST30] bytes are counted as UTF-8 has them', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(utf8Length(value)).toBe(Buffer.byteLength(value));
      // Long texts are counted in other ways, which depend on how they begin.
      for (const begin of ['', 'a'.repeat(20_000)]) {
        const long = `${begin}${value.repeat(value === '' ? 0 : Math.ceil(70_000 / value.length))}`;
        const bytes = Buffer.byteLength(long);
        expect(utf8Length(long)).toBe(bytes);
        expect(utf8Length(long, bytes)).toBe(bytes);
        if (bytes > 0) expect(utf8Length(long, bytes - 1)).toBeGreaterThan(bytes - 1);
      }
    }),
    seed,
  );
});
