import type { Alarm } from '../../ports/alarm.ts';
import type { Clock } from '../../ports/clock.ts';

/** Keeps the steps of one process from holding up everything else that it does, and brands from holding up brands. */
export interface StepPace {
  /** Computes, and takes the time. */
  measure<T>(compute: () => T): T;
  /** Whether whatever else waits comes first. */
  isOver(): boolean;
  /** Lets it. Of those that rest, brands come back in turns. */
  rest(brand: string): Promise<void>;
}

/** Of steps in a row, in milliseconds. A step that began is not cut short. */
const stintMs = 10;

/** @spec CV55 */
export function createStepPace({ clock, alarm }: { readonly clock: Clock; readonly alarm: Alarm }): StepPace {
  let resting: { readonly brand: string; resume(): void }[] = [];
  let spentMs = 0;

  async function goOn(): Promise<void> {
    await alarm.sleep(0);
    const rested = resting;
    resting = [];
    spentMs = 0;
    for (const { resume } of inTurns(rested)) resume();
  }

  return {
    measure(compute) {
      const before = clock.now();
      try {
        return compute();
      } finally {
        spentMs += clock.now() - before;
      }
    },
    isOver: () => spentMs >= stintMs,
    rest(brand) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (resting.length === 0) void goOn();
      resting.push({ brand, resume: resolve });
      return promise;
    },
  };
}

/** The first of each brand, then the second, each in the order in which they came. */
function inTurns<T extends { readonly brand: string }>(waiting: readonly T[]): readonly T[] {
  const ofBrands = [...Map.groupBy(waiting, ({ brand }) => brand).values()];
  const longest = Math.max(0, ...ofBrands.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => ofBrands.flatMap((each) => each[round] ?? []));
  return rounds.flat();
}
