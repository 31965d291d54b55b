import type { DiscardBounds } from '@botwright/http';

/** Reads a request body in chunks, up to its end or a bound. */
export interface BodyReader {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Whether the body was read to its end. */
  readonly isRead: boolean;
  /** Reads and discards the rest of the body, within bounds; never rejects. */
  discardRest(bounds: Omit<DiscardBounds, 'maxAtOnce'>): Promise<void>;
}

/**
 * Reads the stream of a request without closing it early: that could end the connection before the response is sent.
 *
 * @param open - Called at the first read, not before: some hosts ask the client to send the body when the stream is
 *   opened.
 * @spec HT50
 */
export function bodyReader(open: () => ReadableStream<Uint8Array> | null): BodyReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  let isRead = false;

  async function next(): Promise<Uint8Array | undefined> {
    reader ??= open()?.getReader();
    const part = await reader?.read();
    isRead ||= part?.done ?? true;
    return part?.value;
  }

  async function* read(): AsyncGenerator<Uint8Array> {
    for (let chunk = await next(); chunk !== undefined; chunk = await next()) yield chunk;
  }

  async function discard({ maxBytes, maxSilenceMs }: Omit<DiscardBounds, 'maxAtOnce'>): Promise<void> {
    for (let left = maxBytes; left >= 0; ) {
      const chunk = await within(maxSilenceMs, next());
      if (chunk === undefined) return;
      left -= chunk.byteLength;
    }
  }

  return {
    chunks: { [Symbol.asyncIterator]: read },
    get isRead() {
      return isRead;
    },
    async discardRest(bounds) {
      try {
        await within(bounds.maxMs, discard(bounds));
        if (!isRead) await reader?.cancel();
      } catch {
        // The client has disconnected, or the host has closed the stream.
      }
    },
  };
}

/** @returns `undefined` after this time in milliseconds. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
