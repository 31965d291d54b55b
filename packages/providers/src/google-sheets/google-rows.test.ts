import type { ProviderFailure } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import type { Cell, LocalTab } from '../../test/servers/workbook.ts';
import { file, type OpenTrial, reasonOf, startConnected } from '../../test/try-google.ts';
import { columnLetters } from './a1-notation.ts';
import type { GoogleSheetsOptions } from './google-sheets-provider.ts';

const at = { spreadsheetId: 'f', sheetName: 'People' };

async function startRows(
  rows: Cell[][],
  settings: Partial<GoogleSheetsOptions> = {},
): Promise<OpenTrial & { readonly tab: LocalTab }> {
  const tab: LocalTab = { id: 5, title: 'People', rows };
  const trial = await startConnected([file('f', { tabs: [{ id: 0, title: 'Other', rows: [] }, tab] })], settings);
  return { ...trial, tab };
}

it.for<[number, string]>([
  [1, 'A'],
  [26, 'Z'],
  [27, 'AA'],
  [52, 'AZ'],
  [702, 'ZZ'],
  [703, 'AAA'],
  [18_278, 'ZZZ'],
])('[GS10] column %i is %s', ([column, letters]) => {
  expect(columnLetters(column)).toBe(letters);
});

it.for([0, -1, 1.5, Number.NaN, 18_279, Number.POSITIVE_INFINITY])('[GS10] there is no column %d', async (column) => {
  const { google, provider, accessToken } = await startRows([['Name']]);
  const before = google.requests.length;
  const cell = { column, value: 'x' };
  const name = { column: 1, value: 'Ana' };
  expect([
    await reasonOf(provider.insertRow(accessToken, at, [cell])),
    await reasonOf(provider.updateRow(accessToken, at, name, [cell])),
    await reasonOf(provider.updateRow(accessToken, at, cell, [name])),
    await reasonOf(provider.getRow(accessToken, at, cell, [1])),
    await reasonOf(provider.getRow(accessToken, at, name, [column])),
  ]).toEqual(Array(5).fill('not_found'));
  expect(google.requests).toHaveLength(before);
});

it('[GS10] a column past the grid is not found', async () => {
  const { provider, accessToken } = await startRows([['Name'], ['Ana']]);
  const name = { column: 1, value: 'Ana' };
  expect(await reasonOf(provider.getRow(accessToken, at, { column: 27, value: 'x' }, [1]))).toBe('not_found');
  expect(await reasonOf(provider.getRow(accessToken, at, name, [27]))).toBe('not_found');
});

it('[GS11] a row goes under the last one, each cell in its column', async () => {
  const { provider, accessToken, tab } = await startRows([['', 'Name', 'Phone'], [], ['', '', '600'], ['', ''], []]);
  await provider.insertRow(accessToken, at, [
    { column: 4, value: 'd' },
    { column: 2, value: 'Ana' },
  ]);
  expect(tab.rows).toEqual([['', 'Name', 'Phone'], [], ['', '', '600'], ['', 'Ana', '', 'd']]);
});

it('[GS11] rows that are added at the same time all stay', async () => {
  const { provider, accessToken, tab } = await startRows([['Name']]);
  const names = Array.from({ length: 20 }, (_, index) => `n${index}`);
  await Promise.all(names.map((value) => provider.insertRow(accessToken, at, [{ column: 1, value }])));
  expect(new Set(tab.rows.slice(1).map(([name]) => name))).toEqual(new Set(names));
  expect(tab.rows).toHaveLength(21);
});

it('[GS11] a row without cells adds nothing', async () => {
  const { provider, accessToken, tab } = await startRows([['Name']]);
  await provider.insertRow(accessToken, at, []);
  expect(tab.rows).toEqual([['Name']]);
});

it.for(['=1+1', '+34600', '00123', '1/2', 'TRUE', "'", '', '@x', '-5', '1e3', '🍕\n2'])(
  '[GS12] %j is written as it is',
  async (value) => {
    const { google, provider, accessToken, tab } = await startRows([['Name', 'Note'], ['Ana']]);
    await provider.insertRow(accessToken, at, [
      { column: 1, value: 'Eva' },
      { column: 2, value },
    ]);
    await provider.updateRow(accessToken, at, { column: 1, value: 'Ana' }, [{ column: 2, value }]);
    expect(tab.rows).toEqual([
      ['Name', 'Note'],
      ['Ana', value],
      ['Eva', value],
    ]);
    const writes = google.requests.flatMap(({ url, body }) => (url.pathname.startsWith('/v4') && body ? [body] : []));
    expect(writes.map((body) => JSON.parse(body))).toEqual([
      {
        requests: [
          {
            appendCells: {
              sheetId: 5,
              rows: [
                {
                  values: [{ userEnteredValue: { stringValue: 'Eva' } }, { userEnteredValue: { stringValue: value } }],
                },
              ],
              fields: 'userEnteredValue',
            },
          },
        ],
      },
      { valueInputOption: 'RAW', data: [{ range: "'People'!B2", values: [[value]] }] },
    ]);
  },
);

it('[GS13] an update writes its cells in one request, and no others', async () => {
  const { google, provider, accessToken, tab } = await startRows([
    ['Name', 'a', 'b', 'c'],
    ['Ana', '1', '2', '3'],
    ['Eva', '4', '5', '6'],
  ]);
  const reference = { column: 1, value: 'Eva' };
  const cells = [
    { column: 4, value: 'z' },
    { column: 2, value: 'y' },
  ];
  expect(await provider.updateRow(accessToken, at, reference, cells)).toBe('updated');
  expect(tab.rows.slice(1)).toEqual([
    ['Ana', '1', '2', '3'],
    ['Eva', 'y', '5', 'z'],
  ]);
  expect(google.requests.filter(({ url }) => url.pathname.endsWith(':batchUpdate'))).toHaveLength(1);

  const tooLong = [
    { column: 2, value: 'changed' },
    { column: 3, value: 'x'.repeat(50_001) },
  ];
  expect(await reasonOf(provider.updateRow(accessToken, at, reference, tooLong))).toBe('refused');
  expect(tab.rows[2]).toEqual(['Eva', 'y', '5', 'z']);
  expect(await provider.updateRow(accessToken, at, reference, [])).toBe('updated');
});

const shownRows: Cell[][] = [
  ['Id', 'Name'],
  ['', 'empty'],
  [{ value: 123, shown: '00123' }, 'padded'],
  ['00123', 'text'],
  [20.5, 'number'],
  [{ value: '21/11/2026', shown: '21/11/2026' }, 'date'],
  [true, 'yes'],
  ['twice', 'first'],
  ['twice', 'second'],
  ['Id', 'like the header'],
  [{ value: 0.5, shown: '50%' }, 'half'],
];

it.for([
  ['123', 'padded'],
  ['00123', 'text'],
  ['20.5', 'number'],
  ['21/11/2026', 'date'],
  ['true', 'yes'],
  ['TRUE', 'yes'],
  ['twice', 'first'],
  ['Id', 'like the header'],
  ['50%', 'half'],
  ['0.5', 'half'],
])('[GS14] the reference %s finds the row of %s', async ([value = '', name]) => {
  const { provider, accessToken } = await startRows(shownRows);
  expect(await provider.getRow(accessToken, at, { column: 1, value }, [2])).toEqual([{ column: 2, value: name }]);
});

it.for(['nobody', 'Twice', ' twice', 'undefined', 'null', '[object Object]'])(
  '[GS14] the reference "%s" finds no row',
  async (value) => {
    const { provider, accessToken, tab } = await startRows(structuredClone(shownRows));
    expect(await provider.getRow(accessToken, at, { column: 1, value }, [2])).toBe('no_such_row');
    expect(await provider.updateRow(accessToken, at, { column: 1, value }, [{ column: 2, value: 'x' }])).toBe(
      'no_such_row',
    );
    expect(tab.rows).toEqual(shownRows);
  },
);

it('[GS15] an empty reference finds no row', async () => {
  const { google, provider, accessToken } = await startRows(shownRows);
  const before = google.requests.length;
  expect(await provider.getRow(accessToken, at, { column: 1, value: '' }, [2])).toBe('no_such_row');
  expect(await provider.updateRow(accessToken, at, { column: 1, value: '' }, [{ column: 2, value: 'x' }])).toBe(
    'no_such_row',
  );
  expect(google.requests).toHaveLength(before);
});

it('[GS16] a row is answered with its values', async () => {
  const row: Cell[] = [
    'Ana',
    20.5,
    false,
    { value: '21/11/2026', shown: '21/11/2026' },
    '',
    { value: 3, shown: '3 €' },
  ];
  const { google, provider, accessToken } = await startRows([['Name'], row]);
  const reference = { column: 1, value: 'Ana' };
  expect(await provider.getRow(accessToken, at, reference, [9, 6, 5, 4, 3, 2, 2])).toEqual([
    { column: 9, value: '' },
    { column: 6, value: 3 },
    { column: 5, value: '' },
    { column: 4, value: '21/11/2026' },
    { column: 3, value: false },
    { column: 2, value: 20.5 },
    { column: 2, value: 20.5 },
  ]);
  const asked = google.requests.filter(({ url }) => url.pathname.includes('/values/')).map(({ url }) => url);
  expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual(
    ['COLUMNS', 'ROWS'].map((majorDimension) => ({
      majorDimension,
      valueRenderOption: 'UNFORMATTED_VALUE',
      dateTimeRenderOption: 'FORMATTED_STRING',
    })),
  );
  expect(await provider.getRow(accessToken, at, reference, [])).toEqual([]);
});

it('[CV77] a cell with more digits than JavaScript keeps is a text', async () => {
  const { provider, accessToken } = await startRows([['Name'], ['Ana', 2 ** 60, 2 ** 53 - 1]]);
  expect(await provider.getRow(accessToken, at, { column: 1, value: 'Ana' }, [2, 3])).toEqual([
    { column: 2, value: String(2 ** 60) },
    { column: 3, value: 9_007_199_254_740_991 },
  ]);
});

it('[GS14] a row at the end of a sheet of 100,000 is found', async () => {
  const rows = [['Id', 'Name'], ...Array.from({ length: 100_000 }, (_, index) => [`id-${index}`, index])];
  const { provider, accessToken } = await startRows(rows, { timeoutMs: 25_000 });
  expect(await provider.getRow(accessToken, at, { column: 1, value: 'id-99999' }, [2])).toEqual([
    { column: 2, value: 99_999 },
  ]);
});

it('[GS17][PV9] a column that is longer than an answer may be is unreadable', async () => {
  const rows = [['Id'], ...Array.from({ length: 1_000 }, (_, index) => [`id-${index}`])];
  const { provider, accessToken } = await startRows(rows, { maxBytes: 5_000 });
  expect(await reasonOf(provider.getRow(accessToken, at, { column: 1, value: 'id-1' }, [1]))).toBe('unreadable');
});

it.for<[string, ProviderFailure]>([
  ['insertRow', 'refused'],
  ['updateRow', 'refused'],
])('[GS19] %s that Google refuses is %s', async ([method, reason]) => {
  const { provider, accessToken, tab } = await startRows([['Name'], ['Ana']]);
  const outside = [{ column: 27, value: 'x' }];
  const work =
    method === 'insertRow'
      ? provider.insertRow(accessToken, at, outside)
      : provider.updateRow(accessToken, at, { column: 1, value: 'Ana' }, outside);
  expect(await reasonOf(work)).toBe(reason);
  expect(tab.rows).toEqual([['Name'], ['Ana']]);
});
