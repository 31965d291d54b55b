import { deterministicIds } from '@botwright/core';
import { expect, it } from 'vitest';
import { readCookie } from '../../exchange/request/cookie.ts';
import { chooseRequestId } from '../../exchange/request/request-id.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { prefersMinimal } from './prefer.ts';

it.for([
  ['return=minimal', true],
  ['Return=Minimal', true],
  ['return="minimal"', true],
  ['respond-async, return=minimal; foo', true],
  ['return = minimal', true],
  ['return=representation', false],
  ['return=minimally', false],
  ['return', false],
  ['', false],
  [undefined, false],
] as const)('[HT45] Prefer: %s asks for the short answer: %s', ([header, expected]) => {
  expect(prefersMinimal(header)).toBe(expected);
});

it('[HT48] a key has 1 to 255 characters', () => {
  expect([undefined, 'k', 'k'.repeat(255)].map(readIdempotencyKey)).toEqual([undefined, 'k', 'k'.repeat(255)]);
  for (const key of ['', 'k'.repeat(256)]) {
    expect(() => readIdempotencyKey(key)).toThrow(
      expect.objectContaining({ code: 'invalid_parameters', field: 'Idempotency-Key' }),
    );
  }
});

it.for(['a', 'A-Z.0_9', 'x'.repeat(128)])('[HT11] the request id %s is kept', (sent) => {
  expect(chooseRequestId(sent, deterministicIds())).toBe(sent);
});

it.for([undefined, null, '', 'a b', 'é', 'a\nb', '<x>', 'x'.repeat(129)])('[HT11] %s is replaced', (sent) => {
  expect(chooseRequestId(sent, deterministicIds())).toBe(deterministicIds().uuid());
});

it.for([
  ['sessionid=abc', 'abc'],
  ['a=b; sessionid=abc; c=d', 'abc'],
  ['sessionid=a=b==', 'a=b=='],
  ['sessionid=one; sessionid=two', 'one'],
  ['sessionid=', ''],
  ['mysessionid=abc', undefined],
  ['sessionid', undefined],
  [undefined, undefined],
] as const)('[HT21] the cookie header "%s" holds %s', ([header, expected]) => {
  expect(readCookie(header, 'sessionid')).toBe(expected);
});
