import { expect, it } from 'vitest';
import type { Trouble } from '../../test/servers/local-server.ts';
import { codeVerifier, failureOf, providerError, redirectUri, request, startTrial } from '../../test/try-oauth.ts';

it('[PV1] the authorisation URL asks for a code under the challenge', async () => {
  const { oauth, google } = await startTrial();
  const url = new URL(oauth.authorizationUrl(request));
  expect(`${url.origin}${url.pathname}`).toBe(google.endpoints.authorization);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    prompt: 'consent',
    response_type: 'code',
    client_id: google.clientId,
    redirect_uri: redirectUri,
    scope: 'openid read',
    state: 'state-1',
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  });
});

it('[PV2] a code and its verifier give tokens, once', async () => {
  const { oauth, google, begin, code } = await startTrial();
  const exchange = { code: await code(), codeVerifier, redirectUri };

  const { tokens, claims } = await oauth.exchangeCode(begin(), exchange);

  const [grant] = google.grants;
  expect(tokens).toEqual({
    accessToken: grant?.accessTokens[0],
    refreshToken: grant?.refreshToken,
    expiresAt: 1_000_000 + 3_599_000,
    scopes: ['openid', 'read'],
  });
  expect(claims).toMatchObject({ sub: '1001', email: 'ana@example.com' });
  const secrets = [...google.secrets, google.clientSecret, codeVerifier];
  expect(await failureOf(oauth.exchangeCode(begin(), exchange), secrets)).toEqual(
    providerError('refused', 'Example does not take the code (invalid_grant).'),
  );
});

it.for([
  ['another verifier', { codeVerifier: 'w'.repeat(43) }],
  ['another redirect URI', { redirectUri: 'https://elsewhere.example/' }],
] as const)('[PV2] a code with %s is refused', async ([, change]) => {
  const { oauth, google, begin, code } = await startTrial();
  const exchange = { code: await code(), codeVerifier, redirectUri, ...change };
  expect(await failureOf(oauth.exchangeCode(begin(), exchange), google.secrets)).toEqual(
    providerError('refused', 'Example does not take the code (invalid_grant).'),
  );
});

it('[PV3] a refresh keeps what the response leaves out', async () => {
  const { oauth, google, begin, code } = await startTrial();
  const { tokens } = await oauth.exchangeCode(begin(), { code: await code(), codeVerifier, redirectUri });

  expect(await oauth.refresh(begin(), tokens)).toEqual({ ...tokens, accessToken: google.grants[0]?.accessTokens[1] });

  const body = { access_token: 'a', token_type: 'bearer' };
  google.fail(/token/, { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(await oauth.refresh(begin(), tokens)).toEqual({
    accessToken: 'a',
    refreshToken: tokens.refreshToken,
    scopes: ['openid', 'read'],
  });
  const more = { ...body, refresh_token: 'r', scope: 'read  write', expires_in: 60 };
  google.fail(/token/, { status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(more) });
  expect(await oauth.refresh(begin(), tokens)).toEqual({
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: 1_060_000,
    scopes: ['read', 'write'],
  });
});

it('[PV4] tokens that were revoked, or cannot be refreshed, are revoked', async () => {
  const { oauth, google, begin, code } = await startTrial();
  const { tokens } = await oauth.exchangeCode(begin(), { code: await code(), codeVerifier, redirectUri });
  await oauth.revoke(begin(), tokens);
  expect(await failureOf(oauth.refresh(begin(), tokens), google.secrets)).toEqual(
    providerError('revoked', 'Example does not take the refresh token (invalid_grant).'),
  );
  const accessOnly = { accessToken: tokens.accessToken, scopes: tokens.scopes };
  expect(await failureOf(oauth.refresh(begin(), accessOnly), google.secrets)).toEqual(
    providerError('revoked', 'Example gave no refresh token.'),
  );
});

const json = { 'content-type': 'application/json' };
const strange = 'Example answered in a way that OAuth does not know at its OAuth endpoint.';

it.for<[string, Trouble, string]>([
  [
    'an app that is not accepted',
    { status: 401, headers: json, body: '{"error":"invalid_client"}' },
    'Example answered invalid_client at its OAuth endpoint.',
  ],
  [
    'the same with a challenge',
    { status: 401, headers: { ...json, 'www-authenticate': 'Basic realm="x"' }, body: '{"error":"invalid_client"}' },
    'Example answered invalid_client at its OAuth endpoint.',
  ],
  [
    'a code of its own',
    { status: 400, headers: json, body: '{"error":"SECRET"}' },
    'Example answered an error at its OAuth endpoint.',
  ],
  ['too many requests', { status: 429, headers: json, body: '{"error":"invalid_grant"}' }, strange],
  ['a fault', { status: 503, body: 'SECRET' }, strange],
  ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>SECRET' }, strange],
  ['broken JSON', { status: 200, headers: json, body: '{"access_token":"SECRET' }, strange],
  ['no token', { status: 200, headers: json, body: '{"refresh_token":"SECRET","token_type":"bearer"}' }, strange],
  [
    'tokens of another type',
    { status: 200, headers: json, body: '{"access_token":"SECRET","token_type":"mac"}' },
    strange,
  ],
  ['a redirect', { status: 302, headers: { location: 'https://elsewhere.example/SECRET' } }, strange],
  ['nothing', 'drops', 'Example could not be reached (UND_ERR_SOCKET).'],
])('[PV4][PV7][PV10] a refresh that meets %s is unavailable, and shows no secret', async ([, trouble, message]) => {
  const { oauth, google, begin, code } = await startTrial();
  const { tokens } = await oauth.exchangeCode(begin(), { code: await code(), codeVerifier, redirectUri });
  google.fail(/token/, trouble);
  const secrets = [...google.secrets, google.clientSecret, 'SECRET'];
  expect(await failureOf(oauth.refresh(begin(), tokens), secrets)).toEqual(providerError('unavailable', message));
});

it.for<[string, Readonly<Record<string, unknown>>]>([
  ['issuer', { iss: 'https://elsewhere.example' }],
  ['audience', { aud: 'another-app' }],
  ['time', { exp: 1 }],
])('[PV2][PV7][PV10] an ID token of another %s is refused', async ([, change]) => {
  const { oauth, google, begin } = await startTrial();
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: google.issuer, aud: google.clientId, sub: '1001', iat: now, exp: now + 60, ...change };
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const idToken = `${part({ alg: 'RS256' })}.${part(claims)}.c2ln`;
  const body = { access_token: 'SECRET', token_type: 'bearer', id_token: idToken };
  google.fail(/token/, { status: 200, headers: json, body: JSON.stringify(body) });
  expect(
    await failureOf(oauth.exchangeCode(begin(), { code: 'c0de', codeVerifier, redirectUri }), [
      'SECRET',
      idToken,
      'c0de',
      codeVerifier,
    ]),
  ).toEqual(providerError('unavailable', strange));
});

it('[PV2][PV7] a grant without the ID token that was asked for is refused', async () => {
  const { oauth, google, begin } = await startTrial();
  const body = JSON.stringify({ access_token: 'SECRET', token_type: 'bearer' });
  google.fail(/token/, { status: 200, headers: json, body });
  const exchange = { code: 'c0de', codeVerifier, redirectUri };
  expect(await failureOf(oauth.exchangeCode(begin(), exchange), ['SECRET', 'c0de'])).toEqual(
    providerError('unavailable', strange),
  );
});

it('[PV5] revoking twice is no failure, and a fault is', async () => {
  const { oauth, google, begin, code } = await startTrial();
  const { tokens } = await oauth.exchangeCode(begin(), { code: await code(), codeVerifier, redirectUri });
  await oauth.revoke(begin(), tokens);
  await oauth.revoke(begin(), tokens);
  expect(google.grants.map(({ isRevoked }) => isRevoked)).toEqual([true]);
  const [sent] = google.requests.filter(({ url }) => url.pathname === '/revoke').map(({ body }) => body);
  expect(sent).toBe(`token=${tokens.refreshToken}`);
  google.fail(/revoke/, { status: 500 });
  expect(await failureOf(oauth.revoke(begin(), tokens), google.secrets)).toEqual(providerError('unavailable', strange));
});
