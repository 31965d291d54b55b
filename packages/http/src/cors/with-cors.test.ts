import { expect, it } from 'vitest';
import type { HttpApi, HttpRequest } from '../pipeline/http-api.ts';
import { type CorsOptions, withCors } from './with-cors.ts';

const shop = 'https://shop.example';

function setUp(options: CorsOptions, headers: Readonly<Record<string, string>> = { 'x-request-id': 'r-1' }) {
  const handled: string[] = [];
  const inner: HttpApi & { readonly basePaths: readonly string[] } = {
    basePaths: ['/v1'],
    async handle({ method }) {
      handled.push(method);
      return { status: 200, headers, body: 'x' };
    },
  };
  const api = withCors(inner, options);
  const ask = (method: string, given: Readonly<Record<string, string>>) => {
    const request: HttpRequest = {
      method,
      path: '/',
      query: '',
      headers: { get: (name) => given[name] },
      body: undefined,
    };
    return api.handle(request);
  };
  return { api, ask, handled };
}

const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };

it('[HA14] an allowed origin reads the response and its headers', async () => {
  const { ask, api } = setUp({ origins: [shop] });
  expect(api.basePaths).toEqual(['/v1']);
  const { headers, body } = await ask('GET', { origin: shop });
  expect([body, headers]).toMatchObject([
    'x',
    { 'access-control-allow-origin': shop, 'x-request-id': 'r-1', vary: 'origin' },
  ]);
  expect(headers['access-control-expose-headers']).toContain('x-request-id');
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
});

it('[HA15] a preflight of an allowed origin is answered without the interface', async () => {
  const { ask, handled } = setUp({ origins: [shop], credentials: true, maxAgeSeconds: 5 });
  const answer = await ask('OPTIONS', { origin: shop, ...preflight });
  expect(answer).toEqual({
    status: 204,
    headers: {
      'access-control-allow-origin': shop,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization',
      'access-control-max-age': '5',
      vary: 'origin, access-control-request-headers',
    },
    body: undefined,
  });
  const { headers } = await ask('OPTIONS', { origin: shop, 'access-control-request-method': 'GET' });
  expect(headers).not.toHaveProperty('access-control-allow-headers');
  expect(handled).toEqual([]);
  await ask('OPTIONS', { origin: shop });
  expect(handled).toEqual(['OPTIONS']);
});

it.for([
  ['no origin', {}],
  ['another origin', { origin: 'https://evil.example' }],
  ['another port', { origin: `${shop}:444` }],
  ['no scheme', { origin: 'shop.example' }],
  ['a page without an origin', { origin: 'null' }],
] as const)('[HA16] with %s the interface answers as without', async ([, headers]) => {
  const { ask, handled } = setUp({ origins: [shop] });
  for (const given of [headers, { ...headers, ...preflight }]) {
    const answer = await ask('OPTIONS', given);
    expect(answer).toEqual({ status: 200, headers: { 'x-request-id': 'r-1', vary: 'origin' }, body: 'x' });
  }
  expect(handled).toHaveLength(2);
});

it('[HA14] a function decides, or every origin may', async () => {
  const decided = setUp({ origins: (origin) => origin.endsWith('.example') });
  expect((await decided.ask('GET', { origin: shop })).headers['access-control-allow-origin']).toBe(shop);
  expect((await decided.ask('GET', { origin: 'https://a.test' })).headers).not.toHaveProperty(
    'access-control-allow-origin',
  );
  const { headers } = await setUp({ origins: '*' }).ask('GET', { origin: shop });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers).not.toHaveProperty('vary');
});

it('[HA17] a response with Vary also varies with the origin', async () => {
  const { headers } = await setUp({ origins: [shop] }, { vary: 'accept' }).ask('GET', {});
  expect(headers['vary']).toBe('accept, origin');
});

it.for<CorsOptions>([
  { origins: '*', credentials: true },
  { origins: ['shop.example'] },
  { origins: ['https://shop.example/'] },
  { origins: ['https://Shop.example'] },
  { origins: ['*'] },
  { origins: [shop], maxAgeSeconds: -1 },
  { origins: [shop], maxAgeSeconds: 1.5 },
])('[HA14] %j is refused', (options) => {
  expect(() => setUp(options)).toThrow(TypeError);
});
