import { expect, it } from 'vitest';
import { runs } from '../../../scripts/depth.ts';
import { planOf } from './plan.ts';
import { regressionPlans } from './regression-plans.ts';
import { simulate } from './simulate.ts';

/** From seed 0. The mutant that is hardest to find is found within 500, the seeds of a run with `--nightly`. */
const seeds = runs(100);
/** How many of them also run where programs have the lock of the store: fewer schedules differ there. */
const seedsWithLock = runs(20);
/** Each part is a test, so that a failure is seen before all have run. */
const part = 20;
const parts = [
  ...Array.from({ length: seeds / part }, (_, index) => ({ from: index * part, hasLock: false })),
  ...Array.from({ length: seedsWithLock / part }, (_, index) => ({ from: index * part, hasLock: true })),
];

it.for(parts)(
  `every invariant holds with any faults: ${part} seeds from $from, under the lock of the store: $hasLock`,
  async ({ from, hasLock }) => {
    const total = { deliveries: 0, messages: 0, dead: 0 };
    for (let seed = from; seed < from + part; seed += 1) {
      const { violation, seen } = await simulate(planOf(seed), { hasLock });
      expect(violation?.message, `npm run simulate -- --seed ${seed}${hasLock ? ' --lock' : ''}`).toBeUndefined();
      total.deliveries += seen.deliveries;
      total.messages += seen.messages;
      total.dead += seen.dead;
    }
    // A simulation in which nothing happens would hold too.
    expect(total.deliveries).toBeGreaterThan(10 * part);
    expect(total.messages).toBeGreaterThan(10 * part);
    expect(total.dead).toBeGreaterThan(part / 10);
  },
);

it.for(Object.entries(regressionPlans))('regression: %s', async ([, plan]) => {
  for (const hasLock of [false, true]) expect((await simulate(plan, { hasLock })).violation).toBeUndefined();
});
