import type { Timer } from '@botwright/core/ports';

/** One event of `text/event-stream`. */
export interface StreamEvent {
  readonly name: string;
  /** The id from which a client continues after a lost connection. Absent: the previous id. */
  readonly id?: number;
  /** Sent as JSON. */
  readonly data: object;
}

export interface EventStreamOptions {
  readonly timer: Timer;
  /** Begins the events; they end when the signal is aborted. */
  begin(signal: AbortSignal): AsyncIterable<readonly StreamEvent[]>;
  /** Milliseconds of silence after which a comment is sent, so that proxies do not close the connection. */
  readonly heartbeatMs: number;
  /** Milliseconds after which the stream ends; the client reconnects. */
  readonly longestMs: number;
  /** Milliseconds without a request for the next piece after which the stream ends: the client does not read. */
  readonly unreadMs: number;
  /** Milliseconds that a client waits before reconnecting. */
  readonly retryMs: number;
  /** Ends the stream, such as when the server stops. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the stream has ended or the server has left it. */
  onEnd?(): void;
}

export interface EventStream extends AsyncIterable<string> {
  /** Ends the stream like its time limit. */
  end(): void;
}

/** @spec WC9, WC10, WC11, WC31 */
export function eventStream(options: EventStreamOptions): EventStream {
  const { timer, begin, heartbeatMs, longestMs, unreadMs, retryMs, signal, onEnd } = options;
  const ending = new AbortController();
  let events: AsyncIterator<readonly StreamEvent[]> | undefined;
  let isOver = false;

  /** Also ends it when the connection takes no piece. */
  function finish(): void {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', finish);
    ending.abort();
    events?.return?.().catch(() => {
      // The waiter for the next events gets the error.
    });
    onEnd?.();
  }

  return {
    end: finish,
    [Symbol.asyncIterator]() {
      signal?.addEventListener('abort', finish, { once: true });
      if (signal?.aborted === true) finish();
      void timer.sleep(longestMs, ending.signal).then(finish);
      const coming = begin(ending.signal)[Symbol.asyncIterator]();
      events = coming;
      let taken: AbortController | undefined;
      let pending: Promise<IteratorResult<readonly StreamEvent[]>> | undefined;
      let hasBegun = false;

      /** Returns a piece. */
      function piece(value: string): IteratorResult<string> {
        taken = new AbortController();
        const { signal: isTaken } = taken;
        void timer.sleep(unreadMs, isTaken).then(() => isTaken.aborted || finish());
        return { done: false, value };
      }

      return {
        async next() {
          taken?.abort();
          if (!hasBegun) {
            hasBegun = true;
            return piece(`retry: ${retryMs}\n\n`);
          }
          if (isOver) return { done: true, value: undefined };
          try {
            pending ??= coming.next();
            const result = await withinSilence(timer, pending, heartbeatMs);
            if (result === undefined) return piece(': still here\n\n');
            pending = undefined;
            if (!result.done) return piece(result.value.map(encodeEvent).join(''));
            finish();
            return { done: true, value: undefined };
          } catch (error) {
            finish();
            throw error;
          }
        },
        async return() {
          taken?.abort();
          finish();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** @returns `undefined` after this time of silence, in milliseconds. */
async function withinSilence<T>(timer: Timer, pending: Promise<T>, ms: number): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([pending, timer.sleep(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}

/** JSON has no line feed, so the data is one line. */
function encodeEvent({ name, id, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
