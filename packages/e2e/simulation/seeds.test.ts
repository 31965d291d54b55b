import { expect, it } from 'vitest';
import { keptPlans } from './kept-plans.ts';
import { planOf } from './plan.ts';
import { simulate } from './simulate.ts';

/** The seeds of every CI run, from seed 0. The mutant that is hardest to find is found within 600. */
const seeds = 1_000;
/** Each part is a test, so that a failure is seen before all have run. */
const parts = 10;
const first = Array.from({ length: parts }, (_, part) => (part * seeds) / parts);

it.for(first)(
  `whatever fails meanwhile, everything that must hold does: ${seeds / parts} seeds from %i`,
  async (from) => {
    const total = { deliveries: 0, messages: 0, dead: 0 };
    for (let seed = from; seed < from + seeds / parts; seed += 1) {
      const { violation, seen } = await simulate(planOf(seed));
      expect(violation?.message, `npm run simulate -- --seed ${seed}`).toBeUndefined();
      total.deliveries += seen.deliveries;
      total.messages += seen.messages;
      total.dead += seen.dead;
    }
    // A simulation in which nothing happens would hold too.
    expect(total.deliveries).toBeGreaterThan(1_000);
    expect(total.messages).toBeGreaterThan(1_000);
    expect(total.dead).toBeGreaterThan(50);
  },
);

it.for(Object.entries(keptPlans))('kept: %s', async ([, plan]) => {
  expect((await simulate(plan)).violation).toBeUndefined();
});
