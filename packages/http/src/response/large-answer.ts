import type { LargeAnswer } from '@botwright/core/front';
import { type ApiResponse, byteLength, jsonType, type StreamedResponse } from './response.ts';
import { textSlices } from './text-slices.ts';

/**
 * Begins an answer that is sent piece by piece.
 *
 * @param bytes - The memory that it holds.
 * @throws {EngineError} `too_many_requests`
 */
export type BeginLargeAnswer = (bytes: number) => LargeAnswer;

/** UTF-8 bytes: a UTF-16 unit takes at most three. */
const largeBytes = 262_144;

/** An answer of an engine without limits. */
export const unlimited: LargeAnswer = { piece: async (make) => make(), end() {} };

/** The body of a large answer whose text is complete. */
export interface LargeText extends AsyncIterable<string> {
  readonly text: string;
}

/**
 * Makes a response that is sent in slices, brands in turn, from a response with a long text or in parts. Returns others
 * unchanged.
 *
 * @throws {EngineError} `too_many_requests`
 * @spec HT68
 */
export function sendInTurn(
  response: ApiResponse | StreamedResponse,
  begin: BeginLargeAnswer,
): ApiResponse | StreamedResponse {
  if (isStreamed(response)) {
    const { heldBytes, ...others } = response;
    return heldBytes === undefined ? response : { ...others, body: inTurn(response.body, begin(heldBytes)) };
  }
  const { body } = response;
  if (body === undefined || 3 * body.length <= largeBytes) return response;
  const { contentType = jsonType, contentLength = String(byteLength(body)) } = response;
  const bytes = Number(contentLength);
  if (bytes <= largeBytes) return { ...response, contentLength };
  const slices = inTurn(textSlices(body), begin(bytes));
  const large: LargeText = { text: body, [Symbol.asyncIterator]: () => slices[Symbol.asyncIterator]() };
  return { ...response, contentType, contentLength, body: large };
}

function isStreamed(response: ApiResponse | StreamedResponse): response is StreamedResponse {
  return typeof response.body === 'object';
}

/** Produces each piece at its turn, and ends the answer after the last piece or when the reader leaves. */
function inTurn<TPiece extends string | Uint8Array>(
  body: Iterable<TPiece, void, undefined> | AsyncIterable<TPiece>,
  answer: LargeAnswer,
): AsyncIterable<TPiece> {
  return {
    [Symbol.asyncIterator]() {
      const pieces = Symbol.asyncIterator in body ? body[Symbol.asyncIterator]() : body[Symbol.iterator]();
      const over = { done: true, value: undefined } as const;
      let isLeft = false;
      return {
        async next() {
          try {
            const piece = await answer.piece(() => (isLeft ? over : pieces.next()));
            if (piece.done) answer.end();
            return piece.done ? over : piece;
          } catch (error) {
            answer.end();
            throw error;
          }
        },
        async return() {
          isLeft = true;
          answer.end();
          await pieces.return?.();
          return over;
        },
      };
    },
  };
}
