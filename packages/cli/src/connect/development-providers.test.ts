import { createHash } from 'node:crypto';
import { systemIds } from '@botwright/core';
import type { HttpAnswer } from '@botwright/http';
import { createPages } from '@botwright/http/pages';
import { expect, it } from 'vitest';
import { developmentProviders } from './development-providers.ts';

const root = 'http://127.0.0.1:3000';
const redirectUri = `${root}/connect/callback`;
const codeVerifier = 'v'.repeat(64);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
const at = { spreadsheetId: 'development-leads', sheetName: 'Leads' };

interface Development {
  readonly sheets: ReturnType<typeof developmentProviders>['providers'][0];
  readonly scheduler: ReturnType<typeof developmentProviders>['providers'][1];
  ask(method: string, url: string, form?: Readonly<Record<string, string>>, site?: string): Promise<HttpAnswer>;
  /** @returns A code. */
  consent(provider: { authorizationUrl: Development['sheets']['authorizationUrl'] }, person?: string): Promise<string>;
}

function development(): Development {
  const { providers, operations } = developmentProviders({ publicRoot: root, redirectUri, ids: systemIds() });
  const pages = createPages({}, { basePaths: ['/development'], operations });
  const [sheets, scheduler] = providers;

  const ask: Development['ask'] = async (method, url, form, site = 'same-origin') => {
    const { pathname: path, search } = new URL(url);
    const headers: Record<string, string> = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': site,
    };
    const body = form === undefined ? undefined : new TextEncoder().encode(new URLSearchParams(form).toString());
    return pages.handle({ method, path, query: search.slice(1), headers: { get: (name) => headers[name] }, body });
  };
  return {
    sheets,
    scheduler,
    ask,
    async consent(provider, person = 'ada') {
      const url = provider.authorizationUrl({ state: 'a&b', codeChallenge, redirectUri });
      const { status, headers } = await ask('POST', url, { person, decision: 'allow' });
      const location = new URL(headers['location'] ?? '');
      expect([status, location.href.startsWith(`${redirectUri}?`), location.searchParams.get('state')]).toEqual([
        303,
        true,
        'a&b',
      ]);
      return location.searchParams.get('code') ?? '';
    },
  };
}

it('[SV32] a page says that it is not real, and asks which account', async () => {
  const { sheets, ask } = development();
  const url = sheets.authorizationUrl({ state: 's', codeChallenge, redirectUri });
  const { status, body = '' } = await ask('GET', url);
  expect([status, body.includes('This is not a real service.')]).toEqual([200, true]);
  expect([...body.matchAll(/value="(\w+)"/g)].map(([, value]) => value)).toEqual(['ada', 'ben', 'allow', 'deny']);
});

it('[SV33] a code is good once, for its verifier and its address', async () => {
  const { sheets, scheduler, consent } = development();
  const account = await sheets.exchangeCode({ code: await consent(sheets), codeVerifier, redirectUri });
  expect([account.externalId, account.name]).toEqual(['ada', 'ada@example.com']);
  const booking = await scheduler.exchangeCode({ code: await consent(scheduler, 'ben'), codeVerifier, redirectUri });
  expect([booking.name, booking.schedulingUrl]).toEqual(['Ben Example', `${root}/development/booking`]);

  const code = await consent(sheets);
  const refused = { reason: 'refused' };
  await expect(sheets.exchangeCode({ code, codeVerifier: 'another', redirectUri })).rejects.toMatchObject(refused);
  await expect(sheets.exchangeCode({ code, codeVerifier, redirectUri })).rejects.toMatchObject(refused);
  const other = { code: await consent(sheets), codeVerifier, redirectUri: 'https://evil.test/' };
  await expect(sheets.exchangeCode(other)).rejects.toMatchObject(refused);
});

it.for([[{ person: 'ada', decision: 'deny' }], [{ person: 'nobody', decision: 'allow' }], [{}]] as const)(
  '[SV33] %j denies',
  async ([form]) => {
    const { scheduler, ask } = development();
    const url = scheduler.authorizationUrl({ state: 's', codeChallenge, redirectUri });
    const { headers } = await ask('POST', url, form);
    expect(headers['location']).toBe(`${redirectUri}?state=s&error=access_denied`);
  },
);

it('[SV33] sends people nowhere else, and takes forms of its own alone', async () => {
  const { sheets, ask } = development();
  const url = (changes: object) => sheets.authorizationUrl({ state: 's', codeChallenge, redirectUri, ...changes });
  const form = { person: 'ada', decision: 'allow' };
  for (const wrong of [{ redirectUri: 'https://evil.test/connect/callback' }, { state: '' }, { codeChallenge: '' }]) {
    expect((await ask('GET', url(wrong))).status).toBe(400);
    expect((await ask('POST', url(wrong), form)).status).toBe(400);
  }
  expect((await ask('POST', url({}), form, 'cross-site')).status).toBe(403);
});

it('[SV34] rows are written, changed and found again', async () => {
  const { sheets, consent } = development();
  const { tokens } = await sheets.exchangeCode({ code: await consent(sheets), codeVerifier, redirectUri });
  const { accessToken } = await sheets.refresh(tokens);
  expect(await sheets.listSpreadsheets(accessToken)).toEqual([
    { spreadsheetId: at.spreadsheetId, name: 'Leads (development)' },
  ]);
  expect(await sheets.listSheets(accessToken, at.spreadsheetId)).toEqual([{ title: 'Leads', id: '0' }]);
  expect(await sheets.listColumns(accessToken, at.spreadsheetId, 'Leads')).toEqual([
    { number: 1, header: 'Name' },
    { number: 2, header: 'Email' },
    { number: 4, header: 'Date' },
  ]);
  const bo = { column: 2, value: 'bo@example.com' };
  expect(await sheets.getRow(accessToken, at, bo, [1])).toBe('no_such_row');
  await sheets.insertRow(accessToken, at, [{ column: 1, value: 'Bo' }, bo]);
  expect(await sheets.updateRow(accessToken, at, bo, [{ column: 4, value: '2026-01-01' }])).toBe('updated');
  expect(await sheets.updateRow(accessToken, at, { column: 3, value: '' }, [])).toBe('no_such_row');
  expect(await sheets.getRow(accessToken, at, bo, [1, 3, 4])).toEqual([
    { column: 1, value: 'Bo' },
    { column: 3, value: '' },
    { column: 4, value: '2026-01-01' },
  ]);
  await expect(sheets.listSheets(accessToken, 'x')).rejects.toMatchObject({ reason: 'not_found' });
  await expect(sheets.listColumns(accessToken, at.spreadsheetId, 'x')).rejects.toMatchObject({ reason: 'not_found' });
});

it('[SV34] an account outlives the process, until it is revoked', async () => {
  const former = development();
  const exchange = { code: await former.consent(former.scheduler), codeVerifier, redirectUri };
  const { tokens } = await former.scheduler.exchangeCode(exchange);
  const { scheduler, ask } = development();
  const [first] = await scheduler.listEventTypes(tokens.accessToken);
  expect(first).toMatchObject({ name: 'Short call', durationMinutes: 15 });
  expect((await ask('GET', first?.schedulingUrl ?? '')).status).toBe(200);
  await scheduler.revoke(tokens);
  await expect(scheduler.listEventTypes(tokens.accessToken)).rejects.toMatchObject({ reason: 'revoked' });
  await expect(scheduler.refresh(tokens)).rejects.toMatchObject({ reason: 'revoked' });
});
