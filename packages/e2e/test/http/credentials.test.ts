import { type Principal, permissions } from '@botwright/core';
import type { BotsApiOptions } from '@botwright/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallAnswer, send } from '../support/bots-client.ts';
import { brands, tokens } from '../support/callers.ts';
import { startServer, type TestServer } from '../support/start-server.ts';

const principal: Principal = { brand: 'acme', person: 21, workspaces: [1], permissions };
const creation = { name: 'Sales', channel_family: 'native' };

const host: Partial<BotsApiOptions> = {
  bearer: async (token) => {
    if (token === 'broken') throw new Error('secret of the verifier');
    return token === 'good' ? principal : undefined;
  },
  session: {
    verify: async (value) => (value === 'good' ? principal : undefined),
    isOriginAllowed: (origin) => origin === 'https://app.acme.test',
  },
};

describe('credentials', () => {
  let server: TestServer;
  let plain: TestServer;

  beforeAll(async () => {
    server = await startServer({ api: host });
    plain = await startServer();
  });
  afterAll(() => Promise.all([server.close(), plain.close()]));

  /** Calls with these headers and no token of the tests. */
  function call(base: string, headers: Record<string, string>, method = 'GET', body?: unknown): Promise<CallAnswer> {
    return send(`${server.origin}${base}`, method, '/bots', {
      token: 'none',
      headers,
      ...(body !== undefined && { body }),
    });
  }

  it.each([
    ['/v0-alpha', { authorization: `Token ${tokens.acme}` }],
    ['/api/v0-alpha', { authorization: `token  ${tokens.acme} ` }],
    ['/v0-alpha', { authorization: 'Bearer good' }],
    ['/api/v0-alpha', { authorization: 'BEARER good' }],
    ['/api/v0-alpha', { cookie: 'sessionid=good' }],
    ['/api/v0-alpha', { cookie: 'a=b; sessionid=good; c=d' }],
    ['/api/v0-alpha', { cookie: 'sessionid=good', authorization: 'Basic YTpi' }],
  ] as const)('[HT19][HT20][HT21] %s takes %j', async (base, headers) => {
    expect((await call(base, headers)).status).toBe(200);
  });

  it.each([
    ['/v0-alpha', {}],
    ['/v0-alpha', { authorization: '' }],
    ['/v0-alpha', { authorization: 'Token' }],
    ['/v0-alpha', { authorization: 'Token ' }],
    ['/v0-alpha', { authorization: 'Token a-bad-token-000000' }],
    ['/v0-alpha', { authorization: tokens.acme }],
    ['/v0-alpha', { authorization: `Basic ${tokens.acme}` }],
    ['/v0-alpha', { authorization: `Token ${tokens.acme} x` }],
    ['/v0-alpha', { authorization: `Bearer ${tokens.acme}` }],
    ['/v0-alpha', { authorization: 'Bearer bad' }],
    ['/v0-alpha', { authorization: 'Token good' }],
    ['/v0-alpha', { cookie: 'sessionid=good' }],
    ['/api/v0-alpha', { cookie: 'sessionid=bad' }],
    ['/api/v0-alpha', { cookie: 'sessionid=' }],
    ['/api/v0-alpha', { cookie: 'session=good' }],
    ['/api/v0-alpha', { cookie: 'sessionid=good', authorization: 'Bearer bad' }],
    ['/api/v0-alpha', { cookie: 'sessionid=good', authorization: 'Token a-bad-token-000000' }],
  ] as const)('[HT22] %s does not take %j', async (base, headers) => {
    const answer = await call(base, headers);
    expect([answer.status, answer.code]).toEqual([401, 'not_authenticated']);
    expect(answer.headers.get('www-authenticate')).toBe('Token realm="bots", Bearer realm="bots"');
  });

  it.each([
    ['/v0-alpha', { authorization: 'Bearer good' }],
    ['/api/v0-alpha', { cookie: 'sessionid=good' }],
  ] as const)('[HT22] without a function of the host %s %j is refused', async (base, headers) => {
    expect((await send(`${plain.origin}${base}`, 'GET', '/bots', { token: 'none', headers })).status).toBe(401);
  });

  it('[HT17] a verifier that fails is a fault', async () => {
    const answer = await call('/v0-alpha', { authorization: 'Bearer broken' });
    expect([answer.status, answer.code, answer.text.includes('secret')]).toEqual([500, 'internal_error', false]);
    expect(server.faults).toEqual([expect.objectContaining({ message: 'secret of the verifier' })]);
  });

  it('[HT21] the host names the cookie', async () => {
    const named = await startServer({
      api: { session: { cookie: 'sid', verify: async () => principal, isOriginAllowed: () => true } },
    });
    const withCookie = (cookie: string) =>
      send(`${named.origin}/api/v0-alpha`, 'GET', '/bots', { token: 'none', headers: { cookie } });
    expect([(await withCookie('sid=x')).status, (await withCookie('sessionid=x')).status]).toEqual([200, 401]);
    await named.close();
  });

  it.each([
    ['no Origin', {}, 403],
    ['another site', { origin: 'https://evil.test' }, 403],
    ['null', { origin: 'null' }, 403],
    ['one that is allowed', { origin: 'https://app.acme.test' }, 201],
  ] as const)('[HT24] a write with the cookie and %s', async (_, headers, status) => {
    const answer = await call('/api/v0-alpha', { cookie: 'sessionid=good', ...headers }, 'POST', creation);
    expect(answer.status).toBe(status);
    if (status === 403) expect(answer.code).toBe('permission_denied');
  });

  it('[HT24] a token needs no Origin, nor does a read with the cookie', async () => {
    expect((await call('/api/v0-alpha', { authorization: 'Bearer good' }, 'POST', creation)).status).toBe(201);
    expect((await call('/api/v0-alpha', { cookie: 'sessionid=good' }, 'HEAD')).status).toBe(200);
  });

  it.each([
    ['cookie', { cookie: 'sessionid=good', origin: 'https://app.acme.test' }, 415],
    ['token', { authorization: 'Bearer good' }, 201],
  ] as const)('[HT25][HT31] a body without a Content-Type, with the %s', async (_, headers, status) => {
    const response = await fetch(`${server.origin}/api/v0-alpha/bots`, {
      method: 'POST',
      headers,
      body: new Blob([JSON.stringify(creation)]),
    });
    expect(response.status).toBe(status);
  });

  it('[HT25] a request without a body needs no Content-Type', async () => {
    const headers = { cookie: 'sessionid=good', origin: 'https://app.acme.test' };
    const base = `${server.origin}/api/v0-alpha`;
    const answer = await send(base, 'DELETE', '/bots/x', { token: 'none', headers });
    expect(answer.code).toBe('bot_not_found');
  });

  it('[HT19] a token that was revoked stops working with the next request', async () => {
    const one = await startServer();
    expect((await send(one.url, 'GET', '/bots', { token: tokens.colleague })).status).toBe(200);
    const [acme, ...rest] = brands;
    const kept = acme?.tokens.filter(({ token }) => token !== tokens.colleague) ?? [];
    await one.engine.configure([{ name: 'acme', plan: 'professional', workspaces: [1, 2], tokens: kept }, ...rest]);
    expect((await send(one.url, 'GET', '/bots', { token: tokens.colleague })).status).toBe(401);
    await one.close();
  });
});

describe('permissions', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const reads = [
    ['GET', '/bots'],
    ['GET', '/bots/x'],
    ['GET', '/bots/x/feedback'],
    ['GET', '/bots/x/scenarios'],
    ['GET', '/bots/x/draft'],
    ['POST', '/bots/x/draft/validate'],
    ['GET', '/bots/x/versions'],
    ['GET', '/bots/x/versions/latest'],
    ['GET', '/bots/x/versions/y'],
    ['GET', '/blocks'],
    ['GET', '/openapi.yml'],
  ] as const;
  const writes = [
    ['POST', '/bots'],
    ['PATCH', '/bots/x'],
    ['DELETE', '/bots/x'],
    ['PUT', '/bots/x/feedback'],
    ['PUT', '/bots/x/scenarios'],
    ['PUT', '/bots/x/draft'],
    ['PATCH', '/bots/x/draft'],
    ['POST', '/bots/x/draft/blocks'],
    ['PATCH', '/bots/x/draft/blocks/y'],
    ['DELETE', '/bots/x/draft/blocks/y'],
    ['PUT', '/bots/x/test'],
    ['POST', '/bots/x/versions'],
    ['PATCH', '/bots/x/versions/y'],
    ['DELETE', '/bots/x/versions/y'],
  ] as const;

  it.each([
    ...reads.map(([method, path]) => [method, path, tokens.blind, tokens.viewer] as const),
    ...writes.map(([method, path]) => [method, path, tokens.viewer, tokens.blind] as const),
  ])('[HT23] %s %s needs its permission', async (method, path, without, withIt) => {
    const refused = await send(server.url, method, path, { token: without });
    expect([refused.status, refused.code]).toEqual([403, 'permission_denied']);
    expect((await send(server.url, method, path, { token: withIt })).status).not.toBe(403);
  });
});
