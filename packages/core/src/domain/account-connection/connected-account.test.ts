import { expect, it } from 'vitest';
import { hasScopes, isListed, mustRefresh, returnsWithItsId } from './connected-account.ts';

it('[CA24][CA25] a spreadsheets account that is connected again keeps its id, a scheduler account gets a new one', () => {
  expect([returnsWithItsId('spreadsheets'), returnsWithItsId('scheduler')]).toEqual([true, false]);
});

it.for([
  ['good', ['read', 'write'], ['read'], true],
  ['good', ['read'], ['read', 'write'], false],
  ['good', [], [], true],
  ['revoked', ['read'], ['read'], false],
  ['insufficient_scope', ['read'], ['read'], false],
] as const)(
  '[CA26][CA38] a %s account with %o where %o is required: listed %s',
  ([status, scopes, required, listed]) => {
    expect(isListed({ status, scopes }, required)).toBe(listed);
  },
);

it('[CA17] every required scope must be granted, in any order', () => {
  expect(hasScopes(['b', 'a', 'c'], ['a', 'b'])).toBe(true);
  expect(hasScopes(['b'], ['a', 'b'])).toBe(false);
});

const refreshable = { expiresAt: 60_000, refreshToken: 'r' };

it.for([
  [refreshable, 0, false],
  [refreshable, 1, true],
  [refreshable, 90_000, true],
  [{ expiresAt: 60_000 }, 59_999, false],
  [{ expiresAt: 60_000 }, 60_000, false],
  [{ expiresAt: 60_000 }, 60_001, true],
  [{ refreshToken: 'r' }, 90_000, false],
] as const)('[CA34] a token of %o is refreshed at %i: %s', ([tokens, now, isDue]) => {
  expect(mustRefresh(tokens, now)).toBe(isDue);
});
