/** UTF-16 units. A longer body is sent in slices. */
export const largeBody = 262_144;

/** UTF-16 units of a slice: what a connection takes at once, more or less. */
const sliceLength = 65_536;

/**
 * Cuts a text into slices that can be encoded one by one: none ends between the halves of a surrogate pair.
 *
 * @returns No slice of an empty text.
 * @spec HT65
 */
export function* textSlices(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + sliceLength, text.length);
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) && to - from > 1) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * The slices in which a body is sent: those of the pieces of a stream, and of a long text.
 *
 * @returns `undefined`: it is sent at once.
 * @spec HT65
 */
export function piecesOf(body: string | AsyncIterable<string> | undefined): AsyncIterable<string> | undefined {
  if (typeof body === 'object') return inSlicesOf(body);
  return body !== undefined && body.length > largeBody ? inSlices(body) : undefined;
}

async function* inSlices(text: string): AsyncGenerator<string, void, undefined> {
  yield* textSlices(text);
}

/** A generator would end after a piece that is waited for; the stream is left at once. */
function inSlicesOf(body: AsyncIterable<string>): AsyncIterable<string> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = body[Symbol.asyncIterator]();
      let slices = textSlices('');
      return {
        async next() {
          for (;;) {
            const slice = slices.next();
            if (slice.done !== true) return slice;
            const piece = await pieces.next();
            if (piece.done === true) return { done: true, value: undefined };
            slices = textSlices(piece.value);
          }
        },
        async return() {
          await pieces.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
