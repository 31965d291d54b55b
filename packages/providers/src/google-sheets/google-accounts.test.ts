import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { codeChallenge, codeVerifier, reasonOf, redirectUri, startTrial } from '../../test/try-google.ts';
import { googleSheetsProvider } from './google-sheets-provider.ts';

const drive = 'https://www.googleapis.com/auth/drive.file';
const sheets = 'https://www.googleapis.com/auth/spreadsheets';

it('[GS1] the person chooses an account and agrees to the scopes', () => {
  const provider = googleSheetsProvider({ clientId: 'app', clientSecret: 'secret' });
  const url = new URL(provider.authorizationUrl({ state: 's', codeChallenge, redirectUri }));
  expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    'https://accounts.google.com/o/oauth2/v2/auth',
    {
      access_type: 'offline',
      prompt: 'select_account consent',
      response_type: 'code',
      client_id: 'app',
      redirect_uri: redirectUri,
      scope: `openid email ${drive} ${sheets}`,
      state: 's',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  ]);
});

it('[GS2][GS4] an account is the same however often it is connected', async () => {
  const { google, provider, connect } = await startTrial();
  const accounts = [await connect(), await connect()];
  expect(accounts.map(({ externalId, name }) => [externalId, name])).toEqual([
    ['1001', 'ana@example.com'],
    ['1001', 'ana@example.com'],
  ]);
  const [{ tokens } = { tokens: undefined }] = accounts;
  expect(tokens).toEqual({
    accessToken: google.grants[0]?.accessTokens[0],
    refreshToken: google.grants[0]?.refreshToken,
    expiresAt: expect.any(Number),
    scopes: ['openid', 'https://www.googleapis.com/auth/userinfo.email', drive, sheets],
  });
  expect(provider.requiredScopes.every((scope) => tokens?.scopes.includes(scope))).toBe(true);
  expect([provider.kind, provider.title]).toEqual(['spreadsheets', 'Google Sheets']);
});

it('[GS3] a consent without a refresh token is refused', async () => {
  const { connect } = await startTrial({ givesRefreshToken: false });
  expect(await reasonOf(connect())).toBe('refused');
});

it('[GS4] what the person did not agree to is not among the scopes', async () => {
  const { connect } = await startTrial();
  const { tokens } = await connect(['openid', 'email', sheets]);
  expect(tokens.scopes).toEqual(['openid', 'https://www.googleapis.com/auth/userinfo.email', sheets]);
});

it('[PV3][PV4][PV5][PV6] tokens run out, are refreshed, and are revoked', async () => {
  const { google, provider, connect } = await startTrial();
  const { tokens } = await connect();
  google.expireAccessTokens();
  expect(await reasonOf(provider.listSpreadsheets(tokens.accessToken))).toBe('revoked');
  const fresh = await provider.refresh(tokens);
  expect(fresh).toEqual({ ...tokens, accessToken: google.secrets.at(-1), expiresAt: expect.any(Number) });
  expect(await provider.listSpreadsheets(fresh.accessToken)).toEqual([]);
  await provider.revoke(fresh);
  await provider.revoke(fresh);
  expect(await reasonOf(provider.refresh(fresh))).toBe('revoked');
  expect(await reasonOf(provider.listSpreadsheets(fresh.accessToken))).toBe('revoked');
});

it('[PV10] the error of a failed exchange has neither code nor verifier nor secret', async () => {
  const { google, provider } = await startTrial();
  const error = await provider
    .exchangeCode({ code: 'no-such-code', codeVerifier, redirectUri })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'ProviderError', reason: 'refused' });
  const shown = inspect(error, { depth: 20, showHidden: true });
  expect(['no-such-code', codeVerifier, google.clientSecret].filter((secret) => shown.includes(secret))).toEqual([]);
});

it('[PV11] an endpoint in the clear is refused', () => {
  const endpoints = { sheets: 'http://sheets.example.com' };
  expect(() => googleSheetsProvider({ clientId: 'app', clientSecret: 'secret', endpoints })).toThrow(TypeError);
});
