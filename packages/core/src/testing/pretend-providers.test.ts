import { expect, it } from 'vitest';
import type { CodeExchange } from '../ports/account-provider.ts';
import { deterministicIds } from './deterministic-ids.ts';
import {
  type PretendProviderOptions,
  type PretendProviders,
  pretendPeople,
  pretendProviders,
} from './pretend-providers.ts';
import { simulatedClock } from './simulated-clock.ts';

const redirectUri = 'https://example.com/callback';
const request = { state: 's', codeChallenge: 'challenge of v', redirectUri };

function pretendOf(options: Partial<PretendProviderOptions> = {}): PretendProviders {
  return pretendProviders({
    ids: deterministicIds(),
    challengeOf: (verifier) => `challenge of ${verifier}`,
    ...options,
  });
}

/** Consents to the spreadsheets of Ada. */
function exchangeOf({ providers, answer }: PretendProviders): CodeExchange {
  const { code } = answer(providers[0].authorizationUrl(request));
  return { code, codeVerifier: 'v', redirectUri };
}

it('[SV33][SV34] an account is connected, and works until it is revoked', async () => {
  const { providers, consents } = pretendOf({
    consentUrl: ({ kind, state }) => `https://example.com/${kind}?${new URLSearchParams({ state })}`,
  });
  const [sheets, scheduler] = providers;
  expect(sheets.authorizationUrl(request)).toBe('https://example.com/spreadsheets?state=s');
  expect(consents.answer({ ...request, kind: 'scheduler' }, pretendPeople[0])).toBeUndefined();

  const code = consents.answer({ ...request, kind: 'spreadsheets' }, pretendPeople[0]) ?? '';
  const exchange = { code, codeVerifier: 'v', redirectUri };
  const { name, tokens } = await sheets.exchangeCode(exchange);
  expect(name).toBe('ada@example.com');
  await expect(sheets.exchangeCode(exchange)).rejects.toMatchObject({ reason: 'refused' });
  const [file] = await sheets.listSpreadsheets(tokens.accessToken);
  expect(file?.spreadsheetId).toBe('development-leads');
  await sheets.revoke(tokens);
  await expect(scheduler.listEventTypes(tokens.accessToken)).rejects.toMatchObject({ reason: 'revoked' });
});

it('answers a consent once, as the person who is given', async () => {
  const { providers, answer } = pretendOf();
  const url = providers[1].authorizationUrl(request);
  const { state, code } = answer(url, pretendPeople[1]);
  expect(state).toBe('s');
  expect(await providers[1].exchangeCode({ code, codeVerifier: 'v', redirectUri })).toMatchObject({
    externalId: 'ben',
    schedulingUrl: 'https://provider.example/book',
  });
  expect(() => answer(url)).toThrow('No consent is expected');
});

it('with an expiry, access tokens end and a refresh token works once', async () => {
  const clock = simulatedClock(1_000);
  const pretend = pretendOf({ expiry: { clock, lifeMs: 500 } });
  const [sheets] = pretend.providers;
  const { tokens } = await sheets.exchangeCode(exchangeOf(pretend));
  expect(tokens.expiresAt).toBe(1_500);
  clock.advance(500);
  await sheets.listSpreadsheets(tokens.accessToken);
  clock.advance(1);
  const revoked = { reason: 'revoked' };
  await expect(sheets.listSpreadsheets(tokens.accessToken)).rejects.toMatchObject(revoked);

  const fresh = await sheets.refresh(tokens);
  await sheets.listSpreadsheets(fresh.accessToken);
  await expect(sheets.refresh(tokens)).rejects.toMatchObject(revoked);
  await sheets.revoke(fresh);
  await expect(sheets.refresh(fresh)).rejects.toMatchObject(revoked);
});

it('calls are listed, and fail as often as was asked', async () => {
  const pretend = pretendOf();
  const [sheets] = pretend.providers;
  const { accessToken } = (await sheets.exchangeCode(exchangeOf(pretend))).tokens;
  pretend.fail('listSpreadsheets', 'unavailable', 2);
  for (const _ of [1, 2]) {
    await expect(sheets.listSpreadsheets(accessToken)).rejects.toMatchObject({ reason: 'unavailable' });
  }
  expect((await sheets.listSpreadsheets(accessToken)).length).toBe(1);
  expect(pretend.calls).toEqual(['exchangeCode', ...Array(3).fill('listSpreadsheets')]);

  const failure = new Error('no way');
  pretend.fail('authorizationUrl', failure);
  expect(() => sheets.authorizationUrl(request)).toThrow(failure);
  for (let count = 0; count < 1_000; count += 1) await sheets.listSpreadsheets(accessToken);
  expect([pretend.calls.length, pretend.calls[0]]).toEqual([1_000, 'listSpreadsheets']);
});

it('work runs before a call answers, with what the call was given', async () => {
  const pretend = pretendOf();
  const [sheets] = pretend.providers;
  const { accessToken } = (await sheets.exchangeCode(exchangeOf(pretend))).tokens;
  const given: unknown[] = [];
  pretend.before('listSheets', async (...all) => void given.push(...all));
  for (const _ of [1, 2]) await sheets.listSheets(accessToken, 'development-leads');
  expect(given).toEqual([accessToken, 'development-leads']);
});
