import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawOf, type Plan, planArbitrary, planOf } from './plan.ts';
import { simulate } from './simulate.ts';

it('one seed gives one trace, independent of earlier runs in the process', async () => {
  const seeds = [3, 77, 204, 31_337];
  const hashes = async () => {
    const found: string[] = [];
    for (const seed of seeds) found.push((await simulate(planOf(seed), { traced: true })).hash);
    return found;
  };
  const first = await hashes();
  await simulate(planOf(5));
  expect(await hashes()).toEqual(first);
  expect(new Set(first).size).toBe(seeds.length);
});

it('a trace tells of every step', async () => {
  const plan = planOf(77);
  const { trace } = await simulate(plan, { traced: true });
  expect(plan.steps.length).toBeGreaterThan(10);
  expect(trace.filter((line) => line.slice(8).startsWith('step '))).toHaveLength(plan.steps.length);
});

it('a seed is shrunk from the plan that it runs', () => {
  let drawn: Plan | undefined;
  const property = fc.property(planArbitrary, (plan) => {
    drawn = plan;
  });
  for (const seed of [0, 1, 123, 99_999]) {
    fc.assert(property, drawOf(seed));
    expect(drawn).toEqual(planOf(seed));
  }
});
