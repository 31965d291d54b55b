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

export type AnswerHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Takes an answer as it comes. Each says whether more is wanted; if not, the connection is closed. */
export interface AnswerReader {
  /** Once, when the head is complete. */
  onHead(status: number, headers: AnswerHeaders): boolean;
  onData(chunk: Uint8Array): boolean;
}

/** Nobody is told of it. One for all, so that its stack is written once. */
const readToEnd = new Error('The answer was read to its end.');

/** How an exchange ended: with the last byte of the answer, or before it. */
export type ExchangeEnd = { readonly kind: 'read' } | { readonly kind: 'failed'; readonly reason: AttemptFailure };

/**
 * Writes a request and reads its answer, over a connection that is closed at the end of it.
 *
 * @spec SN4, SN5, SN7, SN8, SN11
 */
export function exchange(
  origin: string,
  socket: Socket,
  { method, path, headers, body }: ExchangeRequest,
  reader: AnswerReader,
): Promise<ExchangeEnd> {
  return new Promise((settle) => {
    const goOn = (isMoreWanted: boolean, controller: Dispatcher.DispatchController): void => {
      if (!isMoreWanted) controller.abort(new Error('No more is wanted.'));
    };
    oneShotClient(origin, socket).dispatch(
      { method, path, headers, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(controller, status, answerHeaders) {
          if (status >= 200) goOn(reader.onHead(status, answerHeaders), controller);
        },
        onResponseData: (controller, chunk) => goOn(reader.onData(chunk), controller),
        onResponseEnd() {
          settle({ kind: 'read' });
          // undici would destroy it now, with an error of its own, whose stack is dear to write down.
          socket.destroy(readToEnd);
        },
        onResponseError(_controller, error) {
          // With the error: undici would read on to the end of a connection that ends without one, and break.
          socket.destroy(error);
          settle({ kind: 'failed', reason: isTlsError(error) ? 'tls' : 'connect' });
        },
      },
    );
  });
}
