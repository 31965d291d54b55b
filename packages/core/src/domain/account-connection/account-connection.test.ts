import { expect, it } from 'vitest';
import {
  type AccountConnection,
  type ConnectionProgress,
  findAnswerRefusal,
  startAccountConnection,
  statusOfConnection,
} from './account-connection.ts';
import { hasScopes, isListed, mustRefresh, returnsWithItsId } from './connected-account.ts';
import { type Answer, canSettle, decideAnswer } from './decide-answer.ts';

const start = 1_000;
const end = start + 15 * 60 * 1_000;
const waiting = startAccountConnection({ id: 'c1', kind: 'spreadsheets', startedBy: 7 }, start);
const at = (progress: ConnectionProgress): AccountConnection => ({ ...waiting, progress });
const claimed = at({ kind: 'claimed', run: 'r1', until: start + 30_000 });
const connected = at({ kind: 'connected', accountId: 'a1' });
const declined = at({ kind: 'declined' });

it('[CA1][CA2] a connection starts waiting, for fifteen minutes', () => {
  expect(waiting).toEqual({
    id: 'c1',
    kind: 'spreadsheets',
    startedBy: 7,
    createdAt: start,
    expiresAt: end,
    progress: { kind: 'waiting' },
  });
});

it.for([
  [waiting, start, 'pending', undefined],
  [waiting, end - 1, 'pending', undefined],
  [waiting, end, 'expired', 'expired'],
  [claimed, start, 'pending', 'answered'],
  [claimed, start + 29_999, 'pending', 'answered'],
  [claimed, start + 30_000, 'pending', undefined],
  [claimed, end, 'expired', 'expired'],
  [connected, start, 'connected', 'answered'],
  [connected, end, 'connected', 'answered'],
  [declined, start, 'declined', 'answered'],
  [declined, end, 'declined', 'answered'],
] as const)('[CA1][CA2][CA15][CA16] %o at %i is %s, refuses as %s', ([connection, now, status, refusal]) => {
  expect([statusOfConnection(connection, now), findAnswerRefusal(connection, now)]).toEqual([status, refusal]);
});

const claim: Answer = { kind: 'claim', run: 'r2' };
const decline: Answer = { kind: 'decline' };
const claimUntil = (until: number) => ({
  kind: 'taken',
  next: at({ kind: 'claimed', run: 'r2', until }),
});

it.for([
  [waiting, decline, start, { kind: 'taken', next: declined }],
  [waiting, decline, end - 1, { kind: 'taken', next: declined }],
  [waiting, decline, end, { kind: 'refused', reason: 'expired' }],
  [waiting, claim, start, claimUntil(start + 30_000)],
  [waiting, claim, end - 30_000, claimUntil(end)],
  [waiting, claim, end - 1, claimUntil(end)],
  [waiting, claim, end, { kind: 'refused', reason: 'expired' }],
  [claimed, claim, start + 29_999, { kind: 'refused', reason: 'answered' }],
  [claimed, decline, start + 29_999, { kind: 'refused', reason: 'answered' }],
  [claimed, claim, start + 30_000, claimUntil(start + 60_000)],
  [claimed, decline, start + 30_000, { kind: 'taken', next: declined }],
  [connected, claim, start, { kind: 'refused', reason: 'answered' }],
  [declined, decline, start, { kind: 'refused', reason: 'answered' }],
] as const)('[CA2][CA12][CA14][CA15][CA16] %o takes %o at %i', ([connection, answer, now, decision]) => {
  expect(decideAnswer(connection, answer, now)).toEqual(decision);
});

it.for([
  [claimed, 'r1', start, true],
  [claimed, 'r1', start + 30_000, true],
  [claimed, 'r1', end - 1, true],
  [claimed, 'r1', end, false],
  [claimed, 'r2', start, false],
  [waiting, 'r1', start, false],
  [connected, 'r1', start, false],
  [declined, 'r1', start, false],
] as const)('[CA18] %o may be settled by %s at %i: %s', ([connection, run, now, isAllowed]) => {
  expect(canSettle(connection, run, now)).toBe(isAllowed);
});

it('[CA24][CA25] spreadsheets accounts return with their id, scheduler accounts do not', () => {
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
  ([standing, scopes, required, listed]) => {
    expect(isListed({ standing, scopes }, required)).toBe(listed);
  },
);

it('[CA17] every required scope must be among those granted, in any order', () => {
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
