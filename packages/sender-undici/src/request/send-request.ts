import type { Socket } from 'node:net';
import type { AttemptFailure } from '@botwright/core/webhooks';
import type { Dispatcher } from 'undici';
import { oneShotClient } from '../connection/one-shot-client.ts';
import { isTlsError } from '../connection/open-tls.ts';
import { readHead } from '../response/read-head.ts';

export interface RequestParts {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
}

export type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Reads a response in pieces. Each method returns whether to continue; `false` closes the connection. */
export interface ResponseReader {
  /** Called once, when the head is complete; without headers when it broke off after its status. */
  onHead(status: number, headers: ResponseHeaders): boolean;
  onData(chunk: Uint8Array): boolean;
}

/** Never reported. One instance for all requests: creating an error with its stack is slow. */
const readToEnd = new Error('The response was read to its end.');

/** The end of a request: with the last readable byte of the response, or without a status. */
export type RequestEnd = { readonly kind: 'read' } | { readonly kind: 'failed'; readonly reason: AttemptFailure };

/**
 * Sends one request over an open connection, reads the response, and closes the connection.
 *
 * @spec SN4, SN5, SN7, SN8, SN11
 */
export function sendRequest(
  origin: string,
  socket: Socket,
  { method, path, headers, body }: RequestParts,
  reader: ResponseReader,
): Promise<RequestEnd> {
  return new Promise((resolve) => {
    const goOn = (isMoreWanted: boolean, controller: Dispatcher.DispatchController): void => {
      if (!isMoreWanted) controller.abort(new Error('No more is wanted.'));
    };
    const head = readHead(socket);
    let hasHead = false;
    oneShotClient(origin, socket).dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(controller, status, responseHeaders) {
          hasHead = true;
          goOn(reader.onHead(status, responseHeaders), controller);
        },
        onResponseData: (controller, chunk) => goOn(reader.onData(chunk), controller),
        onResponseEnd() {
          resolve({ kind: 'read' });
          // undici would destroy the socket now with a new error; creating an error with its stack is slow.
          socket.destroy(readToEnd);
        },
        onResponseError(_controller, error) {
          // Passes the error on: without it undici continues to read and breaks.
          socket.destroy(error);
          if (head.status === undefined) resolve({ kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' });
          else if (!hasHead) reader.onHead(head.status, {});
          resolve({ kind: 'read' });
        },
      },
    );
  });
}
