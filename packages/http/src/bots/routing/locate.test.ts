import { expect, it } from 'vitest';
import { locate } from './locate.ts';

it.for([
  ['/v0-alpha/bots', 'public', ['bots']],
  ['/api/v0-alpha/bots', 'same_origin', ['bots']],
  ['/v0-alpha', 'public', []],
  ['/v0-alpha/', 'public', ['']],
  ['/v0-alpha/bots/', 'public', ['bots', '']],
  ['/v0-alpha//bots', 'public', ['', 'bots']],
] as const)('[HT1][HT3] %s lies below the %s base', ([path, base, segments]) => {
  expect(locate(path)).toEqual({ kind: 'inside', base, segments });
});

it.for(['', '/', '*', '/v1/bots', '/v0-alphabet/bots', '/api/bots', 'v0-alpha/bots', '/V0-ALPHA/bots', '/%ff'])(
  '[HT3] "%s" lies below no base',
  (path) => {
    expect(locate(path)).toEqual({ kind: 'outside' });
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
  expect(locate(path)).toEqual({ kind: 'inside', base: 'public', segments });
});

it.for(['/v0-alpha/%', '/v0-alpha/%zz', '/v0-alpha/bots/%ff', '/v0-alpha/%ed%a0%80', '/v0-alpha/né', '/v0-alpha/a b'])(
  '[HT6] %s is malformed',
  (path) => {
    expect(locate(path)).toEqual({ kind: 'malformed' });
  },
);
