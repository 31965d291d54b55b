export interface Destroyable {
  destroy(error?: Error): unknown;
}

/** Stops one request when its time is up, or when the sender is closed. */
export interface Bound {
  /** Why the request was stopped; `undefined` while it runs. */
  readonly stopped: 'timeout' | 'closed' | undefined;
  /** Sets what is destroyed when the request is stopped, in place of what was set before. Destroys it at once if the request was stopped already. */
  hold(held: Destroyable): void;
  /** Starts the time limit again, with this length. */
  renew(ms: number): void;
  /** Stops the time limit until `renew` or `resume`. */
  pause(): void;
  /** Goes on with what was left of the time limit when it was paused. */
  resume(): void;
  /** Ends the bound and destroys what was set: no timer and no connection is left. */
  release(): void;
}

export interface Bounds {
  open(ms: number): Bound;
  /** Stops all bounds, and every one that is opened later. Resolves when all of them are released. */
  close(): Promise<void>;
}

/** The longest that a timer can wait. */
const longestMs = 2 ** 31 - 1;

/** Without an error, undici would take the end of the connection for the end of a body that declares no length. */
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
      let timer: NodeJS.Timeout | undefined;
      let endsAt = 0;
      let left = ms;
      const renew = (wait: number): void => {
        clearTimeout(timer);
        endsAt = performance.now() + wait;
        timer = setTimeout(stop, Math.min(wait, longestMs), 'timeout');
      };
      renew(ms);
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
        pause() {
          clearTimeout(timer);
          left = endsAt - performance.now();
        },
        resume: () => renew(left),
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
