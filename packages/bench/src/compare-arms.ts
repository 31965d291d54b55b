import { median, quantile } from './median.ts';

const roundsMs = 700;
const fewestRounds = 10;

export interface Comparison {
  /** Median milliseconds of each arm. */
  readonly medians: readonly [number, number];
  readonly ratio: number;
}

interface Listed {
  readonly items: readonly unknown[];
}

/** Alternates between two arms, so that other load affects both, and prints medians, spread and ratio. */
export async function compareArms(
  title: string,
  arms: readonly [() => Promise<Listed>, () => Promise<Listed>],
): Promise<Comparison> {
  const times: readonly [number[], number[]] = [[], []];
  const rows: number[] = [];
  for (const arm of arms) rows.push((await arm()).items.length);
  const endsAt = performance.now() + roundsMs;
  while (performance.now() < endsAt || times[0].length < fewestRounds) {
    for (const [index, arm] of arms.entries()) {
      const startedAt = performance.now();
      await arm();
      times[index as 0 | 1].push(performance.now() - startedAt);
    }
  }
  const medians = [median(times[0]), median(times[1])] as const;
  const ratio = medians[1] / medians[0];
  const [small, large] = times.map(
    (each) => `${median(each).toFixed(3)} (${quantile(each, 0.1).toFixed(3)}–${quantile(each, 0.9).toFixed(3)})`,
  );
  // A page with fewer rows takes less time at any size.
  const difference = rows[0] === rows[1] ? '' : `   (${rows[0]} rows against ${rows[1]})`;
  const figures = `${small?.padStart(22)}${large?.padStart(24)} ms   ratio ${ratio.toFixed(2)}${difference}`;
  console.log(title.padEnd(32) + figures);
  return { medians, ratio };
}
