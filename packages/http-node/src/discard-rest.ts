import type { IncomingMessage } from 'node:http';
import { type DiscardBounds, defaultDiscardBounds } from '@botwright/http';

/** Reads and discards the rest of request bodies, within bounds. */
export interface RestDiscarder {
  /** Whether the bound on concurrent requests allows one more. */
  readonly hasRoom: boolean;
  /**
   * Ends within the bounds of time and bytes that the discarder was made with.
   *
   * @returns `whole` when the body was read to its end, `gone` when the client disconnected before, and `cut` when a
   *   bound was reached: then the caller closes the connection.
   */
  discard(request: IncomingMessage): Promise<'whole' | 'gone' | 'cut'>;
}

/**
 * Makes a discarder. When a connection is closed while the client is still sending, the client gets a reset and can
 * lose a response that it has received but not read. So the rest of the body is read and discarded first.
 *
 * @spec HT50
 */
export function restDiscarder(bounds: Partial<DiscardBounds> = {}): RestDiscarder {
  const { maxBytes, maxSilenceMs, maxMs, maxAtOnce } = { ...defaultDiscardBounds, ...bounds };
  let underWay = 0;

  return {
    get hasRoom() {
      return underWay < maxAtOnce;
    },
    discard(request) {
      if (request.complete) return Promise.resolve('whole');
      if (request.destroyed) return Promise.resolve('gone');
      underWay += 1;
      return discardWithin(request, { maxBytes, maxSilenceMs, maxMs }).finally(() => {
        underWay -= 1;
      });
    },
  };
}

function discardWithin(
  request: IncomingMessage,
  { maxBytes, maxSilenceMs, maxMs }: Omit<DiscardBounds, 'maxAtOnce'>,
): ReturnType<RestDiscarder['discard']> {
  const { promise, resolve } = Promise.withResolvers<'whole' | 'gone' | 'cut'>();
  const cut = (): void => resolve('cut');
  const inAll = setTimeout(cut, maxMs);
  const silence = setTimeout(cut, maxSilenceMs);
  let left = maxBytes;

  function take(chunk: Uint8Array | string): void {
    silence.refresh();
    left -= chunk.length;
    if (left < 0) cut();
  }

  // `continueOnRead` asks the client for the body at the first listener for data: discarding must not add one.
  request.removeAllListeners('newListener');
  request.on('error', ignore);
  request.once('end', () => resolve('whole'));
  request.once('close', () => resolve('gone'));
  request.on('data', take);
  request.resume();
  return promise.finally(() => {
    clearTimeout(inAll);
    clearTimeout(silence);
    request.off('data', take);
    if (!request.readableEnded) request.pause();
  });
}

function ignore(): void {}
