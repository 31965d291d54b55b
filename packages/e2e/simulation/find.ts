import fc from 'fast-check';
import { drawOf, type Plan, planArbitrary, planOf } from './plan.ts';
import { type Simulation, type SimulationOptions, simulate } from './simulate.ts';
import type { Violation } from './violation.ts';

export interface FoundFailure {
  readonly seed: number;
  readonly violation: Violation;
}

/** How the seeds are run. */
export type Run = Pick<SimulationOptions, 'mutant' | 'hasLock'>;

/** Runs seeds in order. @returns The first that fails. */
export async function findFailure(
  seeds: { readonly from: number; readonly count: number },
  run: Run = {},
): Promise<FoundFailure | undefined> {
  for (let seed = seeds.from; seed < seeds.from + seeds.count; seed += 1) {
    const { violation } = await simulate(planOf(seed), run);
    if (violation !== undefined) return { seed, violation };
  }
  return undefined;
}

export interface Shrunk {
  /** The fewest and simplest steps that were found to fail. */
  readonly plan: Plan;
  readonly simulation: Simulation;
  /** How many plans were tried. */
  readonly tried: number;
}

/** How many plans are tried to make one smaller: a few hundred steps are gone after a few hundred tries. */
const maxTries = 1_500;

/** Finds a smaller plan that breaks an invariant. @returns `undefined` when the seed breaks none. */
export async function shrink(seed: number, run: Run = {}): Promise<Shrunk | undefined> {
  const options = { ...run, traced: true };
  let tried = 0;
  const { failed, counterexample } = await fc.check(
    fc.asyncProperty(planArbitrary, async (plan) => {
      tried += 1;
      return tried > maxTries || (await simulate(plan, options)).violation === undefined;
    }),
    drawOf(seed),
  );
  const [plan] = counterexample ?? [];
  if (!failed || plan === undefined) return undefined;
  return { plan, simulation: await simulate(plan, options), tried };
}
