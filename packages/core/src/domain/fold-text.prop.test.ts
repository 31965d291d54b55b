import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

/** Every character that has another case, or is composed of several. */
const changing: string[] = [];
for (let code = 0; code <= 0x10_ff_ff; code += 1) {
  const character = code < 0xd8_00 || code > 0xdf_ff ? String.fromCodePoint(code) : ' ';
  const forms = [character.toLowerCase(), character.toUpperCase(), character.normalize('NFD')];
  if (forms.some((form) => form !== character)) changing.push(character);
}

it('[RN50] no character differs from itself in another case, decomposed, or folded before', () => {
  const differing = changing.filter((character) => {
    const folded = foldText(character);
    const others = [character.toUpperCase(), character.toLowerCase(), character.normalize('NFD'), folded];
    return others.some((other) => foldText(other) !== folded);
  });
  expect(differing).toEqual([]);
});

it('[RN50] characters that a pattern without case takes as equal are folded alike', () => {
  const differing = changing.flatMap((character) =>
    [character.toLowerCase(), character.toUpperCase()].filter(
      (other) =>
        [...other].length === 1 &&
        new RegExp(`^${other}$`, 'iu').test(character) &&
        foldText(other) !== foldText(character),
    ),
  );
  expect(differing).toEqual([]);
});

it('[CU46][RN83] a part of a text that ends with a letter is found in it, at any end of a word', () => {
  const letters = fc.string({
    unit: fc.constantFrom('Σ', 'ς', 'σ', 'ß', 'ẞ', 'İ', 'ı', 'Ö', 'ﬁ', 'д', ' ', '-', '٣'),
    maxLength: 12,
  });
  fc.assert(
    fc.property(letters, letters, letters, (before, part, after) => {
      const whole = foldText(`x${before}x${part}x${after}x`);
      expect(whole).toContain(foldText(`x${part}x`));
      expect(foldText(`x${part}x`.toUpperCase())).toBe(foldText(`x${part}x`));
    }),
    { seed: 20261121, numRuns: 1_000 },
  );
});
