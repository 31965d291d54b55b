export interface Destroyable {
  destroy(error?: Error): unknown;
}

/** Stops one request at its time limit, or when the sender closes. */
export interface Bound {
  /** The reason why the request was stopped; `undefined` while it runs. */
  readonly stopped: 'timeout' | 'closed' | undefined;
  /**
   * Sets the object to destroy when the request is stopped, in place of the former one. Destroys it immediately if the
   * request was stopped already.
   */
  hold(held: Destroyable): void;
  /** Restarts the time limit, with this length. */
  renew(ms: number): void;
  /** Stops the time limit until `renew` or `resume`. */
  pause(): void;
  /** Continues the time limit with its remaining time. */
  resume(): void;
  /** Ends the bound and destroys the object: no timer and no connection is left. */
  release(): void;
}

export interface Bounds {
  open(ms: number): Bound;
  /** Stops all bounds, also later ones. Resolves when all are released. */
  close(): Promise<void>;
}

/** The longest wait of a timer. */
const longestMs = 2 ** 31 - 1;

/** Without an error, undici would take the end of the connection for the end of a body without a declared length. */
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
