export interface WriteLock {
  /** Waits for its turn, first come first served. @returns What gives the lock back. */
  acquire(): Promise<() => void>;
}

export function createWriteLock(): WriteLock {
  let last = Promise.resolve();
  return {
    async acquire() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = promise;
      await before;
      return resolve;
    },
  };
}
