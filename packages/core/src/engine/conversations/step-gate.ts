/** Lets steps of one process run beside each other, or one of them alone. */
export interface StepGate {
  /** Runs it beside others, when none is alone or waits to be. */
  together<T>(step: () => Promise<T>): Promise<T>;
  /** Runs it when those under way are done, while the others wait. */
  alone<T>(step: () => Promise<T>): Promise<T>;
}

/** @spec CV50 */
export function createStepGate(): StepGate {
  /** Settles when nothing that began before runs alone. */
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
      const over = Promise.withResolvers<void>();
      lastAlone = over.promise;
      try {
        await before;
        await Promise.allSettled(together);
        return await step();
      } finally {
        if (lastAlone === over.promise) lastAlone = undefined;
        over.resolve();
      }
    },
  };
}
