import { expect, it } from 'vitest';
import { greeted, placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import type { JsonValue } from '../../json/json-value.ts';

const connectedAccounts = new Set(['spreadsheets:s1', 'scheduler:c1']);
const booking = (authId: JsonValue) =>
  greeted([node('book', 'scheduler', { auth_id: authId, scheduling_url: 'https://book.example.com/me' })]);

it('[RU48][RU8] an account that is not connected is a warning', () => {
  expect(violationsOf(booking('s1'), { connectedAccounts })).toEqual([
    {
      code: 'account_unknown',
      message: 'Block "book": "auth_id" names "s1", which is not a connected scheduler account.',
      blockId: 'book',
      param: 'auth_id',
      pointer: '/nodes/book/params/auth_id',
      severity: 'warning',
    },
  ]);
});

it('[RU48] an account of the right kind that is connected', () => {
  expect(placesOf(booking('c1'), { connectedAccounts })).toEqual([]);
});

it.for<readonly [JsonValue, string]>([
  ['', 'param_non_empty'],
  [' ', 'param_non_empty'],
  [5, 'param_type'],
])('[RU48] %j names no account', ([authId, code]) => {
  expect(placesOf(booking(authId), { connectedAccounts })).toEqual([`${code} /nodes/book/params/auth_id`]);
});

it('[RU41][RU48] the account is checked even when no variant matches', () => {
  const sheet = node('sheet', 'spreadsheets', {
    action: 'burn',
    auth_id: 'gone',
    spreadsheet_id: 's',
    sheet_name: 'Orders',
  });
  expect(placesOf(greeted([sheet]), { connectedAccounts })).toEqual([
    'account_unknown /nodes/sheet/params/auth_id',
    'param_enum /nodes/sheet/params/action',
  ]);
});

it('[RU49] without the accounts of the brand none is checked', () => {
  expect(placesOf(booking('s1'))).toEqual([]);
});
