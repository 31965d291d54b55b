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

  /**
   * @returns The number of bytes received; `undefined` at the end of the body and after `ms` milliseconds of silence.
   */
  async function nextWithin(ms: number): Promise<number | undefined> {
    const silence = after(ms);
    try {
      return (await Promise.race([next(), silence.over]))?.byteLength;
    } finally {
      silence.end();
    }
  }

  async function discard({ maxBytes, maxSilenceMs }: Omit<DiscardBounds, 'maxAtOnce'>): Promise<void> {
    for (let left = maxBytes; left >= 0; ) {
      const taken = await nextWithin(maxSilenceMs);
      if (taken === undefined) return;
      left -= taken;
    }
  }

  return {
    chunks: { [Symbol.asyncIterator]: read },
    get isRead() {
      return isRead;
    },
    async discardRest(bounds) {
      const inAll = after(bounds.maxMs);
      try {
        await Promise.race([discard(bounds), inAll.over]);
        if (!isRead) await reader?.cancel();
      } catch {
        // The client has disconnected, or the host has closed the stream.
      } finally {
        inAll.end();
      }
    },
  };
}

function after(ms: number): { readonly over: Promise<undefined>; end(): void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return { over: promise, end: () => clearTimeout(timer) };
}
