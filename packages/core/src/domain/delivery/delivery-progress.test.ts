import { expect, it } from 'vitest';
import {
  type DeliveryProgress,
  disableDelivery,
  nextAttemptOf,
  openDelivery,
  recordAttempt,
} from './delivery-progress.ts';
import { type AttemptOutcome, createRetryPolicy } from './retry-policy.ts';

const policy = createRetryPolicy();
const ok: AttemptOutcome = { kind: 'answered', status: 204 };
const refused: AttemptOutcome = { kind: 'answered', status: 503 };
const timedOut: AttemptOutcome = { kind: 'failed', reason: 'timeout' };

it('[WH10] a new delivery is pending, due at once, and its next attempt is the first', () => {
  const opened = openDelivery(700);
  expect(opened).toEqual({ state: 'pending', attempts: [], dueAt: 700 });
  expect(nextAttemptOf(opened)).toBe(1);
});

it('[WH11][WH12] a 2xx response ends the delivery as delivered', () => {
  expect(recordAttempt(openDelivery(0), { startedAt: 10, endedAt: 45, outcome: ok }, policy)).toEqual({
    state: 'delivered',
    attempts: [{ at: 10, durationMs: 35, status: 204 }],
    finishedAt: 45,
  });
});

it('[WH11][WH12] any other response leaves the delivery pending until the gap is over', () => {
  expect(recordAttempt(openDelivery(0), { startedAt: 10, endedAt: 45, outcome: refused }, policy)).toEqual({
    state: 'pending',
    attempts: [{ at: 10, durationMs: 35, status: 503 }],
    dueAt: 5_045,
  });
});

it('[WH3][WH11][WH12] a failure without a response ends the delivery as dead, with the reason', () => {
  expect(recordAttempt(openDelivery(0), { startedAt: 10, endedAt: 10_010, outcome: timedOut }, policy)).toEqual({
    state: 'dead',
    reason: 'timeout',
    attempts: [{ at: 10, durationMs: 10_000, error: 'timeout' }],
    finishedAt: 10_010,
  });
});

it('[WH4][WH5][WH7][WH12] six error responses make six attempts, with gaps that count from the end of each attempt', () => {
  let progress = openDelivery(0);
  const begun: number[] = [];
  while (progress.state === 'pending') {
    const startedAt = progress.dueAt;
    begun.push(startedAt);
    progress = recordAttempt(progress, { startedAt, endedAt: startedAt + 100, outcome: refused }, policy);
  }
  expect(begun).toEqual([0, 5_100, 15_200, 30_300, 50_400, 75_500]);
  expect(progress).toEqual({
    state: 'dead',
    reason: 'exhausted',
    attempts: begun.map((at) => ({ at, durationMs: 100, status: 503 })),
    finishedAt: 75_600,
  });
});

it('[WH6][WH7] an abandoned attempt is not recorded and does not count', () => {
  const once = recordAttempt(openDelivery(0), { startedAt: 0, endedAt: 10, outcome: refused }, policy);
  const left = recordAttempt(once, { startedAt: 5_010, endedAt: 5_020, outcome: { kind: 'abandoned' } }, policy);
  expect(left).toEqual({ state: 'pending', attempts: once.attempts, dueAt: 5_020 });
  expect(nextAttemptOf(left)).toBe(2);
});

it('[WH12] an attempt during which the clock went back is recorded with a duration of 0', () => {
  const { attempts } = recordAttempt(openDelivery(0), { startedAt: 10, endedAt: 5, outcome: ok }, policy);
  expect(attempts).toEqual([{ at: 10, durationMs: 0, status: 204 }]);
});

it('[WH14] a delivery whose hook was disabled ends as dead with the reason disabled, and keeps its attempts', () => {
  expect(disableDelivery(openDelivery(0), 90)).toEqual({
    state: 'dead',
    reason: 'disabled',
    attempts: [],
    finishedAt: 90,
  });
  const once = recordAttempt(openDelivery(0), { startedAt: 0, endedAt: 10, outcome: refused }, policy);
  const ended = disableDelivery(once, 90);
  expect(ended).toEqual({ state: 'dead', reason: 'disabled', attempts: once.attempts, finishedAt: 90 });
});

const finished: readonly DeliveryProgress[] = [
  { state: 'delivered', attempts: [{ at: 1, durationMs: 1, status: 200 }], finishedAt: 2 },
  { state: 'dead', reason: 'disabled', attempts: [], finishedAt: 2 },
  { state: 'dead', reason: 'exhausted', attempts: [], finishedAt: 2 },
];

it.for(finished)('[WH13] the finished delivery %j does not change', (progress) => {
  expect(disableDelivery(progress, 90)).toBe(progress);
  for (const outcome of [ok, refused, timedOut, { kind: 'abandoned' }] as const) {
    expect(recordAttempt(progress, { startedAt: 3, endedAt: 4, outcome }, policy)).toBe(progress);
  }
});
