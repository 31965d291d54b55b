import type { ProviderFailure } from '@botwright/core/ports';
import { expect, it } from 'vitest';
import type { Trouble } from '../../test/servers/local-server.ts';
import { file, reasonOf, startConnected, startTrial } from '../../test/try-google.ts';
import { googleSheetsProvider } from './google-sheets-provider.ts';

it('[GS5] pages of files are followed, and files of others left out', async () => {
  const files = [
    ...Array.from({ length: 5 }, (_, index) => file(`f${index}`)),
    file('unpicked', { isPicked: false }),
    file('foreign', { readers: ['2002'] }),
  ];
  const { google, provider, connect } = await startTrial({ files, pageSize: 2 });
  const { tokens } = await connect();
  expect(await provider.listSpreadsheets(tokens.accessToken)).toEqual(
    [0, 1, 2, 3, 4].map((index) => ({ spreadsheetId: `f${index}`, name: `File f${index}` })),
  );
  const asked = google.requests.filter(({ url }) => url.pathname === '/drive/v3/files').map(({ url }) => url);
  expect(asked.map((url) => url.searchParams.get('pageToken'))).toEqual([null, '2', '4']);
  expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toEqual({
    q: "mimeType = 'application/vnd.google-apps.spreadsheet' and trashed = false",
    fields: 'nextPageToken,files(id,name)',
    orderBy: 'modifiedTime desc',
    pageSize: '1000',
    includeItemsFromAllDrives: 'true',
    supportsAllDrives: 'true',
  });
});

it('[GS5] no more than ten pages are followed', async () => {
  const files = Array.from({ length: 12 }, (_, index) => file(`f${index}`));
  const { provider, connect } = await startTrial({ files, pageSize: 1 });
  const { tokens } = await connect();
  expect(await provider.listSpreadsheets(tokens.accessToken)).toHaveLength(10);
});

it('[GS6] tabs with cells are listed in their order', async () => {
  const tabs = [
    { id: 0, title: 'Sheet1', rows: [] },
    { id: 7, title: 'Chart', rows: [], type: 'OBJECT' as const },
    { id: 1_234_567_890, title: "It's 🍕", rows: [] },
  ];
  const { provider, accessToken } = await startConnected([file('f', { tabs }), file('empty', { isPicked: false })]);
  expect(await provider.listSheets(accessToken, 'f')).toEqual([
    { title: 'Sheet1', id: '0' },
    { title: "It's 🍕", id: '1234567890' },
  ]);
  expect(await provider.listSheets(accessToken, 'empty')).toEqual([]);
});

it('[GS7] columns without a header leave gaps', async () => {
  const shown = { value: 46_347, shown: '21/11/2026' };
  const rows = [['', 'Name', '  ', 'Phone ', 12, shown, ''], ['x']];
  const tabs = [
    { id: 0, title: 'People', rows },
    { id: 1, title: 'Empty', rows: [] },
  ];
  const { provider, accessToken } = await startConnected([file('f', { tabs })]);
  expect(await provider.listColumns(accessToken, 'f', 'People')).toEqual([
    { number: 2, header: 'Name' },
    { number: 4, header: 'Phone ' },
    { number: 5, header: '12' },
    { number: 6, header: '21/11/2026' },
  ]);
  expect(await provider.listColumns(accessToken, 'f', 'Empty')).toEqual([]);
});

it.for(["It's", "''", "'", 'a b', 'A1', 'A1:B2', '1:1', 'a!b', 'a/b?c#d%20', '🍕 menú', '..', '名簿'])(
  '[GS8] a tab called %s is found by its title',
  async (title) => {
    const tabs = [
      { id: 0, title: 'Sheet1', rows: [['wrong']] },
      { id: 1, title, rows: [['right'], ['a']] },
    ];
    const { provider, accessToken } = await startConnected([file('f', { tabs })]);
    expect(await provider.listColumns(accessToken, 'f', title)).toEqual([{ number: 1, header: 'right' }]);
    const at = { spreadsheetId: 'f', sheetName: title };
    await provider.insertRow(accessToken, at, [{ column: 1, value: 'b' }]);
    await provider.updateRow(accessToken, at, { column: 1, value: 'a' }, [{ column: 2, value: 'c' }]);
    expect(tabs[1]?.rows).toEqual([['right'], ['a', 'c'], ['b']]);
  },
);

const grid = { id: 0, title: 'Sheet1', rows: [['Name']] };

it.for<[string, ProviderFailure]>([
  ['gone', 'not_found'],
  ['foreign', 'unreadable'],
  ['workbook', 'unreadable'],
])('[GS9] a file that is %s is %s', async ([id, reason]) => {
  const files = [
    file('foreign', { readers: ['2002'], tabs: [grid] }),
    file('workbook', { type: 'document', tabs: [grid] }),
  ];
  const { provider, accessToken } = await startConnected(files);
  const at = { spreadsheetId: id, sheetName: 'Sheet1' };
  const name = { column: 1, value: 'Ana' };
  expect(
    await Promise.all([
      reasonOf(provider.listSheets(accessToken, id)),
      reasonOf(provider.listColumns(accessToken, id, 'Sheet1')),
      reasonOf(provider.insertRow(accessToken, at, [name])),
      reasonOf(provider.updateRow(accessToken, at, name, [name])),
      reasonOf(provider.getRow(accessToken, at, name, [1])),
    ]),
  ).toEqual(Array(5).fill(reason));
});

it.for(['', '..', '../../drive/v3/files', 'a/b', 'a:batchUpdate', 'f?x', 'f#', 'f%2e', 'é', 'x'.repeat(201)])(
  '[GS9] no request is sent for the id "%s"',
  async (id) => {
    const { google, provider, accessToken } = await startConnected([]);
    const before = google.requests.length;
    expect(await reasonOf(provider.listSheets(accessToken, id))).toBe('not_found');
    expect(await reasonOf(provider.listColumns(accessToken, id, 'Sheet1'))).toBe('not_found');
    expect(google.requests).toHaveLength(before);
  },
);

it('[GS10] a tab that is not there is not found', async () => {
  const { provider, accessToken } = await startConnected([file('f', { tabs: [grid] })]);
  const at = { spreadsheetId: 'f', sheetName: 'Gone' };
  const name = { column: 1, value: 'Ana' };
  expect(
    await Promise.all([
      reasonOf(provider.listColumns(accessToken, 'f', 'Gone')),
      reasonOf(provider.insertRow(accessToken, at, [name])),
      reasonOf(provider.updateRow(accessToken, at, name, [name])),
      reasonOf(provider.getRow(accessToken, at, name, [1])),
    ]),
  ).toEqual(Array(4).fill('not_found'));
});

it('[GS18] a missing scope has an error reason of its own', async () => {
  const { provider, connect } = await startTrial({ files: [file('f', { tabs: [grid] })] });
  const sheetsOnly = await connect(['openid', 'email', 'https://www.googleapis.com/auth/spreadsheets']);
  const driveOnly = await connect(['openid', 'email', 'https://www.googleapis.com/auth/drive.file']);
  expect([
    await reasonOf(provider.listSpreadsheets(sheetsOnly.tokens.accessToken)),
    await reasonOf(provider.listSheets(sheetsOnly.tokens.accessToken, 'f')),
    await reasonOf(provider.listSpreadsheets(driveOnly.tokens.accessToken)),
    await reasonOf(provider.listSheets(driveOnly.tokens.accessToken, 'f')),
  ]).toEqual(['insufficient_scope', 'no failure', 'no failure', 'insufficient_scope']);
});

function googleRefusal(status: number, error: unknown): Trouble {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ error }) };
}

it.for<[string, Trouble, ProviderFailure]>([
  ['quota of Drive', googleRefusal(403, { errors: [{ reason: 'userRateLimitExceeded' }] }), 'unavailable'],
  ['quota of Sheets', googleRefusal(429, { status: 'RESOURCE_EXHAUSTED' }), 'unavailable'],
  ['API switched off', googleRefusal(403, { details: [{ reason: 'SERVICE_DISABLED' }] }), 'unavailable'],
  ['rule of the domain', googleRefusal(403, { errors: [{ reason: 'domainPolicy' }] }), 'unreadable'],
  ['refusal of another shape', { status: 403, body: '<html>' }, 'unreadable'],
  ['fault', googleRefusal(500, { status: 'INTERNAL' }), 'unavailable'],
  ['answer of another shape', { status: 200, body: '{"sheets":[{"properties":null}]}' }, 'unavailable'],
  ['answer that is no JSON', { status: 200, body: '{"sheets":' }, 'unavailable'],
])('[GS18][PV7] a %s', async ([, trouble, reason]) => {
  const { google, provider, accessToken } = await startConnected([file('f')]);
  google.fail(/spreadsheets/, trouble);
  expect(await reasonOf(provider.listSheets(accessToken, 'f'))).toBe(reason);
});

it('[PV8] all pages of files together have the time of one call', async () => {
  const { google, connect } = await startTrial({ files: [file('a'), file('b')], pageSize: 1 });
  const { tokens } = await connect();
  const { clientId, clientSecret, endpoints } = google;
  const answered: string[] = [];
  const provider = googleSheetsProvider({
    clientId,
    clientSecret,
    endpoints,
    timeoutMs: 1_000,
    fetch(url, init) {
      answered.push(url);
      return answered.length === 1 ? fetch(url, init) : new Promise(() => undefined);
    },
  });
  expect(await reasonOf(provider.listSpreadsheets(tokens.accessToken))).toBe('unavailable');
  expect(answered).toHaveLength(2);
});
