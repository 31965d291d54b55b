import { expect, it } from 'vitest';
import { readToken } from './read-token.ts';

it.for([
  ['Token abc', 'abc'],
  ['token abc', 'abc'],
  ['TOKEN   abc ', 'abc'],
  ['Token a b', 'a b'],
  ['Token ', undefined],
  ['Token', undefined],
  ['Tokenabc', undefined],
  ['Bearer abc', undefined],
  ['abc', undefined],
  ['', undefined],
  [undefined, undefined],
  [null, undefined],
] as const)('[TK2] of %j it is %j', ([header, token]) => {
  expect(readToken(header)).toBe(token);
});
