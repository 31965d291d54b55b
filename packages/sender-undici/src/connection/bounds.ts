export interface Destroyable {
  destroy(error?: Error): unknown;
}

/** Stops one request when its time is up, or when all bounds are closed. */
export interface Bound {
  /** Why it was stopped; `undefined` while it was not. */
  readonly stopped: 'timeout' | 'closed' | undefined;
  /** Destroys this, in place of what it held before, when it is stopped: at once if it was. */
  hold(held: Destroyable): void;
  /** Counts anew, from now. */
  renew(ms: number): void;
  /** Lets no time pass until it counts anew. */
  pause(): void;
  /** Counts the time that it was opened with anew, from now. */
  restart(): void;
  /** Ends the bound, and destroys what it held: nothing is left. */
  release(): void;
}

export interface Bounds {
  open(ms: number): Bound;
  /** Stops all bounds, and every one opened later. Resolves when those that were open are released. */
  close(): Promise<void>;
}

/** The longest that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** undici takes a connection that ends without an error for the end of a body of no declared length. */
function stoppedError(): Error {
  return new Error('The request was stopped.');
}

/** @spec SN10, SN13 */
export function createBounds(): Bounds {
  const open = new Set<(why: 'closed') => void>();
  const closed = Promise.withResolvers<void>();
  let isClosed = false;

  return {
    open(ms) {
      let why: Bound['stopped'];
      let held: Destroyable | undefined;
      const stop = (reason: 'timeout' | 'closed'): void => {
        if (why !== undefined) return;
        why = reason;
        held?.destroy(stoppedError());
      };
      const start = (wait: number): NodeJS.Timeout => setTimeout(stop, Math.min(wait, longestMs), 'timeout');
      let timer = start(ms);
      const renew = (wait: number): void => {
        clearTimeout(timer);
        timer = start(wait);
      };
      open.add(stop);
      if (isClosed) stop('closed');

      return {
        get stopped() {
          return why;
        },
        hold(next) {
          held = next;
          if (why !== undefined) next.destroy(stoppedError());
        },
        renew,
        pause: () => clearTimeout(timer),
        restart: () => renew(ms),
        release() {
          clearTimeout(timer);
          open.delete(stop);
          held?.destroy();
          if (isClosed && open.size === 0) closed.resolve();
        },
      };
    },

    close() {
      isClosed = true;
      for (const stop of open) stop('closed');
      if (open.size === 0) closed.resolve();
      return closed.promise;
    },
  };
}
