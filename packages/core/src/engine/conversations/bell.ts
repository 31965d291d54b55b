/** Wakes in one process those who wait for work. */
export interface Bell {
  ring(): void;
  /** How often it was rung. */
  rings(): number;
  /** Waits until it was rung more often than this. */
  after(rings: number): Promise<void>;
}

export function createBell(): Bell {
  let count = 0;
  let next = Promise.withResolvers<void>();
  return {
    ring() {
      count += 1;
      next.resolve();
      next = Promise.withResolvers();
    },
    rings: () => count,
    after: (rings) => (rings < count ? Promise.resolve() : next.promise),
  };
}
