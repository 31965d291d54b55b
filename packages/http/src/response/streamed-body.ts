import { byteLength } from './response.ts';

/** The outcome of a streamed body. */
export interface StreamEnd {
  /** Bytes handed to the server. */
  readonly bytes: number;
  /** The error that the stream threw. */
  readonly error?: unknown;
}

/**
 * Wraps the body of a response and reports its end once: when it was sent, when the client or the server left it, even
 * before its first piece, and when it threw.
 *
 * @spec HT62
 */
export function reportingEnd(
  body: AsyncIterable<string | Uint8Array>,
  onEnd: (end: StreamEnd) => void,
): AsyncIterable<string | Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = body[Symbol.asyncIterator]();
      let bytes = 0;
      let isOver = false;

      function end(error?: { readonly error: unknown }): void {
        if (isOver) return;
        isOver = true;
        onEnd({ bytes, ...error });
      }

      return {
        async next() {
          try {
            const piece = await pieces.next();
            if (piece.done) end();
            else bytes += typeof piece.value === 'string' ? byteLength(piece.value) : piece.value.byteLength;
            return piece;
          } catch (error) {
            end({ error });
            throw error;
          }
        },
        async return() {
          end();
          await pieces.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

/** Ends a stream that is not sent. @spec HT61 */
export function leaveStream(body: AsyncIterable<string | Uint8Array>): void {
  body[Symbol.asyncIterator]()
    .return?.()
    .catch(() => {
      // No caller awaits it.
    });
}
