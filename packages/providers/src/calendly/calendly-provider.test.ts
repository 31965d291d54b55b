import { createHash } from 'node:crypto';
import type { ProviderAccount, ProviderFailure, SchedulerProvider } from '@botwright/core/ports';
import { expect, it, onTestFinished } from 'vitest';
import { type LocalCalendly, type LocalCalendlyOptions, startCalendly } from '../../test/servers/calendly.ts';
import type { Trouble } from '../../test/servers/local-server.ts';
import { calendlyProvider } from './calendly-provider.ts';

const ana = { id: 'ana', name: 'Ana Díaz', email: 'ana@example.com' };
const redirectUri = 'https://bots.example.com/callback';
const codeVerifier = 'verifier-verifier-verifier-verifier-verifier';
const codeChallenge = createHash('sha256').update(codeVerifier).digest('base64url');

interface Trial {
  readonly calendly: LocalCalendly;
  readonly provider: SchedulerProvider;
  connect(scopes?: readonly string[]): Promise<ProviderAccount>;
}

async function startTrial(options: Partial<LocalCalendlyOptions> = {}): Promise<Trial> {
  const calendly = await startCalendly({ people: [ana], ...options });
  onTestFinished(() => calendly.close());
  const { clientId, clientSecret, endpoints } = calendly;
  const provider = calendlyProvider({ clientId, clientSecret, endpoints });
  const connect: Trial['connect'] = async (scopes) => {
    const url = provider.authorizationUrl({ state: 's', codeChallenge, redirectUri });
    const back = await calendly.consent(url, { person: ana.id, ...(scopes === undefined ? {} : { scopes }) });
    return provider.exchangeCode({ code: back.searchParams.get('code') ?? '', codeVerifier, redirectUri });
  };
  return { calendly, provider, connect };
}

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error && 'reason' in error ? error.reason : error),
  );
}

it('[CY1] the person agrees to the scopes', () => {
  const provider = calendlyProvider({ clientId: 'app', clientSecret: 'secret' });
  const url = new URL(provider.authorizationUrl({ state: 's', codeChallenge, redirectUri }));
  expect([url.origin + url.pathname, Object.fromEntries(url.searchParams)]).toEqual([
    'https://auth.calendly.com/oauth/authorize',
    {
      response_type: 'code',
      client_id: 'app',
      redirect_uri: redirectUri,
      scope: 'users:read event_types:read',
      state: 's',
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  ]);
});

it('[CY2] an account is its user, with the page of all event types', async () => {
  const { calendly, provider, connect } = await startTrial();
  expect(await connect()).toEqual({
    externalId: 'https://api.calendly.com/users/ana',
    name: 'Ana Díaz',
    schedulingUrl: 'https://calendly.com/ana',
    tokens: {
      accessToken: calendly.grants[0]?.accessTokens[0],
      refreshToken: calendly.grants[0]?.refreshToken,
      expiresAt: expect.any(Number),
      scopes: ['users:read', 'event_types:read'],
    },
  });
  expect([provider.kind, provider.title, provider.requiredScopes]).toEqual([
    'scheduler',
    'Calendly',
    ['users:read', 'event_types:read'],
  ]);
});

it.for<[string, readonly string[]]>([
  ['default', ['users:read', 'event_types:read']],
  ['users:read event_types:write', ['users:read', 'event_types:write', 'event_types:read']],
  ['users:read', ['users:read']],
])('[CY3] the scopes "%s" mean %j', async ([scope, scopes]) => {
  const { provider, connect } = await startTrial({ scope });
  const { tokens } = await connect();
  expect(tokens.scopes).toEqual(scopes);
  expect((await provider.refresh(tokens)).scopes).toEqual(scopes);
});

const resource = { uri: 'https://api.calendly.com/users/ana', name: 'Ana', scheduling_url: 'javascript:alert(1)' };

it.for<[string, Trouble, ProviderFailure]>([
  ['cannot be read', { status: 500 }, 'unavailable'],
  ['has no name', { status: 200, body: '{"resource":{"uri":"https://api.calendly.com/users/ana"}}' }, 'unavailable'],
  ['has a page that is none', { status: 200, body: JSON.stringify({ resource }) }, 'unavailable'],
  ['is gone', { status: 404, body: '{}' }, 'not_found'],
])('[CY4] the tokens of an account that %s are revoked', async ([, trouble, reason]) => {
  const { calendly, connect } = await startTrial();
  calendly.fail(/users/, trouble);
  expect(await reasonOf(connect())).toBe(reason);
  expect(calendly.grants.map(({ isRevoked }) => isRevoked)).toEqual([true]);
});

it('[CY4] a revocation that fails does not hide the first failure', async () => {
  const { calendly, connect } = await startTrial();
  calendly.fail(/users/, { status: 404, body: '{}' });
  calendly.fail(/revoke/, { status: 500 });
  expect(await reasonOf(connect())).toBe('not_found');
});

it('[CY5] event types that take bookings are listed, page by page', async () => {
  const eventTypes = [
    { name: 'Visit', minutes: 60 },
    { name: 'Call', minutes: 15 },
    { name: 'Off', minutes: 15, active: false },
    { name: 'Secret', minutes: 15, secret: true },
    { name: 'Poll', minutes: 15, bookingMethod: 'poll' as const },
    { name: 'Deleted', minutes: 15, deletedAt: '2026-01-02T03:04:05.678123Z' },
  ];
  const { calendly, provider, connect } = await startTrial({ eventTypes, pageSize: 2 });
  const { tokens } = await connect();
  expect(await provider.listEventTypes(tokens.accessToken)).toEqual([
    { name: 'Call', schedulingUrl: 'https://calendly.com/ana/call', durationMinutes: 15 },
    { name: 'Visit', schedulingUrl: 'https://calendly.com/ana/visit', durationMinutes: 60 },
  ]);
  const asked = calendly.requests.filter(({ url }) => url.pathname === '/event_types').map(({ url }) => url);
  expect(asked.map((url) => Object.fromEntries(url.searchParams))).toEqual(
    [{}, { page_token: '2' }, { page_token: '4' }].map((page) => ({
      user: 'https://api.calendly.com/users/ana',
      active: 'true',
      sort: 'name:asc',
      count: '100',
      ...page,
    })),
  );
});

it('[CY5] an event type without a name is named by the last part of its address', async () => {
  const { calendly, provider, connect } = await startTrial();
  const { tokens } = await connect();
  const type = { active: true, secret: false, booking_method: 'instant', deleted_at: null, duration: 15 };
  const collection = ['intro', null].map((slug) => ({
    ...type,
    name: null,
    slug,
    scheduling_url: 'https://calendly.com/d/x',
  }));
  const body = JSON.stringify({ collection, pagination: { next_page_token: null } });
  calendly.fail(/event_types/, { status: 200, body });
  expect(await provider.listEventTypes(tokens.accessToken)).toEqual(
    ['intro', 'https://calendly.com/d/x'].map((name) => ({
      name,
      schedulingUrl: 'https://calendly.com/d/x',
      durationMinutes: 15,
    })),
  );
});

it('[CY5] no more than ten pages are followed', async () => {
  const eventTypes = Array.from({ length: 12 }, (_, index) => ({ name: `t${index}`, minutes: 15 }));
  const { provider, connect } = await startTrial({ eventTypes, pageSize: 1 });
  const { tokens } = await connect();
  expect(await provider.listEventTypes(tokens.accessToken)).toHaveLength(10);
});

it('[CY6] a missing scope has an error reason of its own', async () => {
  const { calendly, provider, connect } = await startTrial();
  const { tokens } = await connect(['users:read']);
  expect(await reasonOf(provider.listEventTypes(tokens.accessToken))).toBe('insufficient_scope');
  expect(await reasonOf(connect(['event_types:read']))).toBe('insufficient_scope');
  calendly.fail(/users/, { status: 403, body: '{"title":"Permission Denied"}' });
  expect(await reasonOf(provider.listEventTypes(tokens.accessToken))).toBe('refused');
});

it('[CY7] the secret goes where Calendly takes it', async () => {
  const { calendly, provider, connect } = await startTrial();
  const { tokens } = await connect();
  await provider.revoke(tokens);
  const sent = (path: string): unknown =>
    calendly.requests
      .filter(({ url }) => url.pathname === path)
      .map(({ headers, body }) => [headers['authorization'], Object.fromEntries(new URLSearchParams(body))]);
  const credentials = `${calendly.clientId}:${calendly.clientSecret}`;
  expect([sent('/oauth/token'), sent('/oauth/revoke')]).toEqual([
    [
      [
        `Basic ${Buffer.from(credentials).toString('base64')}`,
        {
          grant_type: 'authorization_code',
          code: calendly.secrets[1],
          redirect_uri: redirectUri,
          code_verifier: codeVerifier,
        },
      ],
    ],
    [[undefined, { client_id: calendly.clientId, client_secret: calendly.clientSecret, token: tokens.refreshToken }]],
  ]);
});

it('[PV3][PV4][PV6] a refresh token works once', async () => {
  const { calendly, provider, connect } = await startTrial();
  const { tokens } = await connect();
  calendly.expireAccessTokens();
  expect(await reasonOf(provider.listEventTypes(tokens.accessToken))).toBe('revoked');
  const fresh = await provider.refresh(tokens);
  expect(fresh.refreshToken).toBe(calendly.grants[0]?.refreshToken);
  expect(await provider.listEventTypes(fresh.accessToken)).toEqual([]);
  expect(await reasonOf(provider.refresh(tokens))).toBe('revoked');
  await provider.revoke(fresh);
  expect(await reasonOf(provider.refresh(fresh))).toBe('revoked');
});

it.for<[string, Trouble]>([
  ['too many requests', { status: 429, body: '{"title":"Too Many Requests"}' }],
  ['a fault', { status: 503 }],
  ['another shape', { status: 200, body: '{"collection":[{"name":"x"}],"pagination":{}}' }],
  ['no connection', 'drops'],
])('[PV7] %s is unavailable', async ([, trouble]) => {
  const { calendly, provider, connect } = await startTrial();
  const { tokens } = await connect();
  calendly.fail(/event_types/, trouble);
  expect(await reasonOf(provider.listEventTypes(tokens.accessToken))).toBe('unavailable');
});
