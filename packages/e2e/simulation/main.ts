import { parseArgs } from 'node:util';
import { type Run, shrink } from './find.ts';
import { mutants, type NamedMutant } from './mutants.ts';
import { planOf } from './plan.ts';
import { type Simulation, simulate } from './simulate.ts';

const usage = `Runs the engine on virtual time, with faults, from seeds.

  npm run simulate -- --seed 123              prints what happens, and the smallest plan when it fails
  npm run simulate -- --from 0 --count 2000   runs seeds in order
  npm run simulate -- --mutant lost_update    the same with a mistake put in
  npm run simulate -- --lock                  the same where programs run under the lock of the store

`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '0' },
    count: { type: 'string', default: '2000' },
    mutant: { type: 'string' },
    lock: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Prints the progress of the run after this many seeds. */
const reportEvery = 500;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new TypeError(`--${name} takes an integer from 0.`);
  return number;
}

function findMutant(name: string | undefined): NamedMutant | undefined {
  const mutant = name === undefined ? undefined : mutants[name];
  if (name !== undefined && mutant === undefined) {
    throw new TypeError(`There is no mutant ${name}, but ${Object.keys(mutants).join(', ')}.`);
  }
  return mutant;
}

async function replay(seed: number, how: Run): Promise<void> {
  const run = await simulate(planOf(seed), { ...how, traced: true });
  for (const line of run.trace) say(line);
  say(`Seed ${seed}: ${JSON.stringify(run.seen)}, trace ${run.hash}`);
  if (run.violation !== undefined) await explain(seed, run.violation.message, how);
}

/** Prints the smallest plan that fails. */
async function explain(seed: number, message: string, how: Run): Promise<void> {
  process.exitCode = 1;
  say(`Seed ${seed} fails: ${message}`);
  const shrunk = await shrink(seed, how);
  if (shrunk === undefined) return;
  const { plan, simulation, tried } = shrunk;
  say(`The smallest plan of ${tried} has ${plan.steps.length} steps: ${simulation.violation?.message}`);
  say(JSON.stringify(plan, undefined, 1));
}

async function runAll(from: number, count: number, how: Run): Promise<void> {
  const totals: Record<string, number> = {};
  const failed: number[] = [];
  const startedAt = performance.now();
  for (let seed = from; seed < from + count; seed += 1) {
    const { violation, seen }: Simulation = await simulate(planOf(seed), how);
    for (const [name, number] of Object.entries(seen)) totals[name] = (totals[name] ?? 0) + number;
    if (violation !== undefined) {
      failed.push(seed);
      if (failed.length === 1) await explain(seed, violation.message, how);
      else say(`Seed ${seed} fails: ${violation.message}`);
    }
    const run = seed - from + 1;
    if (run % reportEvery !== 0 && run !== count) continue;
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    say(`${run} seeds in ${seconds} s, ${failed.length} failed: ${JSON.stringify(totals)}`);
  }
}

const mutant = findMutant(values.mutant);
const how: Run = { mutant, hasLock: values.lock || mutant?.hasLock === true };
if (values.help) say(usage);
else if (values.seed !== undefined) await replay(readNumber('seed', values.seed), how);
else await runAll(readNumber('from', values.from), readNumber('count', values.count), how);
