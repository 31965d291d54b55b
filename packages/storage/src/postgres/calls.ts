/** The running calls of a store. */
export interface Calls {
  /** @throws When the store is closed. */
  begin<T>(work: () => Promise<T>): Promise<T>;
  isClosed(): boolean;
  /** Refuses further calls, and waits for running ones. */
  close(): Promise<void>;
}

/** @param outer - Also counts the calls. */
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
