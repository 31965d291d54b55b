import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { Bound } from '../connection/bounds.ts';
import { isTlsError } from '../connection/open-tls.ts';
import type { Target } from '../guard/check-target.ts';
import { maxPlainHead, readHead } from '../response/read-head.ts';
import type { RequestEnd } from './send-request.ts';

export interface WebhookParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** Bounds for reading a response body: enough for ordinary receivers, and cuts an endless body. */
const drainBytes = 65_536;
const drainMs = 1_000;

/**
 * Posts over an open connection, reads the head of the response, and ignores its body. Resolves when the connection may
 * be closed.
 *
 * Uses `node:http`: only the status counts, the connection has one request, and an undici client for one request takes
 * twice the time.
 *
 * @param onStatus - Called when the head is complete, or broke off after its status.
 * @spec SN2, SN4, SN5, SN6, SN7, SN8, SN11, SN12
 */
export function postWebhook(
  socket: Socket,
  { origin, path }: Pick<Target, 'origin' | 'path'>,
  { headers, body }: WebhookParts,
  { bound, onStatus }: { readonly bound: Pick<Bound, 'renew' | 'stopped'>; onStatus(status: number): void },
): Promise<RequestEnd> {
  return new Promise((resolve) => {
    const head = readHead(socket);
    const fail = (error?: unknown): void => {
      if (head.status !== undefined && bound.stopped === undefined) onStatus(head.status);
      resolve({ kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' });
    };
    const request = httpRequest({
      createConnection: () => socket,
      method: 'POST',
      path,
      headers: {
        host: origin.slice(origin.indexOf('//') + 2),
        connection: 'close',
        ...headers,
        'content-length': body.length,
      },
      setDefaultHeaders: false,
      maxHeaderSize: maxPlainHead,
    });
    request.on('error', fail);
    request.on('close', fail);
    request.on('response', (response) => {
      let drained = 0;
      bound.renew(drainMs);
      onStatus(response.statusCode ?? 0);
      response.on('data', (chunk: Uint8Array) => {
        drained += chunk.length;
        if (drained > drainBytes) resolve({ kind: 'read' });
      });
      response.on('end', () => resolve({ kind: 'read' }));
      response.on('error', fail);
    });
    request.end(body);
  });
}
