import { createHash } from 'node:crypto';
import { systemIds } from '@botwright/core/node';
import { type SimulatedClock, simulatedClock } from '@botwright/core/testing';
import { type TextResponse, textResponse } from '@botwright/http';
import { createPages } from '@botwright/http/pages';
import { expect, it } from 'vitest';
import { developmentProviders } from './development-providers.ts';

const root = 'http://127.0.0.1:3000';
const redirectUri = `${root}/connect/callback`;
const codeVerifier = 'v'.repeat(64);
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');
const at = { spreadsheetId: 'development-leads', sheetName: 'Leads' };

interface Development {
  readonly clock: SimulatedClock;
  readonly sheets: ReturnType<typeof developmentProviders>['providers'][0];
  readonly scheduler: ReturnType<typeof developmentProviders>['providers'][1];
  ask(
    method: string,
    url: string,
    form?: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<TextResponse>;
  /** @returns A code. */
  consent(provider: { authorizationUrl: Development['sheets']['authorizationUrl'] }, person?: string): Promise<string>;
}

function development(): Development {
  const clock = simulatedClock();
  const { providers, operations } = developmentProviders({ publicRoot: root, ids: systemIds(), clock });
  const pages = createPages({}, { basePaths: ['/development'], operations });
  const [sheets, scheduler] = providers;

  const ask: Development['ask'] = async (method, url, form, given = { 'sec-fetch-site': 'same-origin' }) => {
    const { pathname: path, search } = new URL(url);
    const headers: Record<string, string> = {
      'content-type': 'application/x-www-form-urlencoded',
      ...given,
    };
    const body = form === undefined ? undefined : new TextEncoder().encode(new URLSearchParams(form).toString());
    const request = { method, path, query: search.slice(1), headers: { get: (name: string) => headers[name] }, body };
    return textResponse(await pages.handle(request));
  };
  return {
    clock,
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
  expect([...body.matchAll(/value="(\w{3,5})"/g)].map(([, value]) => value)).toEqual(['ada', 'ben', 'allow', 'deny']);
});

it('[SV33] a code works once, for its verifier and its address', async () => {
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
  '[SV33] the form %j denies the consent',
  async ([form]) => {
    const { scheduler, ask } = development();
    const url = scheduler.authorizationUrl({ state: 's', codeChallenge, redirectUri });
    const { headers } = await ask('POST', url, form);
    expect(headers['location']).toBe(`${redirectUri}?state=s&error=access_denied`);
  },
);

const form = { person: 'ada', decision: 'allow' };

it('[SV33][SV40] the consent page redirects only to known URLs, and refuses a form of another site', async () => {
  const { sheets, ask } = development();
  const url = sheets.authorizationUrl({ state: 's', codeChallenge, redirectUri });
  const changed = (name: string, value: string): string => {
    const other = new URL(url);
    other.searchParams.set(name, value);
    return other.href;
  };
  for (const wrong of [
    changed('redirect_uri', 'https://evil.test/connect/callback'),
    changed('state', ''),
    changed('code_challenge', ''),
    url.replace('spreadsheets', 'scheduler'),
  ]) {
    expect((await ask('GET', wrong)).status).toBe(400);
    expect((await ask('POST', wrong, form)).status).toBe(400);
  }
  for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }, { origin: 'null' }, {}]) {
    expect((await ask('POST', url, form, headers)).status).toBe(403);
  }
  expect((await ask('POST', url, form, { origin: root })).status).toBe(303);
});

it('[SV40] without headers about its origin a form is recognized by its token', async () => {
  const { sheets, ask } = development();
  const url = sheets.authorizationUrl({ state: 's', codeChallenge, redirectUri });
  const shown = await ask('GET', url);
  const cookie = shown.headers['set-cookie']?.split(';')[0] ?? '';
  const token = /name="form" value="(\w+)"/.exec(shown.body ?? '')?.[1] ?? '';
  expect((await ask('POST', url, { ...form, form: token }, {})).status).toBe(403);
  expect((await ask('POST', url, { ...form, form: `${token}0` }, { cookie })).status).toBe(403);
  expect((await ask('POST', url, { ...form, form: token }, { cookie })).status).toBe(303);
});

it('[SV39] a consent without a request, answered or expired is refused', async () => {
  const { sheets, ask, clock } = development();
  const asked = { state: 'never', code_challenge: codeChallenge, redirect_uri: redirectUri };
  const never = `${root}/development/spreadsheets/consent?${new URLSearchParams(asked)}`;
  expect([(await ask('GET', never)).status, (await ask('POST', never, form)).status]).toEqual([400, 400]);

  const once = sheets.authorizationUrl({ state: 'once', codeChallenge, redirectUri });
  expect((await ask('POST', once, form)).status).toBe(303);
  expect((await ask('POST', once, form)).status).toBe(400);

  const url = sheets.authorizationUrl({ state: 'old', codeChallenge, redirectUri });
  clock.advance(15 * 60 * 1_000 - 1);
  expect((await ask('GET', url)).status).toBe(200);
  clock.advance(1);
  expect((await ask('POST', url, form)).status).toBe(400);
});

it('[SV39] a code expires after fifteen minutes, or as the oldest of more than a thousand', async () => {
  const { sheets, consent, clock } = development();
  const old = await consent(sheets);
  clock.advance(15 * 60 * 1_000);
  const exchange = (code: string) => sheets.exchangeCode({ code, codeVerifier, redirectUri });
  await expect(exchange(old)).rejects.toMatchObject({ reason: 'refused' });

  const first = await consent(sheets);
  const second = await consent(sheets);
  for (let count = 0; count < 999; count += 1) await consent(sheets);
  await expect(exchange(first)).rejects.toMatchObject({ reason: 'refused' });
  expect((await exchange(second)).externalId).toBe('ada');
});

it('[SV34] a spreadsheet is full at a thousand rows, a hundred columns and a million characters', async () => {
  const { sheets, consent } = development();
  const tokenOf = async (person: string): Promise<string> =>
    (await sheets.exchangeCode({ code: await consent(sheets, person), codeVerifier, redirectUri })).tokens.accessToken;
  const ada = await tokenOf('ada');
  const refused = { reason: 'refused' };
  await expect(sheets.insertRow(ada, at, [{ column: 4_000_000_000, value: 'x' }])).rejects.toMatchObject(refused);
  await sheets.insertRow(ada, at, [{ column: 100, value: 'x' }]);
  for (let count = 2; count < 1_000; count += 1) await sheets.insertRow(ada, at, [{ column: 1, value: 'x' }]);
  await expect(sheets.insertRow(ada, at, [{ column: 1, value: 'x' }])).rejects.toMatchObject(refused);

  const ben = await tokenOf('ben');
  const row = { column: 1, value: 'k' };
  await sheets.insertRow(ben, at, [row, { column: 2, value: 'x'.repeat(999_999) }]);
  await expect(sheets.insertRow(ben, at, [row])).rejects.toMatchObject(refused);
  expect(await sheets.updateRow(ben, at, row, [{ column: 2, value: '' }])).toBe('updated');
  await sheets.insertRow(ben, at, [row]);
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

it('[SV34] an account works after a restart, until it is revoked', async () => {
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
