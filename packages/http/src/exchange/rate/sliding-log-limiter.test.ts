import fc from 'fast-check';
import { expect, it } from 'vitest';
import { slidingLogLimiter } from './sliding-log-limiter.ts';

it('[HT27][HT28] lets so many through in any second, and says how long to wait', async () => {
  const limiter = slidingLogLimiter(2);
  const at = (now: number) => limiter.admit('a', now);
  const admitted = { kind: 'admitted' };

  expect(await at(0)).toEqual(admitted);
  expect(await at(400)).toEqual(admitted);
  expect(await at(500)).toEqual({ kind: 'refused', retryAfterMs: 500 });
  expect(await at(999)).toEqual({ kind: 'refused', retryAfterMs: 1 });
  expect(await at(1_000)).toEqual(admitted);
  expect(await at(1_000)).toEqual({ kind: 'refused', retryAfterMs: 400 });
  expect(await at(1_400)).toEqual(admitted);
});

it('[HT27] each credential has a log of its own', async () => {
  const limiter = slidingLogLimiter(1);
  const verdicts = [await limiter.admit('a', 0), await limiter.admit('b', 0), await limiter.admit('a', 1)];
  expect(verdicts.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'refused']);
});

it('[HT27][HT28][HT29] judges as one that remembers everything does', async () => {
  const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 700 })), {
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), requests, async (limit, steps) => {
      const limiter = slidingLogLimiter(limit);
      const remembered: { readonly key: string; readonly time: number }[] = [];
      let now = 0;
      for (const [key, gap] of steps) {
        now += gap;
        const recent = remembered.filter((entry) => entry.key === key && entry.time > now - 1_000);
        const expected = recent.length < limit ? 'admitted' : 'refused';
        expect((await limiter.admit(key, now)).kind).toBe(expected);
        if (expected === 'admitted') remembered.push({ key, time: now });
      }
    }),
    { seed: 20261121, numRuns: 200 },
  );
});

it('[HT29] forgets idle callers', async () => {
  const limiter = slidingLogLimiter(1);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 300_000; index += 1) await limiter.admit(`caller ${index} ${'x'.repeat(200)}`, index);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
});
