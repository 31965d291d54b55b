/** Stops what runs under it when its time is up, or when all bounds are closed. */
export interface Bound {
  readonly signal: AbortSignal;
  /** Why the signal is stopped; `undefined` while it is not. */
  readonly stopped: 'timeout' | 'closed' | undefined;
  /** Counts anew, from now. */
  renew(ms: number): void;
  /** Ends the bound: nothing runs under it any more. */
  release(): void;
}

export interface Bounds {
  open(ms: number): Bound;
  /** Stops all bounds, and every one opened later. Resolves when those that were open are released. */
  close(): Promise<void>;
}

/** The longest that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** @spec SN10, SN13 */
export function createBounds(): Bounds {
  const open = new Map<(why: 'closed') => void, Promise<void>>();
  let isClosed = false;

  return {
    open(ms) {
      const controller = new AbortController();
      const released = Promise.withResolvers<void>();
      let why: Bound['stopped'];
      const stop = (reason: 'timeout' | 'closed'): void => {
        why ??= reason;
        controller.abort();
      };
      const start = (wait: number): NodeJS.Timeout => setTimeout(stop, Math.min(wait, longestMs), 'timeout');
      let timer = start(ms);
      open.set(stop, released.promise);
      if (isClosed) stop('closed');

      return {
        signal: controller.signal,
        get stopped() {
          return why;
        },
        renew(wait) {
          clearTimeout(timer);
          timer = start(wait);
        },
        release() {
          clearTimeout(timer);
          open.delete(stop);
          released.resolve();
        },
      };
    },

    async close() {
      isClosed = true;
      const ends = [...open.values()];
      for (const stop of open.keys()) stop('closed');
      await Promise.all(ends);
    },
  };
}
