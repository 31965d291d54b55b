import { deterministicIds } from '@botwright/core/testing';
import { expect, it } from 'vitest';
import {
  chooseRequestId,
  prefersMinimal,
  readAuthorization,
  readCookie,
  readIdempotencyKey,
  readIfMatch,
  revisionTag,
} from './headers.ts';

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

it.for(['a', 'A-Z.0_9', 'x'.repeat(128)])('[HT11] the request id %s is used', (sent) => {
  expect(chooseRequestId(sent, deterministicIds())).toBe(sent);
});

it.for([undefined, null, '', 'a b', 'é', 'a\nb', '<x>', 'x'.repeat(129)])(
  '[HT11] the request id %s is replaced',
  (sent) => {
    expect(chooseRequestId(sent, deterministicIds())).toBe(deterministicIds().uuid());
  },
);

it.for([
  ['sessionid=abc', 'abc'],
  ['a=b; sessionid=abc; c=d', 'abc'],
  ['sessionid=a=b==', 'a=b=='],
  ['sessionid=one; sessionid=two', 'one'],
  ['sessionid=', ''],
  ['mysessionid=abc', undefined],
  ['sessionid', undefined],
  [undefined, undefined],
] as const)('[HT21] the cookie header "%s" has %s', ([header, expected]) => {
  expect(readCookie(header, 'sessionid')).toBe(expected);
});

it.for([
  [undefined, {}],
  [null, {}],
  ['*', {}],
  [' * ', {}],
  ['"3"', { ifRevision: [3] }],
  ['"3", "5"', { ifRevision: [3, 5] }],
  ['"3","5" ', { ifRevision: [3, 5] }],
  ['W/"3"', { ifRevision: [] }],
  ['W/"3", "4"', { ifRevision: [4] }],
  ['"abc"', { ifRevision: [] }],
  ['"a,b", "7"', { ifRevision: [7] }],
  ['""', { ifRevision: [] }],
  ['"0"', { ifRevision: [] }],
  ['"03"', { ifRevision: [] }],
  ['"-1"', { ifRevision: [] }],
] as const)('[HT43] %s names %o', ([header, expected]) => {
  expect(readIfMatch(header)).toEqual(expected);
});

it.for(['', '3', '"3', '"3" "4"', '"3",', ',"3"', '*, "3"', 'w/"3"', '"3";q=1'])(
  '[HT44] %s is refused, as it is no list of entity tags',
  (header) => {
    expect(() => readIfMatch(header)).toThrow(
      expect.objectContaining({ code: 'invalid_parameters', field: 'If-Match' }),
    );
  },
);

it('[HT42] a revision is written as a strong tag', () => {
  expect(revisionTag(12)).toBe('"12"');
});

it.for([
  ['Token abc', 'token', 'abc'],
  ['token abc', 'token', 'abc'],
  ['TOKEN   abc ', 'token', 'abc'],
  ['Token a b', 'token', 'a b'],
  ['Token ', 'token', ''],
  ['Token', 'token', ''],
  ['Tokenabc', 'tokenabc', ''],
  ['Bearer abc', 'bearer', 'abc'],
  ['', '', ''],
] as const)('[HT19][TK2] "%s" has the scheme "%s" and the value "%s"', ([header, scheme, value]) => {
  expect(readAuthorization(header)).toEqual({ scheme, value });
});
