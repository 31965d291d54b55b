import type { HttpResponse } from '../pipeline/http-api.ts';
import type { LargeText } from './large-answer.ts';
import { leaveStream } from './streamed-body.ts';

/** A response whose body is no stream. */
export interface TextResponse extends HttpResponse {
  readonly body: string | undefined;
}

/**
 * For those who call `handle` themselves, for operations that stream nothing. A long text that would be sent in slices is
 * given whole.
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
