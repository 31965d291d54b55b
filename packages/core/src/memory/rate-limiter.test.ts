import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localRateLimiter } from './rate-limiter.ts';

const windowMs = 1_000;

it('[HT27][HT28] the limiter admits the limit of requests in any second, and returns how long to wait', async () => {
  const limiter = localRateLimiter();
  const at = (now: number) => limiter.admit('a', { now, limit: 2, windowMs });
  const admitted = { kind: 'admitted' };

  expect(await at(0)).toEqual(admitted);
  expect(await at(400)).toEqual(admitted);
  expect(await at(500)).toEqual({ kind: 'refused', retryAfterMs: 500 });
  expect(await at(999)).toEqual({ kind: 'refused', retryAfterMs: 1 });
  expect(await at(1_000)).toEqual(admitted);
  expect(await at(1_000)).toEqual({ kind: 'refused', retryAfterMs: 400 });
  expect(await at(1_400)).toEqual(admitted);
});

it('[HT27] each credential is counted separately', async () => {
  const limiter = localRateLimiter();
  const rate = { limit: 1, windowMs };
  const decisions = [
    await limiter.admit('a', { ...rate, now: 0 }),
    await limiter.admit('b', { ...rate, now: 0 }),
    await limiter.admit('a', { ...rate, now: 1 }),
  ];
  expect(decisions.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'refused']);
});

it('[HT27][HT28][HT29] the limiter decides like a limiter that remembers every request', async () => {
  const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 700 })), {
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), requests, async (limit, steps) => {
      const limiter = localRateLimiter();
      const remembered: { readonly key: string; readonly time: number }[] = [];
      let now = 0;
      for (const [key, gap] of steps) {
        now += gap;
        const recent = remembered.filter((entry) => entry.key === key && entry.time > now - 1_000);
        const expected = recent.length < limit ? 'admitted' : 'refused';
        expect((await limiter.admit(key, { now, limit, windowMs })).kind).toBe(expected);
        if (expected === 'admitted') remembered.push({ key, time: now });
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

it('[RT6][HT29] the limiter forgets idle callers', async () => {
  const limiter = localRateLimiter();
  let most = 0;
  for (let index = 0; index < 30_000; index += 1) {
    await limiter.admit(`caller ${index}`, { now: index, limit: 1, windowMs });
    most = Math.max(most, limiter.size());
  }
  // Those of a window, and of another one until they are swept.
  expect(most).toBeLessThanOrEqual(2 * windowMs);
  await limiter.admit('the last', { now: 100_000, limit: 1, windowMs });
  expect(limiter.size()).toBe(1);
});

it('[RT6][HT29] the limiter counts a longer window of the same limiter to its end, and another limit of the same caller', async () => {
  const limiter = localRateLimiter();
  const ask = (key: string, now: number, rate: { readonly limit: number; readonly windowMs: number }) =>
    limiter.admit(key, { now, ...rate });
  const minute = { limit: 1, windowMs: 60_000 };
  await ask('a', 0, minute);
  await ask('b', 5_000, { limit: 3, windowMs });
  expect(await ask('a', 10_000, minute)).toEqual({ kind: 'refused', retryAfterMs: 50_000 });

  for (const now of [20_000, 20_100, 20_200]) await ask('c', now, { limit: 3, windowMs });
  expect(await ask('c', 20_300, { limit: 1, windowMs })).toEqual({ kind: 'refused', retryAfterMs: 900 });
  expect(await ask('c', 20_300, { limit: 5, windowMs })).toEqual({ kind: 'admitted' });
});

it('[RT5] counts are of now when the clock is set back a little, and are dropped when it is set back far', () => {
  const limiter = localRateLimiter();
  const kindsAt = (moments: readonly number[]) =>
    moments.map((now) => limiter.admitNow('a', { now, limit: 3, windowMs }).kind === 'admitted');
  expect(kindsAt([5_200, 5_000, 5_100, 5_150, 6_000, 6_050])).toEqual([true, true, true, false, true, true]);
  expect(kindsAt([10, 20, 15, 30])).toEqual([true, true, true, false]);
});
