import { expect, it } from 'vitest';
import { findFailure, shrink } from './find.ts';
import { mutants } from './mutants.ts';
import { planOf } from './plan.ts';
import { simulate } from './simulate.ts';

it.for(Object.entries(mutants))('the mutant %s is found', async ([, mutant]) => {
  const { hasLock = false } = mutant;
  const found = await findFailure({ from: 0, count: mutant.within }, { mutant, hasLock });
  expect(mutant.breaks).toContain(found?.violation.invariant);
  if (found === undefined) return;
  // The same plan without the mistake holds.
  expect((await simulate(planOf(found.seed), { hasLock })).violation).toBeUndefined();
});

it('a failure is shrunk to a few steps, which fail the same way again', async () => {
  const mutant = mutants['conflict_that_wrote'];
  const found = await findFailure({ from: 0, count: 40 }, { mutant });
  const shrunk = await shrink(found?.seed ?? 0, { mutant });
  if (shrunk === undefined || mutant === undefined) throw new Error('Nothing was shrunk.');
  const { plan, simulation } = shrunk;
  expect(plan.steps.length).toBeLessThanOrEqual(4);
  const again = await simulate(plan, { mutant, traced: true });
  expect(again.violation?.message).toBe(simulation.violation?.message);
  expect(again.hash).toBe(simulation.hash);
});

it('a seed that holds is not shrunk', async () => {
  expect(await shrink(5)).toBeUndefined();
});
