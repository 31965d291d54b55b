import { expect, it } from 'vitest';
import { followRedirect, type RedirectableRequest } from './follow-redirect.ts';

const body = new TextEncoder().encode('{}');
const headers = {
  'Content-Type': 'application/json',
  'content-language': 'en',
  AUTHORIZATION: 'Bearer x',
  Cookie: 'a=b',
  'x-own': 'y',
};
const request: RedirectableRequest = { method: 'PUT', url: 'http://a.example/b/c?d#e', headers, body, redirects: 5 };
const to = (location: string | readonly string[] | undefined, status = 307, from: string = request.url) =>
  followRedirect({ ...request, url: from }, status, location);

it.for([301, 302, 303])('[SN42] %i becomes a GET without a body', (status) => {
  expect(to('/x', status)).toEqual({
    method: 'GET',
    url: 'http://a.example/x',
    headers: { AUTHORIZATION: 'Bearer x', Cookie: 'a=b', 'x-own': 'y' },
    redirects: 4,
  });
});

it.for([307, 308])('[SN42] %i keeps method and body', (status) => {
  expect(to('/x', status)).toEqual({ ...request, url: 'http://a.example/x', redirects: 4 });
});

it.for([
  ['x', 'http://a.example/b/x'],
  ['../x?y', 'http://a.example/x?y'],
  ['?y', 'http://a.example/b/c?y'],
  ['//b.example/x', 'http://b.example/x'],
  ['HTTP://A.example:80/x', 'http://a.example/x'],
  ['/\u00c3\u00a9', 'http://a.example/%C3%A9'],
  ['/a b', 'http://a.example/a%20b'],
] as const)('[SN42] the Location %j leads to %s', ([location, url]) => {
  expect(to(location)?.url).toBe(url);
});

it.for<[string, number, string | readonly string[] | undefined, string?]>([
  ['another status', 300, '/x'],
  ['not modified', 304, '/x'],
  ['a success', 201, '/x'],
  ['no Location', 302, undefined],
  ['an empty Location', 302, ''],
  ['two Locations', 302, ['/x', '/y']],
  ['a Location that is no URL', 302, 'http://'],
  ['a host that is none', 302, 'http://a b/'],
  ['from https to http', 307, 'http://a.example/', 'https://a.example/'],
])('[SN42] not followed: %s', ([, status, location, from]) => {
  expect(to(location, status, from)).toBe(undefined);
});

it('[SN42] not followed: one more than is left', () => {
  expect(followRedirect({ ...request, redirects: 0 }, 302, '/x')).toBe(undefined);
});

it.for(['http://b.example/', 'http://a.example:81/', 'https://a.example/', '//a.example.b.example/'])(
  '[SN43] Authorization and Cookie do not go to %s',
  (location) => {
    expect(to(location)?.headers).toEqual({
      'Content-Type': 'application/json',
      'content-language': 'en',
      'x-own': 'y',
    });
  },
);
