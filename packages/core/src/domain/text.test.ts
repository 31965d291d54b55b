import { expect, it } from 'vitest';
import { foldText } from './text.ts';

it.for<readonly [string, string]>([
  ['Ana BEA 5%_', 'ana bea 5%_'],
  ['', ''],
  ['CAFE\u0301', 'café'],
  ['Café', 'café'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['\u212a\u212b', 'kå'],
  ['😀Ａ', '😀ａ'],
  ['ΟΔΟΣ e\u0301 İ', 'οδοσ é i\u0307'],
])('[CU46] %j is folded to %j', ([text, folded]) => {
  expect(foldText(text)).toBe(folded);
});
