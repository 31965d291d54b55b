import { Bench } from 'tinybench';
import type { Arm, Comparison, Figures, Promised } from './benchmark.ts';
import type { ArmResult, CaseResult, Outcome, RatioResult, Spread } from './result.ts';
import { spreadOf } from './spread.ts';

interface Clock {
  readonly unit: string;
  /** Milliseconds since some moment. */
  readonly now: () => number;
  /** The minimum duration of a repeat by this clock. */
  readonly leastMs: number;
}

/** The repeats of an arm. */
interface Measured {
  readonly arm: Arm;
  /** One for each round. */
  readonly rounds: Figures[];
}

export const clocks: Readonly<Record<'wall' | 'processor', Clock>> = {
  wall: { unit: 'ms', now: () => performance.now(), leastMs: 0 },
  processor: {
    unit: 'ms of processor',
    now: () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1_000;
    },
    // The clock advances in coarse steps.
    leastMs: 100,
  },
};

/** If short repeats make a comparison ask for more of them than the run: the time after which it has enough. */
const moreRepeatsMs = 30_000;

/** Measures arms in turns, and in the reverse order in every other round. */
export async function compareArms(
  comparison: Comparison,
  repeats: number,
  clock: Clock = clocks[comparison.clock ?? 'wall'],
): Promise<CaseResult> {
  const { title, arms, warmUp = 2, batchMs = clock.leastMs, timesRepeats = 1 } = comparison;
  const rounds = Math.max(1, Math.min(repeats * timesRepeats, comparison.maxRepeats ?? Number.POSITIVE_INFINITY));
  const measured = arms.map((arm): Measured => ({ arm, rounds: [] }));

  let done = 0;
  const startedAt = performance.now();
  const isLong = () => performance.now() - startedAt > moreRepeatsMs;
  for (let round = -warmUp; round < rounds; round += 1) {
    if (round >= repeats && isLong()) break;
    done = Math.max(0, round + 1);
    for (const each of round % 2 === 0 ? measured : measured.toReversed()) {
      const figures = await repeat(each.arm, round, { ...clock, leastMs: batchMs });
      if (round >= 0) each.rounds.push(figures);
    }
  }

  return {
    title,
    repeats: done,
    arms: measured.map(armResult),
    ratios: (comparison.ratios ?? []).map((promised) => ratioResult(promised, measured)),
  };
}

async function repeat(arm: Arm, round: number, { unit, now, leastMs }: Clock): Promise<Figures> {
  await arm.before?.(round);
  if ('measure' in arm) return await arm.measure(round);
  const bench = new Bench({ iterations: 1, time: leastMs, warmup: false, throws: true, now });
  // Without `async`, it would call the function once more to see whether it returns a promise.
  const [task] = await bench.add(arm.name, () => arm.run(round), { async: true }).run();
  if (task?.result.state !== 'completed') throw new Error(`The arm "${arm.name}" was not measured.`);
  return { [unit]: task.result.latency.mean };
}

function armResult({ arm: { name, size }, rounds }: Measured): ArmResult {
  const units = Object.keys(rounds[0] ?? {});
  const figures = units.map((unit) => [unit, spreadOf(rounds.map((each) => each[unit] ?? Number.NaN))] as const);
  return { name, ...(size !== undefined && { size }), figures: Object.fromEntries(figures) };
}

function ratioResult(promised: Promised, measured: readonly Measured[]): RatioResult {
  const { of, to, atMost, atLeast, aim } = promised;
  const over = roundsOf(of, measured);
  const figure = promised.figure ?? Object.keys(over[0] ?? {})[0] ?? 'ms';
  const under = to === undefined ? undefined : roundsOf(to, measured);
  const values = over.map((each, round) => {
    const value = each[figure];
    const divisor = under === undefined ? 1 : under[round]?.[figure];
    if (value === undefined || divisor === undefined) throw new Error(`Nothing was measured in ${figure}.`);
    return value / divisor;
  });
  const value = spreadOf(values);
  return {
    of,
    ...(to !== undefined && { to }),
    figure,
    value,
    ...(atMost !== undefined && { atMost }),
    ...(atLeast !== undefined && { atLeast }),
    ...(aim !== undefined && { aim }),
    outcome: outcomeOf(value, promised),
  };
}

function roundsOf(name: string, measured: readonly Measured[]): readonly Figures[] {
  const found = measured.find(({ arm }) => arm.name === name);
  if (found === undefined) throw new Error(`There is no arm "${name}".`);
  return found.rounds;
}

/** By the median. Without a bound, an aim is reached from above, and nothing is missed. */
export function outcomeOf({ median }: Spread, { atMost, atLeast, aim }: Omit<Promised, 'of'>): Outcome {
  if (atMost === undefined && atLeast === undefined && aim === undefined) return 'none';
  const isKept = median <= (atMost ?? Number.POSITIVE_INFINITY) && median >= (atLeast ?? Number.NEGATIVE_INFINITY);
  if (!isKept) return 'missed';
  const isReached = aim !== undefined && (atLeast === undefined ? median <= aim : median >= aim);
  if (isReached) return 'reached';
  return atMost === undefined && atLeast === undefined ? 'none' : 'kept';
}

/** The promise that the cost of the arm of the largest size is at most this multiple of the cost of the smallest. */
export function growth(arms: readonly Arm[], bounds: Pick<Promised, 'atMost' | 'aim' | 'figure'> = {}): Promised {
  const sorted = arms.toSorted((a, b) => (a.size ?? 0) - (b.size ?? 0));
  const [smallest, largest] = [sorted[0], sorted.at(-1)];
  if (smallest === undefined || largest === undefined) throw new Error('There are no arms.');
  return { of: largest.name, to: smallest.name, ...bounds };
}
