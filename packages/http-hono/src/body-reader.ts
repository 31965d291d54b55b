/** A request body that is read in pieces, perhaps not to its end. */
export interface BodyReader {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Takes in what is left, within bounds: a host may not serve the connection on before that is done. */
  discardRest(): Promise<void>;
}

/** Enough for a client to finish sending and to read its refusal. */
const maxDiscardedBytes = 8 * 1_024 * 1_024;

/**
 * Reads a stream without closing it early: that could end the connection before the answer is sent.
 *
 * @spec HT50
 */
export function bodyReader(stream: ReadableStream<Uint8Array>): BodyReader {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;

  async function* read(): AsyncGenerator<Uint8Array> {
    reader ??= stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  }

  return {
    chunks: { [Symbol.asyncIterator]: read },
    async discardRest() {
      try {
        reader ??= stream.getReader();
        let left = maxDiscardedBytes;
        for (let part = await reader.read(); !part.done && left > 0; part = await reader.read()) {
          left -= part.value.byteLength;
        }
        await reader.cancel();
      } catch {
        // The client went away, or the host has closed the stream.
      }
    },
  };
}
