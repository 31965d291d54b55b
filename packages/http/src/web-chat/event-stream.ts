import type { Timer } from '@botwright/core/ports';

/** One event of `text/event-stream`. */
export interface StreamEvent {
  readonly name: string;
  /** From which a client goes on after it has lost the connection. Absent: it goes on from the one before. */
  readonly id?: number;
  /** Written as JSON. */
  readonly data: object;
}

export interface EventStreamOptions {
  readonly timer: Timer;
  /** Begins the events; they end when the signal is aborted. */
  begin(signal: AbortSignal): AsyncIterable<readonly StreamEvent[]>;
  /** Milliseconds of silence after which a comment is sent, so that nobody in between takes the connection for dead. */
  readonly heartbeatMs: number;
  /** Milliseconds after which the stream ends; the client comes again. */
  readonly longestMs: number;
  /** Milliseconds in which nobody asks for what comes next, after which the stream ends: the client does not read. */
  readonly unreadMs: number;
  /** Milliseconds that a client waits before it comes again. */
  readonly retryMs: number;
  /** Ends the stream, such as when the server stops. */
  readonly signal?: AbortSignal | undefined;
  /** Called once, when the stream has ended or was left. */
  onEnd?(): void;
}

export interface EventStream extends AsyncIterable<string> {
  /** Ends the stream as if its time were over. */
  end(): void;
}

/** @spec WC9, WC10, WC11, WC31 */
export function eventStream(options: EventStreamOptions): EventStream {
  const { timer, begin, heartbeatMs, longestMs, unreadMs, retryMs, signal, onEnd } = options;
  const ending = new AbortController();
  let events: AsyncIterator<readonly StreamEvent[]> | undefined;
  let isOver = false;

  /** Ends it also while nobody asks for the next piece, as the connection takes none. */
  function finish(): void {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', finish);
    ending.abort();
    events?.return?.().catch(() => {
      // Whoever waits for the next events gets what it throws.
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

      /** Hands a piece over. */
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

/** @returns `undefined`: nothing came within so many milliseconds. */
async function withinSilence<T>(timer: Timer, pending: Promise<T>, ms: number): Promise<T | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([pending, timer.sleep(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}

/** JSON has no line feed, so that the data is one line. */
function encodeEvent({ name, id, data }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
