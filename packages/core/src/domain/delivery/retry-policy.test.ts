import { describe, expect, it } from 'vitest';
import {
  type AttemptFailure,
  type AttemptOutcome,
  createRetryPolicy,
  decideNextStep,
  maxAttempts,
} from './retry-policy.ts';

const plain = createRetryPolicy();
const standard = createRetryPolicy({ preset: 'standard' });
const endedAt = 1_000;
const attempts = [1, 2, 3, 4, 5, 6] as const;
const gaps = [5_000, 10_000, 15_000, 20_000, 25_000] as const;
const failures: readonly AttemptFailure[] = ['connect', 'tls', 'timeout', 'blocked', 'malformed'];

const answered = (status: number): AttemptOutcome => ({ kind: 'answered', status });
const failed = (reason: AttemptFailure): AttemptOutcome => ({ kind: 'failed', reason });

describe('a response', () => {
  it.for([200, 201, 202, 204, 206, 250, 299])(
    '[WH1] status %i ends the delivery as delivered, on every attempt',
    (status) => {
      for (const attempt of attempts) {
        expect(decideNextStep(attempt, answered(status), endedAt, plain)).toEqual({ kind: 'delivered' });
      }
    },
  );

  it.for([
    100, 101, 199, 300, 301, 302, 303, 304, 307, 308, 399, 400, 401, 403, 404, 408, 409, 410, 413, 422, 429, 499, 500,
    502, 503, 504, 599, 999, 0, -1, 600,
  ])('[WH2][WH4][WH5] %i is tried again five times, then never', (status) => {
    for (const [index, gap] of gaps.entries()) {
      expect(decideNextStep(index + 1, answered(status), endedAt, plain)).toEqual({
        kind: 'retry',
        dueAt: 1_000 + gap,
      });
    }
    expect(decideNextStep(6, answered(status), endedAt, plain)).toEqual({ kind: 'dead', reason: 'exhausted' });
  });
});

describe('no response', () => {
  it.for(failures)('[WH3] %s ends the delivery, on every attempt', (reason) => {
    for (const attempt of attempts) {
      expect(decideNextStep(attempt, failed(reason), endedAt, plain)).toEqual({ kind: 'dead', reason });
    }
  });

  it('[WH6] an abandoned attempt is made again at once, on every attempt and under every policy', () => {
    for (const attempt of attempts) {
      for (const policy of [plain, standard]) {
        const step = decideNextStep(attempt, { kind: 'abandoned' }, endedAt, policy);
        expect(step).toEqual({ kind: 'repeat', dueAt: endedAt });
      }
    }
  });
});

describe('a transport', () => {
  it.for([
    [{ kind: 'delivered' }, { kind: 'delivered' }],
    [
      { kind: 'refused', reason: 'gone' },
      { kind: 'dead', reason: 'refused' },
    ],
  ] as const)('[TP5][TP6] %j is final, on every attempt', ([outcome, step]) => {
    for (const attempt of attempts) expect(decideNextStep(attempt, outcome, endedAt, plain)).toEqual(step);
  });

  it('[TP5] names its own wait, or leaves it to the gaps, and makes no more attempts', () => {
    const after = (attempt: number, afterMs?: number) =>
      decideNextStep(attempt, { kind: 'later', ...(afterMs !== undefined && { afterMs }) }, endedAt, plain);
    expect(after(2, 700)).toEqual({ kind: 'retry', dueAt: 1_700 });
    expect(after(2, 0)).toEqual({ kind: 'retry', dueAt: 1_000 });
    expect(after(2)).toEqual({ kind: 'retry', dueAt: 11_000 });
    expect(after(6, 700)).toEqual({ kind: 'dead', reason: 'exhausted' });
  });
});

describe('the preset standard', () => {
  it('[WH8] retries when no connection was made, as often as after an error response', () => {
    for (const [index, gap] of gaps.entries()) {
      const step = decideNextStep(index + 1, failed('connect'), endedAt, standard);
      expect(step).toEqual({ kind: 'retry', dueAt: 1_000 + gap });
    }
    expect(decideNextStep(6, failed('connect'), endedAt, standard)).toEqual({ kind: 'dead', reason: 'exhausted' });
  });

  it.for(failures.filter((reason) => reason !== 'connect'))('[WH8] %s stays final', (reason) => {
    expect(decideNextStep(1, failed(reason), endedAt, standard)).toEqual({ kind: 'dead', reason });
  });

  it('[WH8] handles responses as the preset plain does', () => {
    for (const status of [200, 299, 301, 404, 500]) {
      for (const attempt of attempts) {
        const expected = decideNextStep(attempt, answered(status), endedAt, plain);
        expect(decideNextStep(attempt, answered(status), endedAt, standard)).toEqual(expected);
      }
    }
  });
});

describe('the scale', () => {
  it.for([
    [1, [5_000, 10_000, 15_000, 20_000, 25_000]],
    [0.001, [5, 10, 15, 20, 25]],
    [0.0001, [1, 1, 2, 2, 3]],
    [2, [10_000, 20_000, 30_000, 40_000, 50_000]],
    [0, [0, 0, 0, 0, 0]],
  ] as const)('[WH9] %d multiplies the gaps', ([scale, gapsMs]) => {
    expect(createRetryPolicy({ scale })).toEqual({ gapsMs, retriedFailures: [] });
  });

  it.for([-1, Number.NaN, Number.POSITIVE_INFINITY])('[WH9] %d is refused', (scale) => {
    expect(() => createRetryPolicy({ scale })).toThrow(new RangeError(`The scale of retries cannot be ${scale}.`));
  });
});

it.for(['exponential', 'constructor', 7])('[ER10] the preset %o is an error that says which there are', (preset) => {
  expect(() => createRetryPolicy({ preset: preset as never })).toThrow(TypeError);
  expect(() => createRetryPolicy({ preset: preset as never })).toThrow(
    /^.*preset of retries.* There are: plain, standard\.$/,
  );
});

it('[WH5] a policy with more gaps does not make more attempts', () => {
  const eager = { gapsMs: new Array(20).fill(1), retriedFailures: failures };
  expect(decideNextStep(maxAttempts, answered(500), endedAt, eager)).toEqual({ kind: 'dead', reason: 'exhausted' });
  expect(decideNextStep(maxAttempts, failed('tls'), endedAt, eager)).toEqual({ kind: 'dead', reason: 'exhausted' });
  expect(decideNextStep(7, answered(500), endedAt, eager)).toEqual({ kind: 'dead', reason: 'exhausted' });
});
