import type { Socket } from 'node:net';
import type { AttemptFailure } from '@botwright/core';
import type { Dispatcher } from 'undici';
import { oneShotClient } from '../connection/one-shot-client.ts';
import { isTlsError } from '../connection/open-tls.ts';

export interface ExchangeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

/** Whoever takes the answer must read its body to the end or destroy it: the connection lives as long. */
export type Answer = Dispatcher.ResponseData;

/**
 * Writes a request and waits for the head of its answer. The connection is closed with the answer's last byte, or
 * at once when there is no answer.
 *
 * @spec SN4, SN5, SN7, SN8, SN11
 */
export async function exchange(
  origin: string,
  socket: Socket,
  request: ExchangeRequest,
  signal: AbortSignal,
): Promise<
  { readonly kind: 'head'; readonly answer: Answer } | { readonly kind: 'failed'; readonly reason: AttemptFailure }
> {
  const { method, path, headers, body } = request;
  try {
    const client = oneShotClient(origin, socket);
    const answer = await client.request({ method, path, headers, body: body ?? null, signal });
    // Whoever reads the body hears of an error; destroying it unread is one as well.
    answer.body.on('error', () => {});
    return { kind: 'head', answer };
  } catch (error) {
    socket.destroy();
    return { kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' };
  }
}
