import type { HttpResponse } from '../pipeline/http-api.ts';
import { byteLength } from './response.ts';

/** UTF-8 bytes of a slice: about as many as a connection takes in one write. A longer body is sent in slices. */
const sliceBytes = 65_536;

/** UTF-16 units that never take more bytes. */
const safeLength = Math.floor(sliceBytes / 3);

/**
 * Cuts a text into slices of at most 65,536 bytes that can be encoded separately: none ends between the halves of a
 * surrogate pair.
 *
 * @returns No slice of an empty text.
 * @spec HT65
 */
export function* textSlices(text: string): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + sliceBytes, text.length);
    if (to - from > safeLength && byteLength(text.slice(from, to)) > sliceBytes) to = from + safeLength;
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1)) && to - from > 1) to -= 1;
    yield text.slice(from, to);
    from = to;
  }
}

/**
 * The slices of a response's body: of the pieces of a stream, or of a long text.
 *
 * @returns `undefined`: one write sends it.
 * @spec HT65
 */
export function piecesOf({
  body,
  headers,
}: Pick<HttpResponse, 'body' | 'headers'>): AsyncIterable<string | Uint8Array> | undefined {
  if (typeof body === 'object') return inSlicesOf(body);
  if (body === undefined || body.length <= safeLength) return undefined;
  return Number(headers['content-length'] ?? byteLength(body)) > sliceBytes ? inSlices(body) : undefined;
}

async function* inSlices(text: string): AsyncGenerator<string, void, undefined> {
  yield* textSlices(text);
}

/** A generator would end only after a pending piece; this iterator leaves the stream immediately. */
function inSlicesOf(body: AsyncIterable<string | Uint8Array>): AsyncIterable<string | Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = body[Symbol.asyncIterator]();
      let slices: Iterator<string | Uint8Array> = textSlices('');
      return {
        async next() {
          for (;;) {
            const slice = slices.next();
            if (slice.done !== true) return slice;
            const piece = await pieces.next();
            if (piece.done === true) return { done: true, value: undefined };
            slices = typeof piece.value === 'string' ? textSlices(piece.value) : byteSlices(piece.value);
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

function* byteSlices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}
