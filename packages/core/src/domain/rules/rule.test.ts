import { expect, it } from 'vitest';
import { excerpt } from './rule.ts';

const clef = '𝄞';

it.for<readonly [unknown, string]>([
  ['text', '"text"'],
  ['', '""'],
  ['say "hi"\n', String.raw`"say \"hi\"\n"`],
  ['x'.repeat(40), `"${'x'.repeat(40)}"`],
  ['x'.repeat(41), `"${'x'.repeat(40)}…"`],
  ['x'.repeat(5_000_000), `"${'x'.repeat(40)}…"`],
  [clef.repeat(40), `"${clef.repeat(40)}"`],
  [clef.repeat(41), `"${clef.repeat(40)}…"`],
  [`x${clef.repeat(50)}`, `"x${clef.repeat(39)}…"`],
  ['\ud800', String.raw`"\ud800"`],
  [5, '5'],
  [true, 'true'],
  [null, 'null'],
  [[], 'an empty list'],
  [[1, [2]], 'a list of 2'],
  [{ a: 1 }, 'an object'],
])('[RU7] %j is shown as %s', ([value, shown]) => {
  expect(excerpt(value)).toBe(shown);
});
