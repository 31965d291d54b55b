import { expect, it } from 'vitest';
import { pickableYears, writeDate } from './written-date.ts';

it.for<readonly [format: string, written: string]>([
  ['yyyy/MM/dd', '2026/03/05'],
  ['yy/MM/dd', '26/03/05'],
  ['dd/MM/yyyy', '05/03/2026'],
  ['dd/MM/yy', '05/03/26'],
  ['MM/dd/yy', '03/05/26'],
  ['MM/dd/yyyy', '03/05/2026'],
  ['yyyy-MM-dd', '2026-03-05'],
])('[WC38] a picked date is sent as %s', ([format, written]) => {
  expect(writeDate('2026-03-05', format)).toBe(written);
});

it('[WC38] with a two-digit year, only years that the bot reads in the same way can be picked', () => {
  expect([pickableYears('dd/MM/yy', 2026), pickableYears('dd/MM/yyyy', 2026)]).toEqual([
    ['1976', '2075'],
    ['1000', '9999'],
  ]);
});
