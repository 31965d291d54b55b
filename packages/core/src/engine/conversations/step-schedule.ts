import type { Clock, Timer } from '../../ports/clock.ts';

/** Lets steps of one process run concurrently, or a single one exclusively. */
export interface StepGate {
  /** Runs the step concurrently with others, when no step runs exclusively or waits to. */
  runConcurrently<T>(step: () => Promise<T>): Promise<T>;
  /** Runs the step after all running steps, while all others wait. */
  runAlone<T>(step: () => Promise<T>): Promise<T>;
}

/** @spec CV50 */
export function createStepGate(): StepGate {
  /** Resolves when no earlier exclusive step runs. */
  let lastAlone: Promise<void> | undefined;
  const underWay = new Set<Promise<unknown>>();

  return {
    async runConcurrently(step) {
      while (lastAlone !== undefined) await lastAlone;
      const run = step();
      underWay.add(run);
      try {
        return await run;
      } finally {
        underWay.delete(run);
      }
    },
    async runAlone(step) {
      const before = lastAlone;
      const end = Promise.withResolvers<void>();
      lastAlone = end.promise;
      try {
        await before;
        await Promise.allSettled(underWay);
        return await step();
      } finally {
        if (lastAlone === end.promise) lastAlone = undefined;
        end.resolve();
      }
    },
  };
}

/** Limits how long steps run in a row, so that other work in the process can run and brands take turns. */
export interface StepPace {
  /** Computes, and counts the time that it takes. */
  measure<T>(compute: () => T): T;
  /** Whether steps have run so long that other work must run first. */
  isOver(): boolean;
  /** Waits until other work has run. Then waiting steps continue, brands in turns. */
  pause(brand: string): Promise<void>;
}

/** Milliseconds that steps run in a row. A step that has begun is not interrupted. */
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
        spentMs += Math.max(0, clock.now() - before);
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

/** The first of each brand, then the second of each, in order of arrival. */
function inTurns<T extends { readonly brand: string }>(waiting: readonly T[]): readonly T[] {
  const ofBrands = [...Map.groupBy(waiting, ({ brand }) => brand).values()];
  const longest = Math.max(0, ...ofBrands.map(({ length }) => length));
  const rounds = Array.from({ length: longest }, (_, round) => ofBrands.flatMap((each) => each[round] ?? []));
  return rounds.flat();
}
