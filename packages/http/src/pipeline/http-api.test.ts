import { expect, it } from 'vitest';
import { combineApis, type MountedApi } from './http-api.ts';

function namedApi(body: string, ...basePaths: readonly string[]): MountedApi {
  return { basePaths, handle: async () => ({ status: 200, headers: {}, body }) };
}

const both = combineApis(namedApi('bots', '/v0-alpha', '/api/v0-alpha'), namedApi('platform', '/v1'));

it.for([
  ['/v0-alpha/bots', 'bots'],
  ['/api/v0-alpha/bots', 'bots'],
  ['/v1/channels/', 'platform'],
  ['/v1/', 'platform'],
  ['/v1', 'platform'],
  ['/v10/channels/', 'bots'],
  ['/', 'bots'],
  ['*', 'bots'],
] as const)('[HT52] %s is served by %s', async ([path, name]) => {
  const headers = { get: () => undefined };
  expect((await both.handle({ method: 'GET', path, query: '', headers, body: undefined })).body).toBe(name);
});

it('[HT52] combined interfaces have all bases, which must differ', () => {
  expect(both.basePaths).toEqual(['/v0-alpha', '/api/v0-alpha', '/v1']);
  expect(() => combineApis(namedApi('platform', '/v1'), namedApi('chat', '/v1'))).toThrow(TypeError);
});

it('[HT52] the longer of two matching bases serves the request, in either order', async () => {
  const nested = combineApis(namedApi('whole', ''), namedApi('part', '/v1'));
  const bodyOf = async (path: string) =>
    (await nested.handle({ method: 'GET', path, query: '', headers: { get: () => undefined }, body: undefined })).body;
  expect([await bodyOf('/v1/x'), await bodyOf('/v10'), await bodyOf('/')]).toEqual(['part', 'whole', 'whole']);
});
