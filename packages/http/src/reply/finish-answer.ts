import type { HttpAnswer } from '../exchange.ts';
import { byteLength } from './byte-length.ts';
import { jsonType, type Reply } from './reply.ts';

/**
 * Lays what every answer has over a reply. `HEAD` gets the headers of `GET`, the length included.
 *
 * @spec HT7, HT11
 */
export function finishAnswer(reply: Reply, requestId: string, method: string): HttpAnswer {
  const { status, body, headers: own } = reply;
  if (body === undefined) return { status, headers: { 'x-request-id': requestId, ...own }, body };

  const headers: Record<string, string> = {
    'content-type': reply.contentType ?? jsonType,
    'content-length': String(byteLength(body)),
    'x-request-id': requestId,
    ...own,
  };
  return { status, headers, body: method === 'HEAD' ? undefined : body };
}
