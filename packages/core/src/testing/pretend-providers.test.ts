import { expect, it } from 'vitest';
import { deterministicIds } from './deterministic-ids.ts';
import { pretendPeople, pretendProviders } from './pretend-providers.ts';

it('[SV33][SV34] an account is connected, and works until it is revoked', async () => {
  const { providers, consents } = pretendProviders({
    ids: deterministicIds(),
    challengeOf: (verifier) => `challenge of ${verifier}`,
    consentUrl: ({ kind, state }) => `https://example.com/${kind}?${new URLSearchParams({ state })}`,
    bookingUrl: 'https://example.com/book',
  });
  const [sheets, scheduler] = providers;
  const redirectUri = 'https://example.com/callback';
  const request = { state: 's', codeChallenge: 'challenge of v', redirectUri };
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
