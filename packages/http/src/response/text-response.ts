import type { HttpResponse } from '../pipeline/http-api.ts';
import type { LargeText } from './large-answer.ts';
import { leaveStream } from './streamed-body.ts';

/** A response whose body is not a stream. */
export interface TextResponse extends HttpResponse {
  /** `undefined` after `HEAD` and with a 204. */
  readonly body: string | undefined;
}

/**
 * For callers of `handle` and operations without streams. Returns a long text whole, which would be sent in slices.
 *
 * @throws {TypeError} when the body is a stream.
 */
export function textResponse(response: HttpResponse): TextResponse {
  const { body } = response;
  if (typeof body === 'object' && 'text' in body) {
    leaveStream(body);
    return { ...response, body: (body as LargeText).text };
  }
  if (typeof body === 'object') throw new TypeError('The body of this response is a stream.');
  return { ...response, body };
}
