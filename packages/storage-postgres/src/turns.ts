/** Lets calls run one after the other, but for those that may overlap: they wait only for the others. */
export interface Turns {
  /** Calls begin in the order in which they were asked for, at once where nothing is in the way. */
  take<T>(call: () => Promise<T>, options?: { readonly overlaps?: boolean }): Promise<T>;
  /** How many calls have not begun. */
  waiting(): number;
}

interface Waiting {
  readonly overlaps: boolean;
  begin(): void;
}

export function createTurns(): Turns {
  const waiting: Waiting[] = [];
  let running = 0;
  /** One that does not overlap is running. */
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
