/** The calls of a store that run. */
export interface Calls {
  /** @throws When the store is closed. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  isClosed(): boolean;
  /** Accepts no further call, and waits for those that run. */
  close(): Promise<void>;
}

/** @param outer - Counts the calls, too. */
export function createCalls(outer?: Calls): Calls {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async begin(work) {
      if (isClosed) throw new Error('The storage is closed.');
      const running = outer === undefined ? work() : outer.begin(work);
      underWay.add(running);
      try {
        return await running;
      } finally {
        underWay.delete(running);
      }
    },
    isClosed: () => isClosed,
    async close() {
      isClosed = true;
      await Promise.allSettled(underWay);
    },
  };
}
