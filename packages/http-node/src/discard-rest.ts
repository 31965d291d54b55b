import type { IncomingMessage } from 'node:http';
import { type DiscardBounds, defaultDiscardBounds } from '@botwright/http';

/** Takes in what is left of bodies, within bounds. */
export interface RestDiscarder {
  /** Whether one more request would be taken. */
  readonly hasRoom: boolean;
  /**
   * @returns `whole` when the body has come in to its end, `gone` when the client went away before, and `cut` when a
   *   bound was reached: then the caller ends the connection.
   */
  discard(request: IncomingMessage): Promise<'whole' | 'gone' | 'cut'>;
}

/**
 * A client that is still sending when its connection is closed gets a reset, which may take a response away that it
 * had received and not read. So what it sends is read, and discarded, until it is done.
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

  // `continueOnRead` listens for readers, to ask the client for the body: discarding must not ask for it.
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
