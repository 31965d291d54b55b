import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isChangedWhole, lostNumbers } from './lost-numbers.ts';

it('[HT73][CV77] a whole number of more than 53 bits is changed in digits alone, else where other digits come back', () => {
  const wholes = fc.oneof(
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
    fc.bigInt({ min: 2n ** 53n - 9n, max: 2n ** 53n + 9n }),
  );
  fc.assert(
    fc.property(wholes, fc.integer({ min: 0, max: 40 }), (whole, shift) => {
      const [sign, digits] = whole < 0n ? ['-', String(-whole)] : ['', String(whole)];
      const isLarge = whole > 2n ** 53n - 1n || whole < -(2n ** 53n) + 1n;
      // `BigInt` has the digits of the stored number, not of its text: 1e23 is 99999999999999991611392.
      const written = String(Number(whole)).replace(
        /^(-?)(\d)(?:\.(\d+))?e\+(\d+)$/,
        (_, minus, first, more = '', power) => `${minus}${`${first}${more}`.padEnd(Number(power) + 1, '0')}`,
      );
      const isChanged = isLarge && written !== String(whole);
      const padded = digits.padStart(shift + 1, '0');
      const [before, after] = [padded.slice(0, padded.length - shift), padded.slice(padded.length - shift)];
      const forms = [
        `${sign}${digits}.0`,
        `${sign}${digits}e0`,
        `${sign}${digits}${'0'.repeat(shift)}E-${shift}`,
        `${sign}${before}.${after === '' ? '0' : after}e+${shift}`,
      ];
      expect([isChangedWhole(String(whole)), ...forms.map(isChangedWhole)]).toEqual([
        isLarge,
        ...forms.map(() => isChanged),
      ]);
    }),
    { seed: 20261127, numRuns: 1_000 },
  );
});

it.for(['1e300', '1E+21', '5e-324', '0.1234567890123456789', '-0', '0e999', '9007199254740991.0', '1e400'])(
  '[HT73] %s is not changed as a whole number',
  (written) => {
    expect(isChangedWhole(written)).toBe(false);
  },
);

it('[HT73][BF25] every number that would be lost is found with its path', () => {
  const json =
    '{"a, [{\\"":[{},[0,1e999]],"b":{"":-36028797018963969},"c":"36028797018963969","d":3.6028797018963969e16}';
  const found = [];
  for (const { start, written, path } of lostNumbers(json)) {
    found.push([written, path()]);
    expect(json.startsWith(written, start)).toBe(true);
  }
  expect(found).toEqual([
    ['1e999', ['a, [{"', 1, 1]],
    ['-36028797018963969', ['b', '']],
    ['3.6028797018963969e16', ['d']],
  ]);
  expect([...lostNumbers('12345678901234567890')].map(({ path }) => path())).toEqual([[]]);
});
