import { expect, it } from 'vitest';
import { foldText } from './fold-text.ts';

it.for<readonly [string, string]>([
  ['Ana BEA 5%_', 'ana bea 5%_'],
  ['', ''],
  [' a ', ' a '],
  ['CAFE\u0301', 'café'],
  ['Café', 'café'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['\u212a\u212b', 'kå'],
  ['😀Ａ', '😀a'],
  ['ΟΔΟΣ e\u0301', 'οδοσ é'],
  ['ΜΑΪ́ΟΥ ΐ', 'μαΐου ΐ'],
  ['Straße STRASSE Straẞe', 'strasse strasse strasse'],
  ['İzmir IŞIK ışık', 'izmir işik işik'],
  ['Ꭰꭰ', 'ꭰꭰ'],
  ['Ǆǅǆ ﬁﬀ ŉ', 'ǆǆǆ fiff \u0027n'],
  ['ᾼ ᾳ Α\u0345', 'αι αι αι'],
  ['Ա և', 'ա եւ'],
])('[CU46][RN50] %j is folded to %j', ([text, folded]) => {
  expect(foldText(text)).toBe(folded);
});
