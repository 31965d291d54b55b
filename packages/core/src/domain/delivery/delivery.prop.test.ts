import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DeliveryProgress, nextAttemptOf, openDelivery, recordAttempt } from './delivery-progress.ts';
import {
  type AttemptFailure,
  type AttemptOutcome,
  createRetryPolicy,
  maxAttempts,
  type RetryPolicy,
} from './retry-policy.ts';

const settings = { seed: 20261121, numRuns: 1_000 };

const failure: fc.Arbitrary<AttemptFailure> = fc.constantFrom('connect', 'tls', 'timeout', 'blocked', 'malformed');
const outcome: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('answered' as const), status: fc.integer({ min: 0, max: 700 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answered' as const), status: fc.constantFrom(200, 299) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('failed' as const), reason: failure }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'abandoned' as const }) },
);
const ended = fc.record({ waitMs: fc.nat(5_000), durationMs: fc.nat(70_000), outcome });
const policy: fc.Arbitrary<RetryPolicy> = fc.oneof(
  fc
    .record({
      preset: fc.constantFrom('plain' as const, 'standard' as const),
      scale: fc.double({ min: 0, max: 10, noNaN: true }),
    })
    .map(createRetryPolicy),
  fc.record({ gapsMs: fc.array(fc.nat(1_000), { maxLength: 30 }), retriedFailures: fc.array(failure) }),
);

it('[WH4][WH5][WH7][WH13] no sequence of outcomes, under no policy, makes more than six attempts', () => {
  fc.assert(
    fc.property(policy, fc.array(ended, { maxLength: 40 }), (rules, steps) => {
      let progress: DeliveryProgress = openDelivery(0);
      for (const { waitMs, durationMs, outcome: how } of steps) {
        const before = progress;
        const startedAt = (before.state === 'pending' ? before.dueAt : before.finishedAt) + waitMs;
        const endedAt = startedAt + durationMs;
        progress = recordAttempt(before, { startedAt, endedAt, outcome: how }, rules);

        expect(progress.attempts.length).toBeLessThanOrEqual(maxAttempts);
        if (before.state !== 'pending') {
          expect(progress).toBe(before);
          continue;
        }
        expect(nextAttemptOf(before)).toBeLessThanOrEqual(maxAttempts);
        const counts = how.kind === 'abandoned' ? 0 : 1;
        expect(progress.attempts.length).toBe(before.attempts.length + counts);
        if (progress.state === 'pending') expect(progress.dueAt).toBeGreaterThanOrEqual(endedAt);
        else expect(progress.finishedAt).toBe(endedAt);
      }
    }),
    settings,
  );
});

it('[WH1][WH2][WH3][WH6] the first final outcome decides how a delivery ends', () => {
  fc.assert(
    fc.property(fc.array(outcome, { maxLength: 20 }), (outcomes) => {
      let progress: DeliveryProgress = openDelivery(0);
      for (const how of outcomes)
        progress = recordAttempt(progress, { startedAt: 0, endedAt: 0, outcome: how }, createRetryPolicy());

      const counted = outcomes.filter(({ kind }) => kind !== 'abandoned').slice(0, maxAttempts);
      const isFinal = (how: AttemptOutcome): boolean =>
        how.kind === 'failed' || (how.kind === 'answered' && how.status >= 200 && how.status <= 299);
      const final = counted.find(isFinal);
      if (final === undefined) expect(progress.state).toBe(counted.length === maxAttempts ? 'dead' : 'pending');
      else if (final.kind === 'failed') expect(progress).toMatchObject({ state: 'dead', reason: final.reason });
      else expect(progress.state).toBe('delivered');
    }),
    settings,
  );
});
