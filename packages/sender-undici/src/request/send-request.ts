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

/** Reads a response as it arrives. Each method returns whether to go on; on `false` the connection is closed. */
export interface ResponseReader {
  /** Called once, when the head is complete; or without headers when it broke off after its status. */
  onHead(status: number, headers: ResponseHeaders): boolean;
  onData(chunk: Uint8Array): boolean;
}

/** Never reported. One instance for all requests, because creating an error with its stack is slow. */
const readToEnd = new Error('The response was read to its end.');

/** How a request ended: with the last byte of the response that can be read, or without a status. */
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
          // undici would destroy the socket now with an error of its own; creating that error with its stack is slow.
          socket.destroy(readToEnd);
        },
        onResponseError(_controller, error) {
          // Pass the error on: if the socket ends without one, undici goes on reading and breaks.
          socket.destroy(error);
          if (head.status === undefined) resolve({ kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' });
          else if (!hasHead) reader.onHead(head.status, {});
          resolve({ kind: 'read' });
        },
      },
    );
  });
}
