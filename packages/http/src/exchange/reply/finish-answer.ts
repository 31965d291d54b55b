import type { HttpAnswer } from '../http-exchange.ts';
import { byteLength } from './byte-length.ts';
import { jsonType, type Reply } from './reply.ts';

/**
 * Lays what every answer has over a reply. `HEAD` gets the headers of `GET`, the length included.
 *
 * @spec HT7, HT11
 */
export function finishAnswer(reply: Reply, requestId: string, method: string): HttpAnswer {
  const { status, body } = reply;
  if (body === undefined) return { status, headers: { 'x-request-id': requestId, ...reply.headers }, body };

  const headers = {
    'content-type': reply.contentType ?? jsonType,
    'content-length': reply.contentLength ?? String(byteLength(body)),
    'x-request-id': requestId,
  };
  return {
    status,
    headers: reply.headers === undefined ? headers : { ...headers, ...reply.headers },
    body: method === 'HEAD' ? undefined : body,
  };
}
