import type { Socket } from 'node:net';
import type { Bound } from '../connection/bounds.ts';
import { isTlsError } from '../connection/open-tls.ts';
import type { Target } from '../guard/check-target.ts';
import { type BodyEnd, readHead } from './read-head.ts';
import type { RequestEnd } from './send-request.ts';

export interface WebhookParts {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How much of a response body is read, and for how long: enough not to disturb a receiver, but a body without end is cut off. */
const drainBytes = 65_536;
const drainMs = 1_000;
/** The chunk that ends a body in chunks, if it has no trailers. */
const lastChunk = Buffer.from('0\r\n\r\n');
const nothing: Buffer = Buffer.alloc(0);

/**
 * Posts over an open connection, reads the head of the answer, and ignores its body. It resolves when the connection
 * may be closed.
 *
 * Of an answer only the status counts, and no second request follows on the connection, so this needs no full HTTP
 * client; one would take three times as long.
 *
 * @param onStatus - Called once, when the head of the answer is complete.
 * @spec SN2, SN4, SN5, SN6, SN7, SN8, SN11, SN12
 */
export function postWebhook(
  socket: Socket,
  { origin, path }: Pick<Target, 'origin' | 'path'>,
  { headers, body }: WebhookParts,
  { bound, onStatus }: { readonly bound: Pick<Bound, 'renew'>; onStatus(status: number): void },
): Promise<RequestEnd> {
  return new Promise((resolve) => {
    let held = nothing;
    let isAnswered = false;
    let error: unknown;
    const fail = (): void => resolve({ kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' });
    let drain: (chunk: Buffer) => boolean = () => false;

    function readBody(chunk: Buffer): void {
      if (!drain(chunk)) resolve({ kind: 'read' });
    }

    function readMore(chunk: Buffer): void {
      if (isAnswered) {
        readBody(chunk);
        return;
      }
      const head = readHead(held.length === 0 ? chunk : Buffer.concat([held, chunk]));
      if (head.kind === 'incomplete') {
        held = head.rest;
      } else if (head.kind === 'unreadable') {
        fail();
      } else {
        isAnswered = true;
        drain = drainOf(head.body);
        bound.renew(drainMs);
        onStatus(head.status);
        readBody(head.rest);
      }
    }

    socket.on('data', readMore);
    socket.on('error', (reason) => {
      error = reason;
    });
    socket.once('close', fail);
    socket.cork();
    socket.write(headOf(origin, path, headers, body.length), 'latin1');
    if (body.length > 0) socket.write(body);
    socket.uncork();
  });
}

function headOf(origin: string, path: string, headers: WebhookParts['headers'], length: number): string {
  const host = origin.slice(origin.indexOf('//') + 2);
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n`;
  for (const name of Object.keys(headers)) head += `${name}: ${headers[name]}\r\n`;
  return `${head}content-length: ${length}\r\n\r\n`;
}

/** @returns Counts the bytes of a body, and returns whether more of it is to be read. */
function drainOf(body: BodyEnd): (chunk: Buffer) => boolean {
  const limit = typeof body === 'number' ? Math.min(body, drainBytes + 1) : drainBytes + 1;
  let drained = 0;
  let tail = nothing;
  return (chunk) => {
    drained += chunk.length;
    if (drained >= limit) return false;
    if (body !== 'chunked') return true;
    tail = Buffer.concat([tail, chunk]).subarray(-lastChunk.length);
    return !tail.equals(lastChunk);
  };
}
