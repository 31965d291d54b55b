/** Runs calls one after the other. Overlapping calls wait only for calls that do not overlap. */
export interface Turns {
  /** Calls begin in the order of their requests, immediately if nothing blocks them. */
  take<T>(call: () => Promise<T>, options?: { readonly overlaps?: boolean }): Promise<T>;
  /** The number of calls that have not begun. */
  waiting(): number;
}

interface Waiting {
  readonly overlaps: boolean;
  begin(): void;
}

export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  let running = 0;
  /** Whether a call that does not overlap is running. */
  let isAlone = false;

  function beginNext(): void {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (isAlone || (running > 0 && !first.overlaps)) return;
      waiting.shift();
      running += 1;
      isAlone = !first.overlaps;
      first.begin();
    }
  }

  function end(): void {
    running -= 1;
    isAlone = false;
    beginNext();
  }

  return {
    waiting: () => waiting.length,
    take<T>(call: () => Promise<T>, { overlaps = false } = {}) {
      const { promise, resolve } = Promise.withResolvers<T>();
      const begin = () => {
        const called = call();
        resolve(called);
        called.then(end, end);
      };
      waiting.push({ overlaps, begin });
      beginNext();
      return promise;
    },
  };
}
