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

/** @spec WC9, WC10, WC11 */
export function eventStream(options: EventStreamOptions): EventStream {
  const { timer, begin, heartbeatMs, longestMs, retryMs, signal, onEnd } = options;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  let isOver = false;

  function finish(): void {
    if (isOver) return;
    isOver = true;
    signal?.removeEventListener('abort', end);
    end();
    onEnd?.();
  }

  return {
    end,
    [Symbol.asyncIterator]() {
      if (signal?.aborted === true) end();
      signal?.addEventListener('abort', end, { once: true });
      void timer.sleep(longestMs, ending.signal).then(end);
      const events = begin(ending.signal)[Symbol.asyncIterator]();
      let pending: Promise<IteratorResult<readonly StreamEvent[]>> | undefined;
      let hasBegun = false;

      return {
        async next() {
          if (isOver) return { done: true, value: undefined };
          if (!hasBegun) {
            hasBegun = true;
            return { done: false, value: `retry: ${retryMs}\n\n` };
          }
          try {
            pending ??= events.next();
            const result = await withinSilence(timer, pending, heartbeatMs);
            if (result === undefined) return { done: false, value: ': still here\n\n' };
            pending = undefined;
            if (!result.done) return { done: false, value: result.value.map(encodeEvent).join('') };
            finish();
            return { done: true, value: undefined };
          } catch (error) {
            finish();
            throw error;
          }
        },
        async return() {
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
