import { expect, it } from 'vitest';
import { findBase, loggedPath, readBasePath, segmentsBelow } from './base-path.ts';

const bases = [{ path: '/v0-alpha' }, { path: '/api/v0-alpha' }];

function locate(path: string): { readonly base: string; readonly segments: readonly string[] | undefined } | undefined {
  const base = findBase(bases, path);
  return base && { base: base.path, segments: segmentsBelow(path, base) };
}

it.for([
  ['/v0-alpha/bots', '/v0-alpha', ['bots']],
  ['/api/v0-alpha/bots', '/api/v0-alpha', ['bots']],
  ['/v0-alpha', '/v0-alpha', []],
  ['/v0-alpha/', '/v0-alpha', ['']],
  ['/v0-alpha/bots/', '/v0-alpha', ['bots', '']],
  ['/v0-alpha//bots', '/v0-alpha', ['', 'bots']],
] as const)('[HT1][HT3] %s lies below the %s base', ([path, base, segments]) => {
  expect(locate(path)).toEqual({ base, segments });
});

it.for(['', '/', '*', '/v1/bots', '/v0-alphabet/bots', '/api/bots', 'v0-alpha/bots', '/V0-ALPHA/bots', '/%ff'])(
  '[HT3] "%s" is below none of the bases',
  (path) => {
    expect(locate(path)).toBeUndefined();
  },
);

it.for([
  ['/v0-alpha/a%2Fb', ['a/b']],
  ['/v0-alpha/%62ots', ['bots']],
  ['/v0-alpha/n%C3%A9', ['né']],
  ['/v0-alpha/a%00', ['a\0']],
  ['/v0-alpha/a+b', ['a+b']],
  ['/v0-alpha/..', ['..']],
] as const)('[HT5] %s is split before it is decoded', ([path, segments]) => {
  expect(locate(path)).toEqual({ base: '/v0-alpha', segments });
});

it.for(['/v0-alpha/%', '/v0-alpha/%zz', '/v0-alpha/bots/%ff', '/v0-alpha/%ed%a0%80', '/v0-alpha/né', '/v0-alpha/a b'])(
  '[HT6] %s is malformed',
  (path) => {
    expect(locate(path)).toEqual({ base: '/v0-alpha', segments: undefined });
  },
);

it.for([
  ['/v1/send/ada-5551234/', '/send/{customer_token}/', '/v1/send/{customer_token}/'],
  ['/v1/customers/7/', '/customers/{customer_id}/', undefined],
  ['/v1/openapi.yml', '/openapi.yml', undefined],
  ['/v1/send/ada-5551234', undefined, '/v1/send/*'],
  ['/v1/send/ada-5551234/more/', undefined, '/v1/send/*'],
  ['/v1/nothing', undefined, undefined],
  ['/v1/nothing/', undefined, undefined],
  ['/send/ada-5551234/', undefined, '/*'],
] as const)('[TK20] %s with the pattern %s is logged as %s', ([path, pattern, logged]) => {
  expect(loggedPath(path, '/v1', pattern)).toBe(logged);
});

it('[HT1] an empty base path serves the whole host', () => {
  const host = { path: '' };
  expect([findBase([host], '/bots'), findBase([host], '*'), segmentsBelow('/bots/x', host)]).toEqual([
    host,
    undefined,
    ['bots', 'x'],
  ]);
});

it.for([
  ['/v1', '/v1'],
  ['/v1/', '/v1'],
  ['/', ''],
  ['', ''],
] as const)('[HT1] the base path %s is read as "%s"', ([path, read]) => {
  expect(readBasePath('basePath', path)).toBe(read);
});

it.for(['v1', '/v1?x', '/v1#x', '/a b', '//host/v1', '/a/../b'])('[HT1] %s is refused as a base path', (path) => {
  expect(() => readBasePath('basePath', path)).toThrow(TypeError);
});
