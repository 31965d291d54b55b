import { deepEqual, equal } from 'node:assert/strict';
import type { RateDecision, RateLimiter } from '@botwright/core/ports';
import { casesOf } from '../contract.ts';
import { atOnce } from '../records/samples.ts';

const admitted: RateDecision = { kind: 'admitted' };

export const rateLimiterCases = casesOf({
  async '[RT1] as many as the limit are admitted in any window, and refused requests do not count'({
    storage: { rateLimiter },
  }) {
    deepEqual(await kindsAt(rateLimiter, [0, 400, 500, 999]), 'AARR');
    deepEqual(await kindsAt(rateLimiter, [1_000, 1_001, 1_399]), 'ARR');
    deepEqual(await kindsAt(rateLimiter, [1_400, 1_400]), 'AR');
    deepEqual(await kindsAt(rateLimiter, [9_000, 9_000, 9_000]), 'AAR');
  },
  async '[RT1] a limit that was lowered counts what was admitted before'({ storage: { rateLimiter } }) {
    for (const now of [0, 100, 200, 300]) await rateLimiter.admit('a', { now, limit: 4, windowMs: 1_000 });
    const lowered = { limit: 2, windowMs: 1_000 };
    deepEqual(await rateLimiter.admit('a', { now: 1_150, ...lowered }), { kind: 'refused', retryAfterMs: 50 });
    deepEqual(await rateLimiter.admit('a', { now: 1_200, ...lowered }), admitted);
  },
  async '[RT2] a refusal says when the next one is admitted'({ storage: { rateLimiter } }) {
    const at = (now: number) => rateLimiter.admit('a', { now, limit: 2, windowMs: 1_000 });
    await at(0);
    await at(400);
    deepEqual(await at(500), { kind: 'refused', retryAfterMs: 500 });
    deepEqual(await at(999), { kind: 'refused', retryAfterMs: 1 });
    deepEqual(await at(1_000), admitted);
    deepEqual(await at(1_000), { kind: 'refused', retryAfterMs: 400 });
  },
  async '[RT3] of requests that come at once no more than the limit are admitted'({ storage: { rateLimiter } }) {
    const outcomes = await atOnce(40, () => rateLimiter.admit('a', { now: 5, limit: 10, windowMs: 1_000 }));
    equal(outcomes.filter(({ kind }) => kind === 'admitted').length, 10);
    deepEqual(
      new Set(outcomes.flatMap((outcome) => (outcome.kind === 'refused' ? [outcome.retryAfterMs] : []))),
      new Set([1_000]),
    );
  },
  async '[RT4] each key has a count of its own'({ storage: { rateLimiter } }) {
    for (const key of ['a', 'A', '', 'a ']) {
      deepEqual(await rateLimiter.admit(key, { now: 0, limit: 1, windowMs: 1_000 }), admitted);
    }
    equal((await rateLimiter.admit('a', { now: 1, limit: 1, windowMs: 1_000 })).kind, 'refused');
  },
  async '[RT5] requests that were counted far in the future, before the clock was set back, refuse nobody'({
    storage: { rateLimiter },
  }) {
    deepEqual(await kindsAt(rateLimiter, [3_600_000, 3_600_000]), 'AA');
    deepEqual(await kindsAt(rateLimiter, [5, 5, 5]), 'AAR');
    deepEqual(await kindsAt(rateLimiter, [1_005, 1_005, 1_005]), 'AAR');
  },
  async '[RT5] a request that was counted up to a window in the future counts as now'({ storage: { rateLimiter } }) {
    deepEqual(await kindsAt(rateLimiter, [1_000, 1_000, 100, 1_099, 1_100, 1_100, 1_100]), 'AARRAAR');
  },
});

/** @returns `A` for each that was admitted, `R` for each that was refused, at 2 in a second. */
async function kindsAt(rateLimiter: RateLimiter, moments: readonly number[]): Promise<string> {
  let kinds = '';
  for (const now of moments) {
    const { kind } = await rateLimiter.admit('a', { now, limit: 2, windowMs: 1_000 });
    kinds += kind === 'admitted' ? 'A' : 'R';
  }
  return kinds;
}
