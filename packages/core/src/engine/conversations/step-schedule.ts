import type { Clock, Timer } from '../../ports/clock.ts';

/** When the steps of one process run, whoever takes them. */
export interface StepSchedule {
  readonly gate: StepGate;
  readonly pace: StepPace;
}

export function createStepSchedule(dependencies: { readonly clock: Clock; readonly timer: Timer }): StepSchedule {
  return { gate: createStepGate(), pace: createStepPace(dependencies) };
}

/** Lets steps of one process run side by side, or one of them alone. */
export interface StepGate {
  /** Runs it beside others, once no step is alone or waits to be. */
  together<T>(step: () => Promise<T>): Promise<T>;
  /** Runs it when those under way are done, while the others wait. */
  alone<T>(step: () => Promise<T>): Promise<T>;
}

/** @spec CV50 */
export function createStepGate(): StepGate {
  /** Resolves when no step that came before runs alone. */
  let lastAlone: Promise<void> | undefined;
  const together = new Set<Promise<unknown>>();

  return {
    async together(step) {
      while (lastAlone !== undefined) await lastAlone;
      const run = step();
      together.add(run);
      try {
        return await run;
      } finally {
        together.delete(run);
      }
    },
    async alone(step) {
      const before = lastAlone;
      const end = Promise.withResolvers<void>();
      lastAlone = end.promise;
      try {
        await before;
        await Promise.allSettled(together);
        return await step();
      } finally {
        if (lastAlone === end.promise) lastAlone = undefined;
        end.resolve();
      }
    },
  };
}

/** Limits how long steps run in a row: everything else in the process gets its time, and brands take turns. */
export interface StepPace {
  /** Computes, and counts the time that it takes. */
  measure<T>(compute: () => T): T;
  /** Whether steps have run so long that everything else comes first. */
  isOver(): boolean;
  /** Waits until everything else had its turn. Steps that wait go on by brand, in turns. */
  pause(brand: string): Promise<void>;
}

/** How long steps run in a row. A step that has begun is not cut short. */
const maxRunMs = 10;

/** @spec CV55 */
export function createStepPace({ clock, timer }: { readonly clock: Clock; readonly timer: Timer }): StepPace {
  let paused: { readonly brand: string; resume(): void }[] = [];
  let spentMs = 0;

  async function resumeAll(): Promise<void> {
    await timer.sleep(0);
    const waiting = paused;
    paused = [];
    spentMs = 0;
    for (const { resume } of inTurns(waiting)) resume();
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
    isOver: () => spentMs >= maxRunMs,
    pause(brand) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (paused.length === 0) void resumeAll();
      paused.push({ brand, resume: resolve });
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
